// SPDX-License-Identifier: Apache-2.0
// Operands of one vector instruction that share memory. The Ascend C documentation ("General Address Overlap
// Restrictions") allows it where they are the same lane by lane in each repeat and no repeat reads what an
// earlier one has written.
#pragma once

#include <string>

#include "ascendc/lane_walk.h"
#include "ascendc/vector_operand.h"

namespace cann_emulator::ascendc {

// What is wrong with how the two share memory, or nothing. Operands of unlike element sizes, which cannot be
// the same lane by lane, are only judged between repeats. `reads_results`: the source may be what earlier
// repeats have written.
std::string OverlapProblem(const VectorOperand& destination, const VectorOperand& source,
                           const LaneWalk& walk, bool reads_results);

}  // namespace cann_emulator::ascendc
