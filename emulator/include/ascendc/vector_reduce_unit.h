// SPDX-License-Identifier: Apache-2.0
// Reductions named by what they reduce, with the kind of reduction as a template argument (pages of CANN's
// Ascend C API reference, 9.0.0 and later). BlockReduce*, PairReduceSum and WholeReduce* are the older names,
// some with the parameters in another order. A mask is an array of bits or a number of lanes.
#pragma once

#include <cstdint>
#include <type_traits>

#include "ascendc/vector_reduce.h"

namespace AscendC {

enum class ReduceType : std::uint8_t { SUM, MAX, MIN };

namespace detail {
template <typename T, typename U>
constexpr void CheckReduceUnit() {
  static_assert(std::is_same_v<T, U>, "reductions: on dav-2201 dst and src have one type");
}
}  // namespace detail

// One result for each 32 bytes: eight a repeat, dstRepStride in eight results.
template <ReduceType reduceType, typename T, typename U, bool isSetMask = true, typename Mask>
void ReduceDataBlock(const LocalTensor<T>& dst, const LocalTensor<U>& src, Mask mask, std::int32_t repeatTime,
                     std::int32_t dstRepStride, std::int32_t srcBlkStride, std::int32_t srcRepStride,
                     detail::Site site = detail::Site::Here()) {
  detail::CheckReduceUnit<T, U>();
  if constexpr (reduceType == ReduceType::SUM) {
    BlockReduceSum<T, isSetMask>(dst, src, repeatTime, mask, dstRepStride, srcBlkStride, srcRepStride, site);
  } else if constexpr (reduceType == ReduceType::MAX) {
    BlockReduceMax<T, isSetMask>(dst, src, repeatTime, mask, dstRepStride, srcBlkStride, srcRepStride, site);
  } else {
    BlockReduceMin<T, isSetMask>(dst, src, repeatTime, mask, dstRepStride, srcBlkStride, srcRepStride, site);
  }
}

// One sum for two neighbours; dstRepStride in half repeats.
template <ReduceType reduceType, typename T, typename U, bool isSetMask = true, typename Mask>
void ReducePairElem(const LocalTensor<T>& dst, const LocalTensor<U>& src, Mask mask, std::int32_t repeatTime,
                    std::int32_t dstRepStride, std::int32_t srcBlkStride, std::int32_t srcRepStride,
                    detail::Site site = detail::Site::Here()) {
  detail::CheckReduceUnit<T, U>();
  static_assert(reduceType == ReduceType::SUM, "ReducePairElem: the vector unit has it for ReduceType::SUM");
  PairReduceSum<T, isSetMask>(dst, src, repeatTime, mask, dstRepStride, srcBlkStride, srcRepStride, site);
}

// One result for each repeat; `order` is that of WholeReduceMax and WholeReduceMin.
template <ReduceType reduceType, typename T, typename U, bool isSetMask = true, typename Mask>
void ReduceRepeat(const LocalTensor<T>& dst, const LocalTensor<U>& src, Mask mask, std::int32_t repeatTime,
                  std::int32_t dstRepStride, std::int32_t srcBlkStride, std::int32_t srcRepStride,
                  ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX,
                  detail::Site site = detail::Site::Here()) {
  detail::CheckReduceUnit<T, U>();
  if constexpr (reduceType == ReduceType::SUM) {
    WholeReduceSum<T, isSetMask>(dst, src, mask, repeatTime, dstRepStride, srcBlkStride, srcRepStride, site);
  } else if constexpr (reduceType == ReduceType::MAX) {
    WholeReduceMax<T, isSetMask>(dst, src, mask, repeatTime, dstRepStride, srcBlkStride, srcRepStride, order,
                                 site);
  } else {
    WholeReduceMin<T, isSetMask>(dst, src, mask, repeatTime, dstRepStride, srcBlkStride, srcRepStride, order,
                                 site);
  }
}

}  // namespace AscendC
