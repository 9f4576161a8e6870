// SPDX-License-Identifier: Apache-2.0
// Instructions that do two steps in one, in the three forms of vector_binary.h.
#pragma once

#include <cstdint>

#include "ascendc/vector_shape.h"

namespace AscendC {

namespace detail {

template <typename... Types>
struct Pair;

// Whether (To, From) is one of the listed pairs.
template <typename To, typename From, typename... Listed>
inline constexpr bool kIsPair = (std::is_same_v<Pair<To, From>, Listed> || ...);

template <typename T, typename U>
void Compound(Opcode opcode, const LocalTensor<T>& destination, const LocalTensor<U>& source0,
              const LocalTensor<U>& source1, const VectorShape& shape, Site site) {
  VectorInstruction instruction = Instruction(opcode, destination, shape, site);
  instruction.source_type = DataTypeOf<U>();
  instruction.source_count = 2;
  instruction.source[0] = source0.Memory();
  instruction.source[1] = source1.Memory();
  Execute(instruction);
}

}  // namespace detail

// The factor of AddDeqRelu and of Cast from int32_t to half.
inline void SetDeqScale(half scale) { ::cann_emulator::ascendc::SetDequantScale(static_cast<float>(scale)); }

#define CANN_EMULATOR_COMPOUND(name, types, ...)                                                          \
  template <typename T, typename U, bool isSetMask = true>                                                \
  void name(const LocalTensor<T>& dst, const LocalTensor<U>& src0, const LocalTensor<U>& src1,            \
            std::int32_t count, detail::Site site = detail::Site::Here()) {                               \
    static_assert(detail::kIsPair<T, U, __VA_ARGS__>, #name ": the vector unit has it for " types);       \
    detail::Compound(detail::Opcode::k##name, dst, src0, src1,                                            \
                     detail::CountShape(static_cast<std::uint32_t>(count)), site);                        \
  }                                                                                                       \
  template <typename T, typename U, bool isSetMask = true>                                                \
  void name(const LocalTensor<T>& dst, const LocalTensor<U>& src0, const LocalTensor<U>& src1,            \
            const std::uint64_t mask[], std::int32_t repeatTime, const BinaryRepeatParams& repeatParams,  \
            detail::Site site = detail::Site::Here()) {                                                   \
    static_assert(detail::kIsPair<T, U, __VA_ARGS__>, #name ": the vector unit has it for " types);       \
    detail::Compound(detail::Opcode::k##name, dst, src0, src1,                                            \
                     detail::RepeatShape(detail::Mask::Bits(mask, isSetMask), repeatTime, repeatParams),  \
                     site);                                                                               \
  }                                                                                                       \
  template <typename T, typename U, bool isSetMask = true>                                                \
  void name(const LocalTensor<T>& dst, const LocalTensor<U>& src0, const LocalTensor<U>& src1,            \
            std::uint64_t mask, std::int32_t repeatTime, const BinaryRepeatParams& repeatParams,          \
            detail::Site site = detail::Site::Here()) {                                                   \
    static_assert(detail::kIsPair<T, U, __VA_ARGS__>, #name ": the vector unit has it for " types);       \
    detail::Compound(detail::Opcode::k##name, dst, src0, src1,                                            \
                     detail::RepeatShape(detail::Mask::First(mask, isSetMask), repeatTime, repeatParams), \
                     site);                                                                               \
  }

// dst = relu(src0 + src1), relu(src0 - src1)
CANN_EMULATOR_COMPOUND(AddRelu, "half, float and int16_t", detail::Pair<half, half>,
                       detail::Pair<float, float>, detail::Pair<std::int16_t, std::int16_t>)
CANN_EMULATOR_COMPOUND(SubRelu, "half, float and int16_t", detail::Pair<half, half>,
                       detail::Pair<float, float>, detail::Pair<std::int16_t, std::int16_t>)
// The same, cast to another type.
CANN_EMULATOR_COMPOUND(AddReluCast, "(dst, src) of (int8_t, half), (half, float) and (int8_t, int16_t)",
                       detail::Pair<std::int8_t, half>, detail::Pair<half, float>,
                       detail::Pair<std::int8_t, std::int16_t>)
CANN_EMULATOR_COMPOUND(SubReluCast, "(dst, src) of (int8_t, half), (half, float) and (int8_t, int16_t)",
                       detail::Pair<std::int8_t, half>, detail::Pair<half, float>,
                       detail::Pair<std::int8_t, std::int16_t>)
// dst = relu((src0 + src1) * the scale of SetDeqScale)
CANN_EMULATOR_COMPOUND(AddDeqRelu, "(dst, src) of (half, int32_t)", detail::Pair<half, std::int32_t>)
// dst = src0 * src1 + dst
CANN_EMULATOR_COMPOUND(MulAddDst, "(dst, src) of (half, half), (float, float) and (float, half)",
                       detail::Pair<half, half>, detail::Pair<float, float>, detail::Pair<float, half>)
// dst = src0 * dst + src1
CANN_EMULATOR_COMPOUND(FusedMulAdd, "half and float", detail::Pair<half, half>, detail::Pair<float, float>)
CANN_EMULATOR_COMPOUND(FusedMulAddRelu, "half and float", detail::Pair<half, half>,
                       detail::Pair<float, float>)
// dst = src0 * src1, rounded to the nearest integer and saturated
CANN_EMULATOR_COMPOUND(MulCast, "(dst, src) of (int8_t, half) and (uint8_t, half)",
                       detail::Pair<std::int8_t, half>, detail::Pair<std::uint8_t, half>)

#undef CANN_EMULATOR_COMPOUND

}  // namespace AscendC
