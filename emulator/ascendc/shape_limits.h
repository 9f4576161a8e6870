// SPDX-License-Identifier: Apache-2.0
// What a vector instruction's count, repeats and mask may be.
#pragma once

#include <cstdint>

#include "ascendc/runtime.h"

namespace cann_emulator::ascendc {

// `lanes`: of one repeat. `max_repeats`: the instruction's own limit. Fails where the shape is beyond them.
void CheckShape(const char* instruction, Site site, const VectorShape& shape, std::uint32_t lanes,
                std::uint32_t max_repeats = UINT8_MAX);

}  // namespace cann_emulator::ascendc
