// SPDX-License-Identifier: Apache-2.0
// Operands of one vector instruction that share memory. The Ascend C documentation ("General Address Overlap
// Restrictions") allows it where they are the same lane by lane in each repeat and no repeat reads what an
// earlier one has written.
#pragma once

#include <cstdint>
#include <string>

#include "ascendc/vector_operand.h"

namespace cann_emulator::ascendc {

// Lanes 0..lanes-1 of `repeats` repeats: those of `mask` that lie before element `count` of them all.
struct RepeatedLanes {
  std::uint64_t repeats;
  std::uint32_t lanes;
  std::uint64_t mask[2];
  std::uint64_t count;

  bool IsActive(std::uint64_t repeat, std::uint32_t lane) const {
    return ((mask[lane / 64] >> (lane % 64)) & 1) != 0 && repeat * lanes + lane < count;
  }
};

// What is wrong with how the two share memory, or nothing. Operands of unlike element sizes, which cannot be
// the same lane by lane, are only judged between repeats. `reads_results`: the source may be what earlier
// repeats have written.
std::string OverlapProblem(const VectorOperand& destination, const VectorOperand& source,
                           const RepeatedLanes& lanes, bool reads_results);

}  // namespace cann_emulator::ascendc
