// SPDX-License-Identifier: Apache-2.0
// Lays attributes out as gert::RuntimeAttrs.
#pragma once

#include <cstdint>
#include <vector>

#include "ge/op_library.h"

namespace cann_emulator::engine {

// The attributes of `prototype` in its order, with the values of `attrs`; one that has none reads as the zero
// of its kind.
std::vector<std::uint64_t> BuildRuntimeAttrs(const Prototype& prototype, const Attributes& attrs);

}  // namespace cann_emulator::engine
