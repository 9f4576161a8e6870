// SPDX-License-Identifier: Apache-2.0
// Sum, Mean, CumSum and BroadCast of matrices; ReduceXorSum. sharedTmpBuffer is accepted and not written.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "ascendc/library_call.h"

namespace AscendC {

// outter rows of inner elements in UB, of which the first n are data.
struct SumParams {
  std::uint32_t outter = 1;
  std::uint32_t inner = 0;
  std::uint32_t n = 0;
};
struct MeanParams {
  std::uint32_t outter = 1;
  std::uint32_t inner = 0;
  std::uint32_t n = 0;
};
struct CumSumInfo {
  std::uint32_t outter = 0;
  std::uint32_t inner = 0;
};
struct CumSumConfig {
  bool isLastAxis = true;
  bool isReuseSource = false;
  bool outputLastRow = false;
};
inline constexpr CumSumConfig defaultCumSumConfig = {true, false, true};

namespace detail {

// One result a row: its sum divided by `divisor`.
template <typename T>
void ReduceRows(const LibraryCall& call, const LocalTensor<T>& destination, const LocalTensor<T>& source,
                std::uint32_t rows, std::uint32_t stride, std::uint32_t count, double divisor) {
  CheckLibraryType<T>();
  call.CheckAtMost("n", count, stride);
  const T* from = call.Read("srcTensor", source, std::uint64_t{rows} * stride);
  T* to = call.Write("dstTensor", destination, rows);
  for (std::uint32_t row = 0; row < rows; ++row, from += stride) {
    double sum = 0.0;
    for (std::uint32_t i = 0; i < count; ++i) sum += static_cast<float>(from[i]);
    to[row] = T(static_cast<float>(sum / divisor));
  }
}

}  // namespace detail

template <typename T, std::int32_t reduceDim = -1, bool isReuseSource = false, bool isBasicBlock = false>
void Sum(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const LocalTensor<std::uint8_t>&,
         const SumParams& sumParams, detail::Site site = detail::Site::Here()) {
  Sum<T, reduceDim>(dstTensor, srcTensor, sumParams, site);
}
template <typename T, std::int32_t reduceDim = -1, bool isReuseSource = false, bool isBasicBlock = false>
void Sum(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const SumParams& sumParams,
         detail::Site site = detail::Site::Here()) {
  static_assert(reduceDim == -1, "Sum: reduceDim is -1, the last dimension");
  detail::ReduceRows({"Sum", site}, dstTensor, srcTensor, sumParams.outter, sumParams.inner, sumParams.n,
                     1.0);
}

template <typename T, typename accType = T, bool isReuseSource = false, bool isBasicBlock = false>
void Mean(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const LocalTensor<std::uint8_t>&,
          const MeanParams& meanParams, detail::Site site = detail::Site::Here()) {
  Mean<T, accType>(dstTensor, srcTensor, meanParams, site);
}
template <typename T, typename accType = T, bool isReuseSource = false, bool isBasicBlock = false>
void Mean(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const MeanParams& meanParams,
          detail::Site site = detail::Site::Here()) {
  detail::ReduceRows({"Mean", site}, dstTensor, srcTensor, meanParams.outter, meanParams.inner, meanParams.n,
                     meanParams.n);
}

// Running sums along the last dimension, or (isLastAxis false) along the first; lastRowTensor gets the last
// row where outputLastRow.
template <typename T, const CumSumConfig& config = defaultCumSumConfig>
void CumSum(const LocalTensor<T>& dstTensor, const LocalTensor<T>& lastRowTensor,
            const LocalTensor<T>& srcTensor, const CumSumInfo& cumSumInfo,
            detail::Site site = detail::Site::Here()) {
  detail::CheckLibraryType<T>();
  const detail::LibraryCall call("CumSum", site);
  const std::uint64_t size = std::uint64_t{cumSumInfo.outter} * cumSumInfo.inner;
  const T* from = call.Read("srcTensor", srcTensor, size);
  T* to = call.Write("dstTensor", dstTensor, size);
  const std::uint64_t step = config.isLastAxis ? 1 : cumSumInfo.inner;
  const std::uint64_t length = config.isLastAxis ? cumSumInfo.inner : cumSumInfo.outter;
  const std::uint64_t between = config.isLastAxis ? cumSumInfo.inner : 1;
  for (std::uint64_t run = 0; length != 0 && run < size / length; ++run) {
    float sum = 0.0F;
    for (std::uint64_t i = 0; i < length; ++i) {
      const std::uint64_t at = run * between + i * step;
      sum += static_cast<float>(from[at]);
      to[at] = T(sum);
    }
  }
  if constexpr (config.outputLastRow) {
    T* last = call.Write("lastRowTensor", lastRowTensor, cumSumInfo.inner);
    for (std::uint32_t i = 0; i < cumSumInfo.inner && size != 0; ++i)
      last[i] = to[size - cumSumInfo.inner + i];
  }
}
template <typename T, const CumSumConfig& config = defaultCumSumConfig>
void CumSum(const LocalTensor<T>& dstTensor, const LocalTensor<T>& lastRowTensor,
            const LocalTensor<T>& srcTensor, const LocalTensor<std::uint8_t>&, const CumSumInfo& cumSumInfo,
            detail::Site site = detail::Site::Here()) {
  CumSum<T, config>(dstTensor, lastRowTensor, srcTensor, cumSumInfo, site);
}

// Repeats the source along `axis`, where its length is 1. dim: 1 or 2 dimensions.
template <typename T, std::int32_t dim, std::int32_t axis, bool isReuseSource = false>
void BroadCast(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
               const std::uint32_t dstShape[dim], const std::uint32_t srcShape[dim],
               detail::Site site = detail::Site::Here()) {
  static_assert(dim == 1 || dim == 2, "BroadCast: dim is 1 or 2");
  static_assert(axis >= 0 && axis < dim, "BroadCast: axis is 0 or 1, below dim");
  const detail::LibraryCall call("BroadCast", site);
  call.CheckSame("srcShape[axis]", srcShape[axis], "the length that is repeated", 1);
  for (std::int32_t d = 0; d < dim; ++d) {
    if (d != axis)
      call.CheckSame("dstShape beside the axis", dstShape[d], "srcShape beside the axis", srcShape[d]);
  }
  const std::uint64_t rows = dim == 1 ? 1 : dstShape[0];
  const std::uint64_t columns = dstShape[dim - 1];
  if (rows * columns == 0) return;
  const T* from = call.Read("srcLocal", srcLocal, rows * columns / dstShape[axis]);
  T* to = call.Write("dstLocal", dstLocal, rows * columns);
  for (std::uint64_t i = 0; i < rows * columns; ++i) {
    to[i] = from[dim == 1 ? 0 : axis == 0 ? i % columns : i / columns];
  }
}
template <typename T, std::int32_t dim, std::int32_t axis, bool isReuseSource = false>
void BroadCast(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
               const std::uint32_t dstShape[dim], const std::uint32_t srcShape[dim],
               LocalTensor<std::uint8_t>&, detail::Site site = detail::Site::Here()) {
  BroadCast<T, dim, axis>(dstLocal, srcLocal, dstShape, srcShape, site);
}

// The sum of src0 ^ src1, saturated.
template <typename T, bool isReuseSource = false>
void ReduceXorSum(const LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor,
                  const LocalTensor<T>& src1Tensor, std::uint32_t calCount,
                  detail::Site site = detail::Site::Here()) {
  static_assert(std::is_same_v<T, std::int16_t>, "ReduceXorSum: the library has it for int16_t");
  const detail::LibraryCall call("ReduceXorSum", site);
  const T* from0 = call.Read("src0Tensor", src0Tensor, calCount);
  const T* from1 = call.Read("src1Tensor", src1Tensor, calCount);
  std::int64_t sum = 0;
  for (std::uint32_t i = 0; i < calCount; ++i) sum += static_cast<T>(from0[i] ^ from1[i]);
  *call.Write("dstTensor", dstTensor, 1) =
      static_cast<T>(std::clamp<std::int64_t>(sum, INT16_MIN, INT16_MAX));
}
template <typename T, bool isReuseSource = false>
void ReduceXorSum(const LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor,
                  const LocalTensor<T>& src1Tensor, const LocalTensor<std::uint8_t>&, std::uint32_t calCount,
                  detail::Site site = detail::Site::Here()) {
  ReduceXorSum<T, isReuseSource>(dstTensor, src0Tensor, src1Tensor, calCount, site);
}

}  // namespace AscendC
