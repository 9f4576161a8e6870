// SPDX-License-Identifier: Apache-2.0
// Printing from a graph: StringFormat makes a text of tensors, PrintV2 prints it.
#pragma once

#include <memory>

#include "ge/model.h"

namespace cann_emulator::engine {

// The model with each PrintV2 and the StringFormat before it as one PrintV2 that has the inputs and
// attributes of both: the values of a graph are device memory of a known size, which a text is not. A
// StringFormat that something else uses too stays.
std::shared_ptr<const Model> FoldPrints(std::shared_ptr<const Model> model);

}  // namespace cann_emulator::engine
