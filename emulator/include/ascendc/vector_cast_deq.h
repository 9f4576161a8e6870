// SPDX-License-Identifier: Apache-2.0
// CastDeq: integers scaled and shifted to 8 bits, or scaled to half; SetDeqScale, what it scales by.
#pragma once

#include <cstdint>
#include <cstring>

#include "ascendc/runtime_vector.h"
#include "ascendc/vector_cast.h"

namespace AscendC {

inline constexpr std::uint8_t VDEQ_TENSOR_SIZE = 16;

// What each of 16 lanes in turn is scaled and shifted by.
struct VdeqInfo {
  VdeqInfo() = default;
  VdeqInfo(const float vdeqScaleIn[VDEQ_TENSOR_SIZE], const std::int16_t vdeqOffsetIn[VDEQ_TENSOR_SIZE],
           const bool vdeqSignModeIn[VDEQ_TENSOR_SIZE]) {
    for (int i = 0; i < VDEQ_TENSOR_SIZE; ++i) {
      vdeqScale[i] = vdeqScaleIn[i];
      vdeqOffset[i] = vdeqOffsetIn[i];
      vdeqSignMode[i] = vdeqSignModeIn[i];
    }
  }

  float vdeqScale[VDEQ_TENSOR_SIZE] = {};
  std::int16_t vdeqOffset[VDEQ_TENSOR_SIZE] = {};
  bool vdeqSignMode[VDEQ_TENSOR_SIZE] = {};
};

// For CastDeq of int16_t with isVecDeq false. signMode: the results are of int8_t; of offset nine bits count.
inline void SetDeqScale(float scale, std::int16_t offset, bool signMode) {
  ::cann_emulator::ascendc::SetDequantization(scale, offset, signMode);
}
// With isVecDeq true. vdeq: 128 bytes of UB, which it fills.
template <typename T>
void SetDeqScale(const LocalTensor<T>& vdeq, const VdeqInfo& vdeqInfo,
                 detail::Site site = detail::Site::Here()) {
  static_assert(std::is_same_v<T, std::uint64_t>, "SetDeqScale: vdeq is of uint64_t");
  for (std::uint32_t i = 0; i < VDEQ_TENSOR_SIZE; ++i) {
    std::uint32_t bits;
    std::memcpy(&bits, &vdeqInfo.vdeqScale[i], sizeof(bits));
    vdeq.SetValue(i, detail::DequantWord(bits, vdeqInfo.vdeqOffset[i], vdeqInfo.vdeqSignMode[i]), site);
  }
  ::cann_emulator::ascendc::SetDequantTensor(vdeq.Memory());
}

namespace detail {

template <bool isVecDeq, bool halfBlock, typename T, typename U>
void CastDequantized(const LocalTensor<T>& destination, const LocalTensor<U>& source,
                     const VectorShape& shape, Site site) {
  if constexpr (std::is_same_v<U, std::int32_t> && std::is_same_v<T, half>) {
    Unary(Opcode::kCast, destination, source, 0, shape, site);
  } else {
    static_assert(std::is_same_v<U, std::int16_t> && kIsOneOf<T, std::int8_t, std::uint8_t>,
                  "CastDeq: the vector unit has it from int16_t to int8_t and uint8_t, from int32_t to half");
    CastDeqInstruction instruction;
    instruction.is_signed = std::is_same_v<T, std::int8_t>;
    instruction.by_tensor = isVecDeq;
    instruction.second_half = halfBlock;
    instruction.destination = destination.Memory();
    instruction.source = source.Memory();
    instruction.shape = shape;
    instruction.site = site;
    Execute(instruction);
  }
}

}  // namespace detail

// round(src * scale) + offset, saturated; the 16 results of 32 bytes of src fill the second half of 32 bytes
// of dst (halfBlock true) or the first, and leave the other half. From int32_t: half(src * the scale).
template <typename T, typename U, bool isVecDeq = true, bool halfBlock = true>
void CastDeq(const LocalTensor<T>& dst, const LocalTensor<U>& src, std::uint32_t count,
             detail::Site site = detail::Site::Here()) {
  detail::CastDequantized<isVecDeq, halfBlock>(dst, src, detail::CountShape(count), site);
}
template <typename T, typename U, bool isSetMask = true, bool isVecDeq = true, bool halfBlock = true>
void CastDeq(const LocalTensor<T>& dst, const LocalTensor<U>& src, const std::uint64_t mask[],
             std::int32_t repeatTime, const UnaryRepeatParams& repeatParams,
             detail::Site site = detail::Site::Here()) {
  detail::CastDequantized<isVecDeq, halfBlock>(
      dst, src, detail::RepeatShape(detail::Mask::Bits(mask, isSetMask), repeatTime, repeatParams), site);
}
template <typename T, typename U, bool isSetMask = true, bool isVecDeq = true, bool halfBlock = true>
void CastDeq(const LocalTensor<T>& dst, const LocalTensor<U>& src, std::int32_t mask, std::int32_t repeatTime,
             const UnaryRepeatParams& repeatParams, detail::Site site = detail::Site::Here()) {
  const auto lanes = static_cast<std::uint64_t>(mask);
  detail::CastDequantized<isVecDeq, halfBlock>(
      dst, src, detail::RepeatShape(detail::Mask::First(lanes, isSetMask), repeatTime, repeatParams), site);
}

}  // namespace AscendC
