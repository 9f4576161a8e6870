// SPDX-License-Identifier: Apache-2.0
// Instructions on int4b_t: of every two elements, which share a byte, one lane is made.
#pragma once

#include "ascendc/runtime.h"

namespace cann_emulator::ascendc {

bool HasInt4(const VectorInstruction& instruction);

// The same instruction on pairs: its types, count and mask. Ends the launch where a count is odd or a mask
// parts a pair. counter_mode: the mask register holds a count (SetMaskCount).
VectorInstruction InPairs(VectorInstruction instruction, bool counter_mode);

}  // namespace cann_emulator::ascendc
