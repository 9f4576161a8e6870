// SPDX-License-Identifier: Apache-2.0
// Compare, CompareScalar (Compares) and Select. A comparison yields one bit an element, the first in the
// lowest bit of the first byte.
#pragma once

#include <cstdint>

#include "ascendc/runtime_vector.h"
#include "ascendc/vector_shape.h"

namespace AscendC {

enum class CMPMODE : std::uint8_t { LT, GT, EQ, LE, GE, NE };

// VSEL_CMPMASK_SPR: every repeat takes the same bits; the two others go on through the mask tensor.
enum class SELMODE : std::uint8_t { VSEL_CMPMASK_SPR, VSEL_TENSOR_SCALAR_MODE, VSEL_TENSOR_TENSOR_MODE };

namespace detail {

template <typename T, typename U>
constexpr void CheckCompareTypes() {
  static_assert(kIsOneOf<T, half, float, std::int32_t>,
                "Compare: the vector unit has it for half, float and (EQ only) int32_t");
  static_assert(kIsOneOf<U, std::uint8_t, std::int8_t>, "Compare: dst holds bits as uint8_t or int8_t");
}

template <typename T>
CompareInstruction CompareOf(const char* name, const LocalTensor<T>& source, CMPMODE mode,
                             const VectorShape& shape, Site site) {
  CompareInstruction instruction;
  instruction.name = name;
  instruction.type = DataTypeOf<T>();
  instruction.mode = static_cast<CompareMode>(mode);
  instruction.source[0] = source.Memory();
  instruction.shape = shape;
  instruction.site = site;
  return instruction;
}

template <typename U, typename T>
void CompareTensors(const LocalTensor<U>& destination, const LocalTensor<T>& source0,
                    const LocalTensor<T>& source1, CMPMODE mode, const VectorShape& shape, Site site) {
  CheckCompareTypes<T, U>();
  CompareInstruction instruction = CompareOf("Compare", source0, mode, shape, site);
  instruction.source[1] = source1.Memory();
  instruction.destination = destination.Memory();
  Execute(instruction);
}

template <typename U, typename T>
void CompareWithScalar(const LocalTensor<U>& destination, const LocalTensor<T>& source, T scalar,
                       CMPMODE mode, const VectorShape& shape, Site site) {
  CheckCompareTypes<T, U>();
  CompareInstruction instruction = CompareOf("CompareScalar", source, mode, shape, site);
  instruction.has_scalar = true;
  instruction.scalar = ScalarBits(scalar);
  instruction.destination = destination.Memory();
  Execute(instruction);
}

template <typename T>
void CompareToRegister(const LocalTensor<T>& source0, const LocalTensor<T>& source1, CMPMODE mode,
                       const VectorShape& shape, Site site) {
  static_assert(kIsOneOf<T, half, float>,
                "Compare into the register: the vector unit has it for half and float");
  CompareInstruction instruction = CompareOf("Compare", source0, mode, shape, site);
  instruction.source[1] = source1.Memory();
  instruction.to_register = true;
  Execute(instruction);
}

}  // namespace detail

// The first `count` elements; they must fill whole repeats of 256 bytes.
template <typename T, typename U>
void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
             CMPMODE cmpMode, std::uint32_t count, detail::Site site = detail::Site::Here()) {
  detail::CompareTensors(dst, src0, src1, cmpMode, detail::CountShape(count), site);
}
template <typename T, typename U, bool isSetMask = true>
void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
             CMPMODE cmpMode, const std::uint64_t mask[], std::int32_t repeatTime,
             const BinaryRepeatParams& repeatParams, detail::Site site = detail::Site::Here()) {
  detail::CompareTensors(dst, src0, src1, cmpMode,
                         detail::RepeatShape(detail::Mask::Bits(mask, isSetMask), repeatTime, repeatParams),
                         site);
}
template <typename T, typename U, bool isSetMask = true>
void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
             CMPMODE cmpMode, std::uint64_t mask, std::int32_t repeatTime,
             const BinaryRepeatParams& repeatParams, detail::Site site = detail::Site::Here()) {
  detail::CompareTensors(dst, src0, src1, cmpMode,
                         detail::RepeatShape(detail::Mask::First(mask, isSetMask), repeatTime, repeatParams),
                         site);
}
// One repeat, into the register that Select<T, SELMODE> reads. Bits of lanes outside the mask
// stay as they are.
template <typename T, bool isSetMask = true>
void Compare(const LocalTensor<T>& src0, const LocalTensor<T>& src1, CMPMODE cmpMode,
             const std::uint64_t mask[], const BinaryRepeatParams& repeatParams,
             detail::Site site = detail::Site::Here()) {
  detail::CompareToRegister(src0, src1, cmpMode,
                            detail::RepeatShape(detail::Mask::Bits(mask, isSetMask), 1, repeatParams), site);
}
template <typename T, bool isSetMask = true>
void Compare(const LocalTensor<T>& src0, const LocalTensor<T>& src1, CMPMODE cmpMode, std::uint64_t mask,
             const BinaryRepeatParams& repeatParams, detail::Site site = detail::Site::Here()) {
  detail::CompareToRegister(src0, src1, cmpMode,
                            detail::RepeatShape(detail::Mask::First(mask, isSetMask), 1, repeatParams), site);
}

// CompareScalar, and Compares, its newer name.
#define CANN_EMULATOR_COMPARE_SCALAR(name)                                                            \
  template <typename T, typename U>                                                                   \
  void name(const LocalTensor<U>& dst, const LocalTensor<T>& src0, detail::NotDeduced<T> src1Scalar,  \
            CMPMODE cmpMode, std::uint32_t count, detail::Site site = detail::Site::Here()) {         \
    detail::CompareWithScalar<U, T>(dst, src0, src1Scalar, cmpMode, detail::CountShape(count), site); \
  }                                                                                                   \
  template <typename T, typename U, bool isSetMask = true>                                            \
  void name(const LocalTensor<U>& dst, const LocalTensor<T>& src0, detail::NotDeduced<T> src1Scalar,  \
            CMPMODE cmpMode, const std::uint64_t mask[], std::int32_t repeatTime,                     \
            const UnaryRepeatParams& repeatParams, detail::Site site = detail::Site::Here()) {        \
    detail::CompareWithScalar<U, T>(                                                                  \
        dst, src0, src1Scalar, cmpMode,                                                               \
        detail::RepeatShape(detail::Mask::Bits(mask, isSetMask), repeatTime, repeatParams), site);    \
  }                                                                                                   \
  template <typename T, typename U, bool isSetMask = true>                                            \
  void name(const LocalTensor<U>& dst, const LocalTensor<T>& src0, detail::NotDeduced<T> src1Scalar,  \
            CMPMODE cmpMode, std::uint64_t mask, std::int32_t repeatTime,                             \
            const UnaryRepeatParams& repeatParams, detail::Site site = detail::Site::Here()) {        \
    detail::CompareWithScalar<U, T>(                                                                  \
        dst, src0, src1Scalar, cmpMode,                                                               \
        detail::RepeatShape(detail::Mask::First(mask, isSetMask), repeatTime, repeatParams), site);   \
  }
CANN_EMULATOR_COMPARE_SCALAR(CompareScalar)
CANN_EMULATOR_COMPARE_SCALAR(Compares)
#undef CANN_EMULATOR_COMPARE_SCALAR

// The 128 bits of the compare register, from and to UB.
template <typename T>
void GetCmpMask(const LocalTensor<T>& dst, detail::Site site = detail::Site::Here()) {
  std::uint64_t bits[2];
  detail::GetCompareMask(bits[0], bits[1]);
  std::memcpy(detail::LocalBytes("GetCmpMask", dst.Memory(), 0, sizeof(bits), site), bits, sizeof(bits));
}
template <typename T>
void SetCmpMask(const LocalTensor<T>& src, detail::Site site = detail::Site::Here()) {
  std::uint64_t bits[2];
  std::memcpy(bits, detail::LocalBytes("SetCmpMask", src.Memory(), 0, sizeof(bits), site), sizeof(bits));
  detail::SetCompareMask(bits[0], bits[1]);
}

namespace detail {

template <typename T>
SelectInstruction SelectOf(const LocalTensor<T>& destination, const LocalTensor<T>& source, SELMODE mode,
                           const VectorShape& shape, Site site) {
  static_assert(kIsOneOf<T, half, float>, "Select: the vector unit has it for half and float");
  SelectInstruction instruction;
  instruction.mode = static_cast<SelectMode>(mode);
  instruction.element_size = sizeof(T);
  instruction.destination = destination.Memory();
  instruction.source[0] = source.Memory();
  instruction.shape = shape;
  instruction.site = site;
  return instruction;
}

template <typename T, typename U>
void SelectTensors(const LocalTensor<T>& destination, const LocalTensor<U>& mask,
                   const LocalTensor<T>& source0, const LocalTensor<T>& source1, SELMODE mode,
                   const VectorShape& shape, Site site) {
  SelectInstruction instruction = SelectOf(destination, source0, mode, shape, site);
  if (mode == SELMODE::VSEL_TENSOR_SCALAR_MODE) instruction.mode = SelectMode::kTensorTensor;
  instruction.mask = mask.Memory();
  instruction.source[1] = source1.Memory();
  Execute(instruction);
}

template <typename T, typename U>
void SelectScalar(const LocalTensor<T>& destination, const LocalTensor<U>& mask, const LocalTensor<T>& source,
                  T scalar, const VectorShape& shape, Site site) {
  SelectInstruction instruction =
      SelectOf(destination, source, SELMODE::VSEL_TENSOR_SCALAR_MODE, shape, site);
  instruction.mask = mask.Memory();
  instruction.scalar = ScalarBits(scalar);
  Execute(instruction);
}

}  // namespace detail

// dst = src0 where the bit of selMask is 1, else src1.
template <typename T, typename U>
void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0,
            const LocalTensor<T>& src1, SELMODE selMode, std::uint32_t count,
            detail::Site site = detail::Site::Here()) {
  detail::SelectTensors(dst, selMask, src0, src1, selMode, detail::CountShape(count), site);
}
template <typename T, typename U>
void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0,
            detail::NotDeduced<T> src1, SELMODE, std::uint32_t count,
            detail::Site site = detail::Site::Here()) {
  detail::SelectScalar<T, U>(dst, selMask, src0, src1, detail::CountShape(count), site);
}
template <typename T, typename U, bool isSetMask = true>
void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0,
            const LocalTensor<T>& src1, SELMODE selMode, const std::uint64_t mask[], std::int32_t repeatTime,
            const BinaryRepeatParams& repeatParams, detail::Site site = detail::Site::Here()) {
  detail::SelectTensors(dst, selMask, src0, src1, selMode,
                        detail::RepeatShape(detail::Mask::Bits(mask, isSetMask), repeatTime, repeatParams),
                        site);
}
template <typename T, typename U, bool isSetMask = true>
void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0,
            const LocalTensor<T>& src1, SELMODE selMode, std::uint64_t mask, std::int32_t repeatTime,
            const BinaryRepeatParams& repeatParams, detail::Site site = detail::Site::Here()) {
  detail::SelectTensors(dst, selMask, src0, src1, selMode,
                        detail::RepeatShape(detail::Mask::First(mask, isSetMask), repeatTime, repeatParams),
                        site);
}
template <typename T, typename U, bool isSetMask = true>
void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0,
            detail::NotDeduced<T> src1, SELMODE, const std::uint64_t mask[], std::int32_t repeatTime,
            const BinaryRepeatParams& repeatParams, detail::Site site = detail::Site::Here()) {
  detail::SelectScalar<T, U>(
      dst, selMask, src0, src1,
      detail::RepeatShape(detail::Mask::Bits(mask, isSetMask), repeatTime, repeatParams), site);
}
template <typename T, typename U, bool isSetMask = true>
void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0,
            detail::NotDeduced<T> src1, SELMODE, std::uint64_t mask, std::int32_t repeatTime,
            const BinaryRepeatParams& repeatParams, detail::Site site = detail::Site::Here()) {
  detail::SelectScalar<T, U>(
      dst, selMask, src0, src1,
      detail::RepeatShape(detail::Mask::First(mask, isSetMask), repeatTime, repeatParams), site);
}
// By the register, in mode VSEL_CMPMASK_SPR: the bits that Compare or SetCmpMask has set, the same in every
// repeat; in mode VSEL_TENSOR_TENSOR_MODE: SetCmpMask was given the UB address of the mask.
template <typename T, SELMODE selMode>
void Select(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
            std::int32_t repeatTime, const BinaryRepeatParams& repeatParams,
            detail::Site site = detail::Site::Here()) {
  static_assert(selMode != SELMODE::VSEL_TENSOR_SCALAR_MODE,
                "Select by the register and a scalar: pass selMask (dst, selMask, src0, repeatTime, "
                "repeatParams), the scalar is that of SetCmpMask");
  detail::SelectInstruction instruction = detail::SelectOf(
      dst, src0, selMode, detail::RepeatShape(detail::Mask::First(0, false), repeatTime, repeatParams), site);
  instruction.from_register = selMode == SELMODE::VSEL_CMPMASK_SPR;
  if (!instruction.from_register) instruction.mask = detail::MaskOfRegister(site);
  instruction.source[1] = src1.Memory();
  Execute(instruction);
}
// dst = src0 where the bit of selMask is 1, else the number that SetCmpMask has set.
template <typename T, typename U>
void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0,
            std::int32_t repeatTime, const BinaryRepeatParams& repeatParams,
            detail::Site site = detail::Site::Here()) {
  std::uint64_t bits[2];
  detail::GetCompareMask(bits[0], bits[1]);
  T scalar;
  std::memcpy(&scalar, bits, sizeof(T));
  detail::SelectScalar<T, U>(dst, selMask, src0, scalar,
                             detail::RepeatShape(detail::Mask::First(0, false), repeatTime, repeatParams),
                             site);
}

}  // namespace AscendC
