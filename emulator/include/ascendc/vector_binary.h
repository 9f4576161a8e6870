// SPDX-License-Identifier: Apache-2.0
// Vector instructions of two sources. Each has three forms: the first `count` elements; a mask bit for each
// lane of a repeat; the first `mask` lanes of a repeat. Integer results wrap.
#pragma once

#include <cstdint>

#include "ascendc/vector_shape.h"

#define CANN_EMULATOR_BINARY(name, names, ...)                                                           \
  template <typename T, bool isSetMask = true>                                                           \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,           \
            std::int32_t count, detail::Site site = detail::Site::Here()) {                              \
    static_assert(detail::kIsOneOf<T, __VA_ARGS__>, #name ": the vector unit has it for " names);        \
    detail::Binary(detail::Opcode::k##name, dst, src0, src1,                                             \
                   detail::CountShape(static_cast<std::uint32_t>(count)), site);                         \
  }                                                                                                      \
  template <typename T, bool isSetMask = true>                                                           \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,           \
            const std::uint64_t mask[], std::int32_t repeatTime, const BinaryRepeatParams& repeatParams, \
            detail::Site site = detail::Site::Here()) {                                                  \
    static_assert(detail::kIsOneOf<T, __VA_ARGS__>, #name ": the vector unit has it for " names);        \
    detail::Binary(detail::Opcode::k##name, dst, src0, src1,                                             \
                   detail::RepeatShape(detail::Mask::Bits(mask, isSetMask), repeatTime, repeatParams),   \
                   site);                                                                                \
  }                                                                                                      \
  template <typename T, bool isSetMask = true>                                                           \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,           \
            std::uint64_t mask, std::int32_t repeatTime, const BinaryRepeatParams& repeatParams,         \
            detail::Site site = detail::Site::Here()) {                                                  \
    static_assert(detail::kIsOneOf<T, __VA_ARGS__>, #name ": the vector unit has it for " names);        \
    detail::Binary(detail::Opcode::k##name, dst, src0, src1,                                             \
                   detail::RepeatShape(detail::Mask::First(mask, isSetMask), repeatTime, repeatParams),  \
                   site);                                                                                \
  }

namespace AscendC {

CANN_EMULATOR_BINARY(Add, "half, int16_t, int32_t and float; bfloat16_t goes through Cast to float", half,
                     std::int16_t, std::int32_t, float)
CANN_EMULATOR_BINARY(Sub, "half, int16_t, int32_t and float; bfloat16_t goes through Cast to float", half,
                     std::int16_t, std::int32_t, float)
CANN_EMULATOR_BINARY(Mul, "half, int16_t, int32_t and float; bfloat16_t goes through Cast to float", half,
                     std::int16_t, std::int32_t, float)
CANN_EMULATOR_BINARY(Div, "half and float", half, float)
CANN_EMULATOR_BINARY(Max, "half, int16_t, int32_t and float; bfloat16_t goes through Cast to float", half,
                     std::int16_t, std::int32_t, float)
CANN_EMULATOR_BINARY(Min, "half, int16_t, int32_t and float; bfloat16_t goes through Cast to float", half,
                     std::int16_t, std::int32_t, float)
CANN_EMULATOR_BINARY(And, "int16_t and uint16_t", std::int16_t, std::uint16_t)
CANN_EMULATOR_BINARY(Or, "int16_t and uint16_t", std::int16_t, std::uint16_t)

}  // namespace AscendC

#undef CANN_EMULATOR_BINARY
