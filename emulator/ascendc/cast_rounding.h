// SPDX-License-Identifier: Apache-2.0
// What the loops of Cast share: rounding to an integer, saturation, and the loop that a RoundMode selects.
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include "ascendc/lane_kernel.h"

namespace cann_emulator::ascendc {

using AscendC::RoundMode;

template <RoundMode kMode>
float RoundToInteger(float x) {
  if constexpr (kMode == RoundMode::CAST_FLOOR) return std::floor(x);
  if constexpr (kMode == RoundMode::CAST_CEIL) return std::ceil(x);
  if constexpr (kMode == RoundMode::CAST_ROUND) return std::round(x);
  if constexpr (kMode == RoundMode::CAST_TRUNC) return std::trunc(x);
  return std::nearbyint(x);
}

inline float RoundToInteger(float x, RoundMode mode) {
  switch (mode) {
    case RoundMode::CAST_FLOOR:
      return RoundToInteger<RoundMode::CAST_FLOOR>(x);
    case RoundMode::CAST_CEIL:
      return RoundToInteger<RoundMode::CAST_CEIL>(x);
    case RoundMode::CAST_ROUND:
      return RoundToInteger<RoundMode::CAST_ROUND>(x);
    case RoundMode::CAST_TRUNC:
      return RoundToInteger<RoundMode::CAST_TRUNC>(x);
    default:
      return RoundToInteger<RoundMode::CAST_RINT>(x);
  }
}

// Saturates; NaN becomes 0.
template <class To, class From>
To Saturate(From x) {
  constexpr To kLowest = std::numeric_limits<To>::lowest();
  constexpr To kHighest = std::numeric_limits<To>::max();
  if constexpr (std::is_floating_point_v<From>) {
    if (x != x) return 0;
    if (x <= static_cast<From>(kLowest)) return kLowest;
    if (x >= static_cast<From>(kHighest)) return kHighest;
    return static_cast<To>(x);
  } else {
    return x < kLowest ? kLowest : x > kHighest ? kHighest : static_cast<To>(x);
  }
}

// make(Mode<m>) for the five modes that round to an integer or to a narrower type; null for the others.
template <RoundMode kMode>
using Mode = std::integral_constant<RoundMode, kMode>;

template <class Maker>
LaneKernel ForRounding(RoundMode mode, Maker make) {
  switch (mode) {
    case RoundMode::CAST_RINT:
      return make(Mode<RoundMode::CAST_RINT>());
    case RoundMode::CAST_FLOOR:
      return make(Mode<RoundMode::CAST_FLOOR>());
    case RoundMode::CAST_CEIL:
      return make(Mode<RoundMode::CAST_CEIL>());
    case RoundMode::CAST_ROUND:
      return make(Mode<RoundMode::CAST_ROUND>());
    case RoundMode::CAST_TRUNC:
      return make(Mode<RoundMode::CAST_TRUNC>());
    default:
      return nullptr;
  }
}

// CAST_NONE where the documentation has it beside the five.
template <class Maker>
LaneKernel ForRoundingOrNone(RoundMode mode, Maker make) {
  return mode == RoundMode::CAST_NONE ? make(Mode<RoundMode::CAST_NONE>()) : ForRounding(mode, make);
}

inline LaneKernel OnlyNone(RoundMode mode, LaneKernel kernel) {
  return mode == RoundMode::CAST_NONE ? kernel : nullptr;
}

// half to int4b_t and back, both in pairs of elements (int4_pairs.h).
LaneKernel FindInt4CastKernel(DataType source, DataType destination, RoundMode mode);

}  // namespace cann_emulator::ascendc
