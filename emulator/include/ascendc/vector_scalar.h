// SPDX-License-Identifier: Apache-2.0
// Vector instructions of a tensor and a scalar, in the three forms of vector_binary.h, and Duplicate.
// Integer results wrap.
#pragma once

#include <cstdint>

#include "ascendc/vector_shape.h"

#define CANN_EMULATOR_SCALAR(name, names, ...)                                                               \
  template <typename T, bool isSetMask = true>                                                               \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const detail::NotDeduced<T>& scalarValue,  \
            std::int32_t count, detail::Site site = detail::Site::Here()) {                                  \
    static_assert(detail::kIsOneOf<T, __VA_ARGS__>, #name ": the vector unit has it for " names);            \
    detail::Unary(detail::Opcode::k##name, dst, src, detail::ScalarBits<T>(scalarValue),                     \
                  detail::CountShape(static_cast<std::uint32_t>(count)), site);                              \
  }                                                                                                          \
  template <typename T, bool isSetMask = true>                                                               \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const detail::NotDeduced<T>& scalarValue,  \
            const std::uint64_t mask[], std::int32_t repeatTime, const UnaryRepeatParams& repeatParams,      \
            detail::Site site = detail::Site::Here()) {                                                      \
    static_assert(detail::kIsOneOf<T, __VA_ARGS__>, #name ": the vector unit has it for " names);            \
    detail::Unary(detail::Opcode::k##name, dst, src, detail::ScalarBits<T>(scalarValue),                     \
                  detail::RepeatShape(detail::Mask::Bits(mask, isSetMask), repeatTime, repeatParams), site); \
  }                                                                                                          \
  template <typename T, bool isSetMask = true>                                                               \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const detail::NotDeduced<T>& scalarValue,  \
            std::uint64_t mask, std::int32_t repeatTime, const UnaryRepeatParams& repeatParams,              \
            detail::Site site = detail::Site::Here()) {                                                      \
    static_assert(detail::kIsOneOf<T, __VA_ARGS__>, #name ": the vector unit has it for " names);            \
    detail::Unary(detail::Opcode::k##name, dst, src, detail::ScalarBits<T>(scalarValue),                     \
                  detail::RepeatShape(detail::Mask::First(mask, isSetMask), repeatTime, repeatParams),       \
                  site);                                                                                     \
  }

namespace AscendC {

CANN_EMULATOR_SCALAR(Adds, "half, int16_t, int32_t and float", half, std::int16_t, std::int32_t, float)
CANN_EMULATOR_SCALAR(Muls, "half, int16_t, int32_t and float", half, std::int16_t, std::int32_t, float)
CANN_EMULATOR_SCALAR(Maxs, "half, int16_t, int32_t and float", half, std::int16_t, std::int32_t, float)
CANN_EMULATOR_SCALAR(Mins, "half, int16_t, int32_t and float", half, std::int16_t, std::int32_t, float)

// src below zero times the scalar, else src
CANN_EMULATOR_SCALAR(LeakyRelu, "half and float", half, float)
CANN_EMULATOR_SCALAR(ShiftLeft, "int16_t, uint16_t, int32_t and uint32_t", std::int16_t, std::uint16_t,
                     std::int32_t, std::uint32_t)
CANN_EMULATOR_SCALAR(ShiftRight, "int16_t, uint16_t, int32_t and uint32_t", std::int16_t, std::uint16_t,
                     std::int32_t, std::uint32_t)

// roundEn adds the last bit that is shifted out.
template <typename T, bool isSetMask = true>
void ShiftRight(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                const detail::NotDeduced<T>& scalarValue, std::uint64_t mask, std::int32_t repeatTime,
                const UnaryRepeatParams& repeatParams, bool roundEn,
                detail::Site site = detail::Site::Here()) {
  static_assert(detail::kIsOneOf<T, std::int16_t, std::int32_t>,
                "ShiftRight: roundEn is for int16_t and int32_t");
  detail::Unary(roundEn ? detail::Opcode::kShiftRightRounded : detail::Opcode::kShiftRight, dst, src,
                detail::ScalarBits<T>(scalarValue),
                detail::RepeatShape(detail::Mask::First(mask, isSetMask), repeatTime, repeatParams), site);
}
template <typename T, bool isSetMask = true>
void ShiftRight(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                const detail::NotDeduced<T>& scalarValue, const std::uint64_t mask[], std::int32_t repeatTime,
                const UnaryRepeatParams& repeatParams, bool roundEn,
                detail::Site site = detail::Site::Here()) {
  static_assert(detail::kIsOneOf<T, std::int16_t, std::int32_t>,
                "ShiftRight: roundEn is for int16_t and int32_t");
  detail::Unary(roundEn ? detail::Opcode::kShiftRightRounded : detail::Opcode::kShiftRight, dst, src,
                detail::ScalarBits<T>(scalarValue),
                detail::RepeatShape(detail::Mask::Bits(mask, isSetMask), repeatTime, repeatParams), site);
}

namespace detail {

template <typename T, typename U>
constexpr void CheckAxpyTypes() {
  static_assert(
      (std::is_same_v<T, U> && kIsOneOf<T, half, float>) ||
          (std::is_same_v<T, float> && std::is_same_v<U, half>),
      "Axpy: the vector unit has it for (dst, src) of (half, half), (float, float) and (float, half)");
}

}  // namespace detail

// dst = src * scalarValue + dst; the scalar has the source's type.
template <typename T, typename U, bool isSetMask = true>
void Axpy(const LocalTensor<T>& dst, const LocalTensor<U>& src, const detail::NotDeduced<U>& scalarValue,
          std::int32_t count, detail::Site site = detail::Site::Here()) {
  detail::CheckAxpyTypes<T, U>();
  detail::Unary(detail::Opcode::kAxpy, dst, src, detail::ScalarBits<U>(scalarValue),
                detail::CountShape(static_cast<std::uint32_t>(count)), site);
}
template <typename T, typename U, bool isSetMask = true>
void Axpy(const LocalTensor<T>& dst, const LocalTensor<U>& src, const detail::NotDeduced<U>& scalarValue,
          std::uint64_t mask, std::int32_t repeatTime, const UnaryRepeatParams& repeatParams,
          detail::Site site = detail::Site::Here()) {
  detail::CheckAxpyTypes<T, U>();
  detail::Unary(detail::Opcode::kAxpy, dst, src, detail::ScalarBits<U>(scalarValue),
                detail::RepeatShape(detail::Mask::First(mask, isSetMask), repeatTime, repeatParams), site);
}
template <typename T, typename U, bool isSetMask = true>
void Axpy(const LocalTensor<T>& dst, const LocalTensor<U>& src, const detail::NotDeduced<U>& scalarValue,
          const std::uint64_t mask[], std::int32_t repeatTime, const UnaryRepeatParams& repeatParams,
          detail::Site site = detail::Site::Here()) {
  detail::CheckAxpyTypes<T, U>();
  detail::Unary(detail::Opcode::kAxpy, dst, src, detail::ScalarBits<U>(scalarValue),
                detail::RepeatShape(detail::Mask::Bits(mask, isSetMask), repeatTime, repeatParams), site);
}

namespace detail {

template <typename T>
void DuplicateScalar(const LocalTensor<T>& destination, T value, const VectorShape& shape, Site site) {
  static_assert(
      kIsOneOf<T, half, bfloat16_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, float>,
      "Duplicate: the vector unit has it for half, bfloat16_t, int16_t, uint16_t, int32_t, uint32_t and "
      "float");
  VectorInstruction instruction = Instruction(Opcode::kDuplicate, destination, shape, site);
  instruction.scalar = ScalarBits(value);
  Execute(instruction);
}

}  // namespace detail

template <typename T>
void Duplicate(const LocalTensor<T>& dst, const detail::NotDeduced<T>& scalarValue, std::int32_t count,
               detail::Site site = detail::Site::Here()) {
  detail::DuplicateScalar<T>(dst, scalarValue, detail::CountShape(static_cast<std::uint32_t>(count)), site);
}
template <typename T, bool isSetMask = true>
void Duplicate(const LocalTensor<T>& dst, const detail::NotDeduced<T>& scalarValue, std::uint64_t mask,
               std::int32_t repeatTime, std::uint16_t dstBlockStride, std::uint8_t dstRepeatStride,
               detail::Site site = detail::Site::Here()) {
  detail::DuplicateScalar<T>(dst, scalarValue,
                             detail::RepeatShape(detail::Mask::First(mask, isSetMask), repeatTime,
                                                 {dstBlockStride, dstRepeatStride}),
                             site);
}
template <typename T, bool isSetMask = true>
void Duplicate(const LocalTensor<T>& dst, const detail::NotDeduced<T>& scalarValue,
               const std::uint64_t mask[], std::int32_t repeatTime, std::uint16_t dstBlockStride,
               std::uint8_t dstRepeatStride, detail::Site site = detail::Site::Here()) {
  detail::DuplicateScalar<T>(
      dst, scalarValue,
      detail::RepeatShape(detail::Mask::Bits(mask, isSetMask), repeatTime, {dstBlockStride, dstRepeatStride}),
      site);
}

}  // namespace AscendC

#undef CANN_EMULATOR_SCALAR
