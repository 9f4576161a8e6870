// SPDX-License-Identifier: Apache-2.0
// Deserialisation of attributes (ge.proto.AttrDef), tensors and tensor descriptions. False: malformed.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "ge/model.h"

namespace cann_emulator::engine {

// One entry of a map<string, AttrDef>. A tensor goes to `tensors` (dropped when null), anything else to
// `attrs`; kinds that no operator reads (functions, graphs, ...) are dropped.
bool ParseAttributeEntry(std::string_view bytes, Attributes* attrs,
                         std::map<std::string, TensorValue>* tensors);

bool ParseTensorDescription(std::string_view bytes, TensorDescription* description);

}  // namespace cann_emulator::engine
