// SPDX-License-Identifier: Apache-2.0
// Vector instructions of one source, in the three forms of vector_binary.h.
#pragma once

#include <cstdint>

#include "ascendc/vector_shape.h"

#define CANN_EMULATOR_UNARY(name, names, ...)                                                                \
  template <typename T, bool isSetMask = true>                                                               \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, std::int32_t count,                        \
            detail::Site site = detail::Site::Here()) {                                                      \
    static_assert(detail::kIsOneOf<T, __VA_ARGS__>, #name ": the vector unit has it for " names);            \
    detail::Unary(detail::Opcode::k##name, dst, src, 0,                                                      \
                  detail::CountShape(static_cast<std::uint32_t>(count)), site);                              \
  }                                                                                                          \
  template <typename T, bool isSetMask = true>                                                               \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const std::uint64_t mask[],                \
            std::int32_t repeatTime, const UnaryRepeatParams& repeatParams,                                  \
            detail::Site site = detail::Site::Here()) {                                                      \
    static_assert(detail::kIsOneOf<T, __VA_ARGS__>, #name ": the vector unit has it for " names);            \
    detail::Unary(detail::Opcode::k##name, dst, src, 0,                                                      \
                  detail::RepeatShape(detail::Mask::Bits(mask, isSetMask), repeatTime, repeatParams), site); \
  }                                                                                                          \
  template <typename T, bool isSetMask = true>                                                               \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, std::uint64_t mask,                        \
            std::int32_t repeatTime, const UnaryRepeatParams& repeatParams,                                  \
            detail::Site site = detail::Site::Here()) {                                                      \
    static_assert(detail::kIsOneOf<T, __VA_ARGS__>, #name ": the vector unit has it for " names);            \
    detail::Unary(detail::Opcode::k##name, dst, src, 0,                                                      \
                  detail::RepeatShape(detail::Mask::First(mask, isSetMask), repeatTime, repeatParams),       \
                  site);                                                                                     \
  }

namespace AscendC {

CANN_EMULATOR_UNARY(Abs, "half and float", half, float)
CANN_EMULATOR_UNARY(Exp, "half and float", half, float)
CANN_EMULATOR_UNARY(Ln, "half and float", half, float)
CANN_EMULATOR_UNARY(Not, "int16_t and uint16_t", std::int16_t, std::uint16_t)
CANN_EMULATOR_UNARY(Reciprocal, "half and float", half, float)
CANN_EMULATOR_UNARY(Relu, "half, int32_t and float", half, std::int32_t, float)
CANN_EMULATOR_UNARY(Rsqrt, "half and float", half, float)
CANN_EMULATOR_UNARY(Sqrt, "half and float", half, float)

}  // namespace AscendC

#undef CANN_EMULATOR_UNARY
