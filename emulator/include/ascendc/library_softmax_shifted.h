// SPDX-License-Identifier: Apache-2.0
// SoftmaxFlashV3: softmax in parts of rows that are shifted by means of their own (PASA). sharedTmpBuffer is
// accepted and not written. From the page of CANN 8.5.0, which splits a row "into splitMeanCnt parts"; here
// these are runs of neighbours, as its Python is for rows of 512.
#pragma once

#include <cmath>
#include <cstdint>

#include "ascendc/library_softmax_flash.h"

namespace AscendC {

struct SoftMaxParams {
  std::uint32_t srcM;  // rows, a multiple of 8
  std::uint32_t srcK;  // elements of a row, at least 512 and a multiple of 64
  std::uint32_t oriSrcM;
  std::uint32_t oriSrcK;
  std::uint32_t loopCnt;       // the parts so far, with this one
  std::uint32_t splitMeanCnt;  // 8
  float alpha;
};

namespace detail {

inline void CheckShiftedRows(const LibraryCall& call, const SoftMaxParams& params) {
  call.CheckSame("params.oriSrcM", params.oriSrcM, "params.srcM", params.srcM);
  call.CheckSame("params.oriSrcK", params.oriSrcK, "params.srcK", params.srcK);
  call.CheckSame("params.splitMeanCnt", params.splitMeanCnt, "the one the library has", 8);
  call.CheckSame("rows beyond a multiple of 8", params.srcM % 8, "none", 0);
  call.CheckSame("elements of a row beyond a multiple of 64", params.srcK % 64, "none", 0);
  call.CheckSame("elements of a row that 512 lack", params.srcK < 512 ? 512 - params.srcK : 0, "none", 0);
}

// A row of this part, each run of it moved by what its mean is from the row's.
struct ShiftedRow {
  ShiftedRow(const half* from, const SoftMaxParams& params, double scale)
      : source(from), run(params.srcK / params.splitMeanCnt) {
    for (std::uint32_t k = 0; k < params.srcK; ++k) means[k / run] += static_cast<float>(from[k]);
    for (double& run_mean : means) {
      mean += run_mean / params.srcK;
      run_mean /= run;
    }
    for (double& run_mean : means) run_mean = (mean - run_mean) * scale;
    for (std::uint32_t k = 0; k < params.srcK; ++k) maximum = std::fmax(maximum, At(k));
  }
  double At(std::uint32_t k) const { return static_cast<float>(source[k]) - means[k / run]; }

  const half* source;
  std::uint32_t run;
  double means[8] = {};  // in the end: what is subtracted from each run
  double mean = 0.0;
  double maximum = -INFINITY;
};

}  // namespace detail

// As SoftmaxFlashV2, of half with statistics in float, and with the mean of all parts.
template <typename T, typename U, bool isUpdate = false, bool isReuseSource = false,
          bool isBasicBlock = false, bool isDataFormatNZ = false,
          const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>
void SoftmaxFlashV3(const LocalTensor<T>& dstTensor, const LocalTensor<U>& meanTensor,
                    const LocalTensor<U>& expSumTensor, const LocalTensor<U>& maxTensor,
                    const LocalTensor<T>& srcTensor, const LocalTensor<T>& expMaxTensor,
                    const LocalTensor<U>& inMeanTensor, const LocalTensor<U>& inExpSumTensor,
                    const LocalTensor<U>& inMaxTensor, const SoftMaxTiling&, const SoftMaxParams& params,
                    detail::Site site = detail::Site::Here()) {
  static_assert(std::is_same_v<T, half> && std::is_same_v<U, float>,
                "SoftmaxFlashV3: the library has it for half, with means, sums and maxima in float");
  const detail::LibraryCall call("SoftmaxFlashV3", site);
  detail::CheckShiftedRows(call, params);
  constexpr std::uint32_t kWidth = detail::kBlockBytes / sizeof(U);
  constexpr std::uint32_t kFactorWidth = detail::kBlockBytes / sizeof(T);
  const std::uint64_t rows = params.srcM;
  const auto before = [&](const char* name, const LocalTensor<U>& tensor) {
    return isUpdate ? call.Read(name, tensor, rows * kWidth) : nullptr;
  };
  const T* from = call.Read("srcTensor", srcTensor, rows * params.srcK);
  const U* mean_before = before("inMeanTensor", inMeanTensor);
  const U* sum_before = before("inExpSumTensor", inExpSumTensor);
  const U* maximum_before = before("inMaxTensor", inMaxTensor);
  U* mean = call.Write("meanTensor", meanTensor, rows * kWidth);
  U* sum = call.Write("expSumTensor", expSumTensor, rows * kWidth);
  U* maximum = call.Write("maxTensor", maxTensor, rows * kWidth);
  T* factor = isUpdate ? call.Write("expMaxTensor", expMaxTensor, rows * kFactorWidth) : nullptr;
  T* to = call.Write("dstTensor", dstTensor, rows * params.srcK);
  const double scale = static_cast<double>(params.alpha) / (1.0 - static_cast<double>(params.alpha));
  for (std::uint64_t m = 0; m < rows; ++m, from += params.srcK, to += params.srcK) {
    const detail::ShiftedRow row(from, params, scale);
    const std::uint64_t at = m * kWidth;
    double all_mean = row.mean, all_maximum = row.maximum, moved = 0.0, carried = 0.0;
    if constexpr (isUpdate) {
      all_mean = (row.mean + static_cast<double>(mean_before[at]) * (params.loopCnt - 1.0)) / params.loopCnt;
      moved = (row.mean - all_mean) * scale;
      const double previous = maximum_before[at] + (mean_before[at] - all_mean) * scale;
      all_maximum = std::fmax(moved + row.maximum, previous);
      carried = std::exp(previous - all_maximum);
    }
    double total = isUpdate ? carried * sum_before[at] : 0.0;
    for (std::uint32_t k = 0; k < params.srcK; ++k) {
      const double exponent = std::exp(row.At(k) + moved - all_maximum);
      total += exponent;
      to[k] = T(static_cast<float>(exponent));
    }
    if (isUpdate) detail::FillRowValue(factor + m * kFactorWidth, kFactorWidth, carried);
    detail::FillRowValue(mean + at, kWidth, all_mean);
    detail::FillRowValue(sum + at, kWidth, total);
    detail::FillRowValue(maximum + at, kWidth, all_maximum);
  }
}
template <typename T, typename U, bool isUpdate = false, bool isReuseSource = false,
          bool isBasicBlock = false, bool isDataFormatNZ = false,
          const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>
void SoftmaxFlashV3(const LocalTensor<T>& dstTensor, const LocalTensor<U>& meanTensor,
                    const LocalTensor<U>& expSumTensor, const LocalTensor<U>& maxTensor,
                    const LocalTensor<T>& srcTensor, const LocalTensor<T>& expMaxTensor,
                    const LocalTensor<U>& inMeanTensor, const LocalTensor<U>& inExpSumTensor,
                    const LocalTensor<U>& inMaxTensor, const LocalTensor<std::uint8_t>&,
                    const SoftMaxTiling& tiling, const SoftMaxParams& params,
                    detail::Site site = detail::Site::Here()) {
  SoftmaxFlashV3<T, U, isUpdate>(dstTensor, meanTensor, expSumTensor, maxTensor, srcTensor, expMaxTensor,
                                 inMeanTensor, inExpSumTensor, inMaxTensor, tiling, params, site);
}

}  // namespace AscendC
