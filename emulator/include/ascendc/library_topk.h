// SPDX-License-Identifier: Apache-2.0
// TopK of the rows of a matrix. tmpLocal is accepted and not written.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "ascendc/library_call.h"
#include "ascendc/library_tiling.h"

namespace AscendC {

// outter rows of inner elements, of which the first n are data; the program fills up the rest.
struct TopKInfo {
  std::int32_t outter = 1;
  std::int32_t inner = 0;
  std::int32_t n = 0;
};

// The k greatest (isLargest) or least elements of each row and their indices, in order; of equal ones the
// first comes first. A row of dstValueLocal and of dstIndexLocal takes k elements in whole blocks of 32
// bytes. srcIndexLocal, where isInitIndex: the indices of one row, in TOPK_NSMALL of each. Where finishLocal
// is set (isHasfinish) every index of the row is n.
template <typename T, bool isInitIndex = false, bool isHasfinish = false, bool isReuseSrc = false,
          TopKMode topkMode = TopKMode::TOPK_NORMAL>
void TopK(const LocalTensor<T>& dstValueLocal, const LocalTensor<std::int32_t>& dstIndexLocal,
          const LocalTensor<T>& srcLocal, const LocalTensor<std::int32_t>& srcIndexLocal,
          const LocalTensor<bool>& finishLocal, std::int32_t k, const TopkTiling& tilling,
          const TopKInfo& topKInfo, bool isLargest = true, detail::Site site = detail::Site::Here()) {
  detail::CheckLibraryType<T>();
  constexpr bool kSmall = topkMode == TopKMode::TOPK_NSMALL;
  static_assert(!(kSmall && isHasfinish), "TopK: TOPK_NSMALL has no finishLocal");
  const detail::LibraryCall call("TopK", site);
  const auto rows = static_cast<std::uint32_t>(topKInfo.outter);
  const auto inner = static_cast<std::uint32_t>(topKInfo.inner);
  const auto count = static_cast<std::uint32_t>(k);
  call.CheckAtMost("topKInfo.n", static_cast<std::uint32_t>(topKInfo.n), inner);
  call.CheckAtMost("k", count, static_cast<std::uint32_t>(topKInfo.n));
  call.CheckSame("the elements of topKInfo", std::uint64_t{rows} * inner, "those of the tiling",
                 static_cast<std::uint32_t>(tilling.allDataSize));
  call.CheckSame("topKInfo.inner beyond whole 32", inner % 32, "none", 0);
  if (kSmall) call.CheckSame("topKInfo.inner", inner, "the length of a row of TOPK_NSMALL", 32);
  constexpr std::uint32_t kValues = detail::kBlockBytes / sizeof(T);
  constexpr std::uint32_t kIndices = detail::kBlockBytes / sizeof(std::int32_t);
  const std::uint32_t value_stride = (count + kValues - 1) / kValues * kValues;
  const std::uint32_t index_stride = (count + kIndices - 1) / kIndices * kIndices;
  const T* from = call.Read("srcLocal", srcLocal, std::uint64_t{rows} * inner);
  const std::int32_t* given =
      isInitIndex ? call.Read("srcIndexLocal", srcIndexLocal, std::uint64_t{kSmall ? rows : 1} * inner)
                  : nullptr;
  const bool* finished = isHasfinish ? call.Read("finishLocal", finishLocal, rows) : nullptr;
  T* values = call.Write("dstValueLocal", dstValueLocal, std::uint64_t{rows} * value_stride);
  std::int32_t* indices = call.Write("dstIndexLocal", dstIndexLocal, std::uint64_t{rows} * index_stride);
  std::vector<std::uint32_t> order(inner);
  for (std::uint32_t row = 0; row < rows;
       ++row, from += inner, values += value_stride, indices += index_stride) {
    std::iota(order.begin(), order.end(), 0U);
    // NaN counts as the greatest.
    std::stable_sort(order.begin(), order.end(), [from, isLargest](std::uint32_t a, std::uint32_t b) {
      const float x = static_cast<float>(from[isLargest ? b : a]);
      const float y = static_cast<float>(from[isLargest ? a : b]);
      return x < y || (y != y && x == x);
    });
    const std::int32_t* names = given == nullptr ? nullptr : given + (kSmall ? row * inner : 0);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t at = order[i];
      values[i] = from[at];
      indices[i] = finished != nullptr && finished[row] ? topKInfo.n
                   : names == nullptr                   ? static_cast<std::int32_t>(at)
                                                        : names[at];
    }
  }
}
template <typename T, bool isInitIndex = false, bool isHasfinish = false, bool isReuseSrc = false,
          TopKMode topkMode = TopKMode::TOPK_NORMAL>
void TopK(const LocalTensor<T>& dstValueLocal, const LocalTensor<std::int32_t>& dstIndexLocal,
          const LocalTensor<T>& srcLocal, const LocalTensor<std::int32_t>& srcIndexLocal,
          const LocalTensor<bool>& finishLocal, const LocalTensor<std::uint8_t>&, std::int32_t k,
          const TopkTiling& tilling, const TopKInfo& topKInfo, bool isLargest = true,
          detail::Site site = detail::Site::Here()) {
  TopK<T, isInitIndex, isHasfinish, isReuseSrc, topkMode>(dstValueLocal, dstIndexLocal, srcLocal,
                                                          srcIndexLocal, finishLocal, k, tilling, topKInfo,
                                                          isLargest, site);
}

}  // namespace AscendC
