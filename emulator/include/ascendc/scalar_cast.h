// SPDX-License-Identifier: Apache-2.0
// Conversion of one value on the scalar unit.
#pragma once

#include <cstdint>

#include "ascendc/runtime_vector.h"

namespace AscendC {

// float to half (CAST_ODD) or int32_t (CAST_RINT, CAST_FLOOR, CAST_CEIL, CAST_ROUND), as Cast on tensors
// does.
template <typename T, typename U, RoundMode roundMode>
U ScalarCast(T valueIn) {
  constexpr bool kToHalf = std::is_same_v<U, half> && roundMode == RoundMode::CAST_ODD;
  constexpr bool kToInt32 = std::is_same_v<U, std::int32_t> &&
                            (roundMode == RoundMode::CAST_RINT || roundMode == RoundMode::CAST_FLOOR ||
                             roundMode == RoundMode::CAST_CEIL || roundMode == RoundMode::CAST_ROUND);
  static_assert(std::is_same_v<T, float> && (kToHalf || kToInt32),
                "ScalarCast: the scalar unit has it from float to half with CAST_ODD and to int32_t with "
                "CAST_RINT, CAST_FLOOR, CAST_CEIL and CAST_ROUND");
  U result;
  ::cann_emulator::ascendc::CastScalar(::cann_emulator::ascendc::DataTypeOf<T>(), &valueIn,
                                       ::cann_emulator::ascendc::DataTypeOf<U>(), &result, roundMode);
  return result;
}
// Newer name.
template <typename T, typename U, RoundMode roundMode>
U Cast(T valueIn) {
  return ScalarCast<T, U, roundMode>(valueIn);
}

}  // namespace AscendC
