// SPDX-License-Identifier: Apache-2.0
// Moving elements within UB by address, pattern or mask; index sequences.
#pragma once

#include <cstdint>

#include "ascendc/runtime_vector.h"
#include "ascendc/vector_shape.h"

namespace AscendC {

struct GatherRepeatParams {
  GatherRepeatParams() = default;
  GatherRepeatParams(std::uint8_t dstBlkStrideIn, std::uint8_t dstRepStrideIn)
      : dstBlkStride(dstBlkStrideIn), dstRepStride(dstRepStrideIn) {}

  std::uint8_t dstBlkStride = 1;  // blocks
  std::uint16_t dstRepStride = 8;
};

struct GatherMaskParams {
  GatherMaskParams() = default;
  GatherMaskParams(std::uint8_t src0BlockStrideIn, std::uint16_t repeatTimesIn,
                   std::uint16_t src0RepeatStrideIn, std::uint16_t src1RepeatStrideIn)
      : src0BlockStride(src0BlockStrideIn),
        repeatTimes(repeatTimesIn),
        src0RepeatStride(src0RepeatStrideIn),
        src1RepeatStride(src1RepeatStrideIn) {}

  std::uint8_t src0BlockStride = 1;  // blocks
  std::uint16_t repeatTimes = 0;
  std::uint16_t src0RepeatStride = 0;
  std::uint16_t src1RepeatStride = 0;
};

struct BrcbRepeatParams {
  BrcbRepeatParams() = default;
  BrcbRepeatParams(std::uint16_t dstBlkStrideIn, std::uint16_t dstRepStrideIn)
      : dstBlkStride(dstBlkStrideIn), dstRepStride(dstRepStrideIn) {}

  std::uint16_t dstBlkStride = 1;  // blocks
  std::uint16_t dstRepStride = 8;
};

// Strides between blocks and between repeats, in blocks.
struct CopyRepeatParams {
  CopyRepeatParams() = default;
  CopyRepeatParams(std::uint16_t dstStrideIn, std::uint16_t srcStrideIn, std::uint16_t dstRepeatSizeIn,
                   std::uint16_t srcRepeatSizeIn)
      : dstStride(dstStrideIn),
        srcStride(srcStrideIn),
        dstRepeatSize(dstRepeatSizeIn),
        srcRepeatSize(srcRepeatSizeIn) {}

  std::uint16_t dstStride = 1;
  std::uint16_t srcStride = 1;
  std::uint16_t dstRepeatSize = 8;
  std::uint16_t srcRepeatSize = 8;
};

namespace detail {

template <typename T>
constexpr void CheckMoveType() {
  static_assert(sizeof(T) == 2 || sizeof(T) == 4,
                "Gather, Gatherb, GatherMask, Brcb, Copy: the vector unit has them for half, bfloat16_t, "
                "int16_t, uint16_t, float, int32_t and uint32_t");
}

template <typename T>
void GatherElements(const LocalTensor<T>& destination, const LocalTensor<T>& source,
                    const LocalTensor<std::uint32_t>& offsets, std::uint32_t base, const VectorShape& shape,
                    Site site) {
  CheckMoveType<T>();
  Execute(GatherInstruction{sizeof(T), destination.Memory(), source.Memory(), offsets.Memory(), base, shape,
                            site});
}

template <typename T>
void CopyLanes(const LocalTensor<T>& destination, const LocalTensor<T>& source, Mask mask,
               std::int32_t repeats, const CopyRepeatParams& params, Site site) {
  CheckMoveType<T>();
  Execute(CopyInstruction{sizeof(T), destination.Memory(), source.Memory(),
                          RepeatShape(mask, repeats, {params.dstStride, params.dstRepeatSize},
                                      {params.srcStride, params.srcRepeatSize}),
                          site});
}

template <typename T>
void Sequence(const char* name, const LocalTensor<T>& destination, T first, T step, const VectorShape& shape,
              Site site) {
  static_assert(
      kIsOneOf<T, half, float, std::int16_t, std::int32_t>,
      "CreateVecIndex, ArithProgression: the vector unit has them for half, float, int16_t and int32_t");
  Execute(SequenceInstruction{name, DataTypeOf<T>(), destination.Memory(), ScalarBits(first),
                              ScalarBits(step), shape, site});
}

}  // namespace detail

// dst[i] = the element srcBaseAddr + srcOffset[i] bytes into src.
template <typename T>
void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<std::uint32_t>& srcOffset,
            std::uint32_t srcBaseAddr, std::uint32_t count, detail::Site site = detail::Site::Here()) {
  detail::GatherElements(dst, src, srcOffset, srcBaseAddr, detail::CountShape(count), site);
}
template <typename T>
void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<std::uint32_t>& srcOffset,
            std::uint32_t srcBaseAddr, std::uint64_t mask, std::int32_t repeatTime,
            std::uint16_t dstRepStride, detail::Site site = detail::Site::Here()) {
  detail::GatherElements(dst, src, srcOffset, srcBaseAddr,
                         detail::RepeatShape(detail::Mask::First(mask), repeatTime, {1, dstRepStride}), site);
}
template <typename T>
void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<std::uint32_t>& srcOffset,
            std::uint32_t srcBaseAddr, const std::uint64_t mask[], std::int32_t repeatTime,
            std::uint16_t dstRepStride, detail::Site site = detail::Site::Here()) {
  detail::GatherElements(dst, src, srcOffset, srcBaseAddr,
                         detail::RepeatShape(detail::Mask::Bits(mask), repeatTime, {1, dstRepStride}), site);
}

// Eight blocks of 32 bytes a repeat, each from `offset` bytes into src0.
template <typename T>
void Gatherb(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<std::uint32_t>& offset,
             std::int32_t repeatTime, const GatherRepeatParams& repeatParams,
             detail::Site site = detail::Site::Here()) {
  detail::CheckMoveType<T>();
  Execute(detail::GatherBlocksInstruction{dst.Memory(),
                                          src0.Memory(),
                                          offset.Memory(),
                                          detail::Repeats("Gatherb", repeatTime, site),
                                          {repeatParams.dstBlkStride, repeatParams.dstRepStride},
                                          site});
}

// The elements whose bit is 1, one after another. Patterns: 1 the even ones, 2 the odd ones, 3..6 the first
// to the fourth of every four, 7 all. reduceMode: `mask` elements a repeat; else 256 bytes a repeat. rsvdCnt:
// how many were gathered.
template <typename T>
void GatherMask(const LocalTensor<T>& dst, const LocalTensor<T>& src0, std::uint8_t src1Pattern,
                bool reduceMode, std::uint32_t mask, const GatherMaskParams& gatherMaskParams,
                std::uint64_t& rsvdCnt, detail::Site site = detail::Site::Here()) {
  detail::CheckMoveType<T>();
  rsvdCnt = Execute(
      detail::GatherMaskInstruction{sizeof(T),
                                    src1Pattern,
                                    dst.Memory(),
                                    src0.Memory(),
                                    {},
                                    reduceMode ? mask : 0,
                                    gatherMaskParams.repeatTimes,
                                    {gatherMaskParams.src0BlockStride, gatherMaskParams.src0RepeatStride},
                                    0,
                                    site});
}
template <typename T, typename U>
void GatherMask(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<U>& src1Pattern,
                bool reduceMode, std::uint32_t mask, const GatherMaskParams& gatherMaskParams,
                std::uint64_t& rsvdCnt, detail::Site site = detail::Site::Here()) {
  detail::CheckMoveType<T>();
  static_assert(
      std::is_same_v<U, std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint32_t>>,
      "GatherMask: src1Pattern is uint16_t for elements of 16 bits and uint32_t for those of 32 bits");
  rsvdCnt = Execute(
      detail::GatherMaskInstruction{sizeof(T),
                                    0,
                                    dst.Memory(),
                                    src0.Memory(),
                                    src1Pattern.Memory(),
                                    reduceMode ? mask : 0,
                                    gatherMaskParams.repeatTimes,
                                    {gatherMaskParams.src0BlockStride, gatherMaskParams.src0RepeatStride},
                                    gatherMaskParams.src1RepeatStride,
                                    site});
}

// Eight elements a repeat, each to all lanes of one block.
template <typename T>
void Brcb(const LocalTensor<T>& dst, const LocalTensor<T>& src0, std::int32_t repeatTime,
          const BrcbRepeatParams& repeatParams, detail::Site site = detail::Site::Here()) {
  detail::CheckMoveType<T>();
  Execute(detail::BroadcastBlocksInstruction{sizeof(T),
                                             dst.Memory(),
                                             src0.Memory(),
                                             detail::Repeats("Brcb", repeatTime, site),
                                             {repeatParams.dstBlkStride, repeatParams.dstRepStride},
                                             site});
}

// firstValue, firstValue + 1, ...
template <typename T>
void CreateVecIndex(const LocalTensor<T>& dst, const detail::NotDeduced<T>& firstValue, std::uint32_t count,
                    detail::Site site = detail::Site::Here()) {
  detail::Sequence<T>("CreateVecIndex", dst, firstValue, T(1), detail::CountShape(count), site);
}
template <typename T>
void CreateVecIndex(const LocalTensor<T>& dst, const detail::NotDeduced<T>& firstValue, std::uint64_t mask,
                    std::int32_t repeatTime, std::uint16_t dstBlkStride, std::uint8_t dstRepStride,
                    detail::Site site = detail::Site::Here()) {
  detail::Sequence<T>(
      "CreateVecIndex", dst, firstValue, T(1),
      detail::RepeatShape(detail::Mask::First(mask), repeatTime, {dstBlkStride, dstRepStride}), site);
}
template <typename T>
void CreateVecIndex(const LocalTensor<T>& dst, const detail::NotDeduced<T>& firstValue,
                    const std::uint64_t mask[], std::int32_t repeatTime, std::uint16_t dstBlkStride,
                    std::uint8_t dstRepStride, detail::Site site = detail::Site::Here()) {
  detail::Sequence<T>("CreateVecIndex", dst, firstValue, T(1),
                      detail::RepeatShape(detail::Mask::Bits(mask), repeatTime, {dstBlkStride, dstRepStride}),
                      site);
}

// firstValue, firstValue + diffValue, ...; Arange is its newer name.
template <typename T>
void ArithProgression(const LocalTensor<T>& dst, detail::NotDeduced<T> firstValue,
                      detail::NotDeduced<T> diffValue, std::int32_t count,
                      detail::Site site = detail::Site::Here()) {
  detail::Sequence<T>("ArithProgression", dst, firstValue, diffValue,
                      detail::CountShape(static_cast<std::uint32_t>(count)), site);
}
template <typename T>
void Arange(const LocalTensor<T>& dst, detail::NotDeduced<T> firstValue, detail::NotDeduced<T> diffValue,
            std::int32_t count, detail::Site site = detail::Site::Here()) {
  detail::Sequence<T>("Arange", dst, firstValue, diffValue,
                      detail::CountShape(static_cast<std::uint32_t>(count)), site);
}

template <typename T, bool isSetMask = true>
void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src, std::uint64_t mask, std::int32_t repeatTime,
          const CopyRepeatParams& repeatParams, detail::Site site = detail::Site::Here()) {
  detail::CopyLanes(dst, src, detail::Mask::First(mask, isSetMask), repeatTime, repeatParams, site);
}
template <typename T, bool isSetMask = true>
void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const std::uint64_t mask[],
          std::int32_t repeatTime, const CopyRepeatParams& repeatParams,
          detail::Site site = detail::Site::Here()) {
  detail::CopyLanes(dst, src, detail::Mask::Bits(mask, isSetMask), repeatTime, repeatParams, site);
}

}  // namespace AscendC
