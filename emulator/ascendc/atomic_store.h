// SPDX-License-Identifier: Apache-2.0
// Copies to device memory while SetAtomicAdd, SetAtomicMax or SetAtomicMin is in effect.
#pragma once

#include <cstddef>

#include "ascendc/runtime.h"

namespace cann_emulator::ascendc {

// destination[i] = mode(destination[i], source[i]), in one piece for all blocks of all launches.
void StoreAtomically(AtomicMode mode, DataType type, std::byte* destination, const std::byte* source,
                     std::size_t bytes);

}  // namespace cann_emulator::ascendc
