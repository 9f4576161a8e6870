// SPDX-License-Identifier: Apache-2.0
// Cast between element types, in the three forms of vector_binary.h. Which RoundModes a pair of types has is
// checked when the instruction runs. To and from int4b_t, counts are even and masks name both or none of the
// two elements that share a byte.
#pragma once

#include <cstdint>

#include "ascendc/int4.h"
#include "ascendc/vector_shape.h"

namespace AscendC {

namespace detail {

template <typename To, typename From>
inline constexpr bool kHasCast =
    (std::is_same_v<From, half> &&
     kIsOneOf<To, float, std::int32_t, std::int16_t, std::int8_t, std::uint8_t, int4b_t>) ||
    (std::is_same_v<From, float> &&
     kIsOneOf<To, float, half, bfloat16_t, std::int64_t, std::int32_t, std::int16_t>) ||
    (std::is_same_v<From, bfloat16_t> && kIsOneOf<To, float, std::int32_t>) ||
    (kIsOneOf<From, std::int8_t, std::uint8_t, int4b_t> && std::is_same_v<To, half>) ||
    (std::is_same_v<From, std::int16_t> && kIsOneOf<To, half, float>) ||
    (std::is_same_v<From, std::int32_t> && kIsOneOf<To, float, half, std::int64_t, std::int16_t>) ||
    (std::is_same_v<From, std::int64_t> && kIsOneOf<To, std::int32_t, float>);

template <typename To, typename From>
constexpr void CheckCastTypes() {
  static_assert(
      kHasCast<To, From>,
      "Cast: the vector unit has it from half to float, int32_t, int16_t, int8_t, uint8_t, int4b_t; "
      "from float to float, half, bfloat16_t, int64_t, int32_t, int16_t; from bfloat16_t to float, int32_t; "
      "from int8_t, uint8_t and int4b_t to half; from int16_t to half, float; from int32_t to float, half "
      "(with SetDeqScale), "
      "int64_t, int16_t; from int64_t to int32_t, float");
}

}  // namespace detail

template <typename T, typename U>
void Cast(const LocalTensor<T>& dst, const LocalTensor<U>& src, const RoundMode& roundMode,
          std::uint32_t count, detail::Site site = detail::Site::Here()) {
  detail::CheckCastTypes<T, U>();
  detail::Unary(detail::Opcode::kCast, dst, src, 0, detail::CountShape(count), site, roundMode);
}
template <typename T, typename U, bool isSetMask = true>
void Cast(const LocalTensor<T>& dst, const LocalTensor<U>& src, const RoundMode& roundMode,
          std::uint64_t mask, std::int32_t repeatTime, const UnaryRepeatParams& repeatParams,
          detail::Site site = detail::Site::Here()) {
  detail::CheckCastTypes<T, U>();
  detail::Unary(detail::Opcode::kCast, dst, src, 0,
                detail::RepeatShape(detail::Mask::First(mask, isSetMask), repeatTime, repeatParams), site,
                roundMode);
}
template <typename T, typename U, bool isSetMask = true>
void Cast(const LocalTensor<T>& dst, const LocalTensor<U>& src, const RoundMode& roundMode,
          const std::uint64_t mask[], std::int32_t repeatTime, const UnaryRepeatParams& repeatParams,
          detail::Site site = detail::Site::Here()) {
  detail::CheckCastTypes<T, U>();
  detail::Unary(detail::Opcode::kCast, dst, src, 0,
                detail::RepeatShape(detail::Mask::Bits(mask, isSetMask), repeatTime, repeatParams), site,
                roundMode);
}

}  // namespace AscendC
