// SPDX-License-Identifier: Apache-2.0
// SetSaturationFlag: results of 16 bits that are infinite or NaN become finite, and Cast to an integer keeps
// the low bits of what does not fit. By default neither happens.
#pragma once

#include <limits>

#include "ascendc/core_registers.h"
#include "ascendc/lane_kernel.h"

namespace cann_emulator::ascendc {

// Infinite: the greatest finite value with its sign; NaN: 0.
template <class T>
T Finite(T x) {
  if (x != x) return T(0.0F);
  if (x > std::numeric_limits<T>::max()) return std::numeric_limits<T>::max();
  return x < std::numeric_limits<T>::lowest() ? std::numeric_limits<T>::lowest() : x;
}

enum class Adjustment : std::uint8_t { kNone, kFinite, kLowBits };
Adjustment AdjustmentOf(const VectorInstruction& instruction, const CoreRegisters& registers);

// The kernel, and what the adjustment makes of its results.
void RunAdjusted(Adjustment adjustment, const VectorInstruction& instruction, LaneKernel kernel,
                 const Lanes& lanes);

}  // namespace cann_emulator::ascendc
