// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace cann_emulator::ascendc {

// memcpy that leaves the destination out of the caches. The caller fences (StreamFence) before others may
// read.
void StreamCopy(std::byte* destination, const std::byte* source, std::size_t length);
void StreamFence();

}  // namespace cann_emulator::ascendc
