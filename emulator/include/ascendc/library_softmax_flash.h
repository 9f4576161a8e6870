// SPDX-License-Identifier: Apache-2.0
// SoftMax of a row that arrives in parts: SoftmaxFlash and SoftmaxFlashV2 go on from the maxima and sums of
// the parts before; SimpleSoftMax takes both as they are; AdjustSoftMaxRes overwrites rows. sharedTmpBuffer
// is accepted and not written.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "ascendc/library_softmax.h"

namespace AscendC {

namespace detail {

template <typename T, typename Sum>
struct FlashTensors {
  const LocalTensor<T>& destination;
  const LocalTensor<Sum>& sums;
  const LocalTensor<Sum>& maxima;
  const LocalTensor<T>& source;
  const LocalTensor<T>& factors;  // expMax: by what the results of the parts before are multiplied
  const LocalTensor<Sum>& sums_before;
  const LocalTensor<Sum>& maxima_before;
};

template <typename T>
void FillRowValue(T* values, std::uint32_t width, double value) {
  for (std::uint32_t i = 0; i < width; ++i) values[i] = T(static_cast<float>(value));
}

// divide: the rows and the factors are divided by the new sum (SoftmaxFlash), else they stay exponents (V2).
// row_maxima, where there are any, get the maxima of this part alone.
template <typename T, typename Sum>
void SoftmaxFlashRows(const LibraryCall& call, bool update, bool divide, const FlashTensors<T, Sum>& tensors,
                      const LocalTensor<Sum>* row_maxima, const SoftMaxShapeInfo& shape,
                      const SoftmaxConfig& config) {
  CheckLibraryType<T>();
  CheckLibraryType<Sum>();
  CheckRows(call, shape, config);
  const std::uint32_t width = WidthOfRowValue<Sum>(config);
  const std::uint32_t factor_width = WidthOfRowValue<T>(config);
  const std::uint64_t rows = shape.oriSrcM;
  const T* from = call.Read("srcTensor", tensors.source, rows * shape.srcK);
  const Sum* sum_before = update ? call.Read("inExpSumTensor", tensors.sums_before, rows * width) : nullptr;
  const Sum* maximum_before =
      update ? call.Read("inMaxTensor", tensors.maxima_before, rows * width) : nullptr;
  Sum* sum = call.Write("expSumTensor", tensors.sums, rows * width);
  Sum* maximum = call.Write("maxTensor", tensors.maxima, rows * width);
  T* factor = update ? call.Write("expMaxTensor", tensors.factors, rows * factor_width) : nullptr;
  Sum* row_maximum = row_maxima == nullptr ? nullptr : call.Write("outReduceMax", *row_maxima, rows * width);
  T* to = call.Write("dstTensor", tensors.destination, rows * shape.srcK);
  for (std::uint64_t m = 0; m < rows; ++m, from += shape.srcK, to += shape.srcK) {
    const float before = update ? static_cast<float>(maximum_before[m * width]) : -INFINITY;
    RowExponents row(from, shape.oriSrcK, before);
    if (row_maximum != nullptr)
      FillRowValue(row_maximum + m * width, width, RowExponents::Greatest(from, shape.oriSrcK));
    double carried = 0.0;
    if (update) {
      carried = row.Of(before);
      row.sum += carried * static_cast<float>(sum_before[m * width]);
      if (divide) carried *= static_cast<float>(sum_before[m * width]) / row.sum;
    }
    for (std::uint32_t k = 0; k < shape.oriSrcK; ++k) {
      const double exponent = row.Of(static_cast<float>(from[k]));
      to[k] = T(static_cast<float>(divide ? exponent / row.sum : exponent));
    }
    if (update) FillRowValue(factor + m * factor_width, factor_width, carried);
    FillRowValue(sum + m * width, width, row.sum);
    FillRowValue(maximum + m * width, width, row.maximum);
  }
}

// Results, maxima and sums of one type, or half with maxima and sums in float.
template <typename T, typename Sum>
constexpr void CheckFlashTypes() {
  static_assert(std::is_same_v<T, Sum> || (std::is_same_v<T, half> && std::is_same_v<Sum, float>),
                "SoftmaxFlash: maxima and sums have the type of the source, or are float for half");
}

}  // namespace detail

template <typename T, bool isUpdate = false, bool isReuseSource = false, bool isBasicBlock = false,
          bool isDataFormatNZ = false, const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG, typename Sum>
void SoftmaxFlashV2(const LocalTensor<T>& dstTensor, const LocalTensor<Sum>& expSumTensor,
                    const LocalTensor<Sum>& maxTensor, const LocalTensor<T>& srcTensor,
                    const LocalTensor<T>& expMaxTensor, const LocalTensor<Sum>& inExpSumTensor,
                    const LocalTensor<Sum>& inMaxTensor, const SoftMaxTiling& tiling,
                    const SoftMaxShapeInfo& softmaxShapeInfo = {}, detail::Site site = detail::Site::Here()) {
  static_assert(!isDataFormatNZ, "SoftmaxFlashV2: the emulator has it for rows (ND), not for fractals (NZ)");
  detail::CheckFlashTypes<T, Sum>();
  detail::SoftmaxFlashRows<T, Sum>(
      {"SoftmaxFlashV2", site}, isUpdate, false,
      {dstTensor, expSumTensor, maxTensor, srcTensor, expMaxTensor, inExpSumTensor, inMaxTensor}, nullptr,
      detail::RowsOf(softmaxShapeInfo, tiling), config);
}
template <typename T, bool isUpdate = false, bool isReuseSource = false, bool isBasicBlock = false,
          bool isDataFormatNZ = false, const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG, typename Sum>
void SoftmaxFlashV2(const LocalTensor<T>& dstTensor, const LocalTensor<Sum>& expSumTensor,
                    const LocalTensor<Sum>& maxTensor, const LocalTensor<T>& srcTensor,
                    const LocalTensor<T>& expMaxTensor, const LocalTensor<Sum>& inExpSumTensor,
                    const LocalTensor<Sum>& inMaxTensor, const LocalTensor<std::uint8_t>&,
                    const SoftMaxTiling& tiling, const SoftMaxShapeInfo& softmaxShapeInfo = {},
                    detail::Site site = detail::Site::Here()) {
  SoftmaxFlashV2<T, isUpdate, isReuseSource, isBasicBlock, isDataFormatNZ, config>(
      dstTensor, expSumTensor, maxTensor, srcTensor, expMaxTensor, inExpSumTensor, inMaxTensor, tiling,
      softmaxShapeInfo, site);
}
// With the maxima of this part alone.
template <typename T, bool isUpdate = false, bool isReuseSource = false, bool isBasicBlock = false,
          bool isDataFormatNZ = false, const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>
void SoftmaxFlashV2(const LocalTensor<T>& dstTensor, const LocalTensor<T>& outReduceMax,
                    const LocalTensor<T>& outExpSum, const LocalTensor<T>& outMax,
                    const LocalTensor<T>& srcTensor, const LocalTensor<T>& outExpMax,
                    const LocalTensor<T>& inExpSum, const LocalTensor<T>& inMax, const SoftMaxTiling& tiling,
                    const SoftMaxShapeInfo& softmaxShapeInfo = {}, detail::Site site = detail::Site::Here()) {
  static_assert(!isDataFormatNZ, "SoftmaxFlashV2: the emulator has it for rows (ND), not for fractals (NZ)");
  detail::SoftmaxFlashRows<T, T>({"SoftmaxFlashV2", site}, isUpdate, false,
                                 {dstTensor, outExpSum, outMax, srcTensor, outExpMax, inExpSum, inMax},
                                 &outReduceMax, detail::RowsOf(softmaxShapeInfo, tiling), config);
}
template <typename T, bool isUpdate = false, bool isReuseSource = false, bool isBasicBlock = false,
          bool isDataFormatNZ = false, const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>
void SoftmaxFlashV2(const LocalTensor<T>& dstTensor, const LocalTensor<T>& outReduceMax,
                    const LocalTensor<T>& outExpSum, const LocalTensor<T>& outMax,
                    const LocalTensor<T>& srcTensor, const LocalTensor<T>& outExpMax,
                    const LocalTensor<T>& inExpSum, const LocalTensor<T>& inMax,
                    const LocalTensor<std::uint8_t>& sharedTmpBuffer, const SoftMaxTiling& tiling,
                    const SoftMaxShapeInfo& softmaxShapeInfo = {}, detail::Site site = detail::Site::Here()) {
  static_cast<void>(sharedTmpBuffer);
  SoftmaxFlashV2<T, isUpdate, isReuseSource, isBasicBlock, isDataFormatNZ, config>(
      dstTensor, outReduceMax, outExpSum, outMax, srcTensor, outExpMax, inExpSum, inMax, tiling,
      softmaxShapeInfo, site);
}

// The older one: its results are divided by the sum.
template <typename T, bool isReuseSource = false, bool isBasicBlock = false, typename Sum>
void SoftmaxFlash(const LocalTensor<T>& dstTensor, const LocalTensor<Sum>& sumTensor,
                  const LocalTensor<Sum>& maxTensor, const LocalTensor<T>& srcTensor,
                  const LocalTensor<T>& expMaxTensor, const LocalTensor<Sum>& inSumTensor,
                  const LocalTensor<Sum>& inMaxTensor, const SoftMaxTiling& tiling, bool isUpdate = false,
                  const SoftMaxShapeInfo& softmaxShapeInfo = {}, detail::Site site = detail::Site::Here()) {
  detail::CheckFlashTypes<T, Sum>();
  detail::SoftmaxFlashRows<T, Sum>(
      {"SoftmaxFlash", site}, isUpdate, true,
      {dstTensor, sumTensor, maxTensor, srcTensor, expMaxTensor, inSumTensor, inMaxTensor}, nullptr,
      detail::RowsOf(softmaxShapeInfo, tiling), SOFTMAX_DEFAULT_CFG);
}
template <typename T, bool isReuseSource = false, bool isBasicBlock = false, typename Sum>
void SoftmaxFlash(const LocalTensor<T>& dstTensor, const LocalTensor<Sum>& sumTensor,
                  const LocalTensor<Sum>& maxTensor, const LocalTensor<T>& srcTensor,
                  const LocalTensor<T>& expMaxTensor, const LocalTensor<Sum>& inSumTensor,
                  const LocalTensor<Sum>& inMaxTensor, const LocalTensor<std::uint8_t>&,
                  const SoftMaxTiling& tiling, bool isUpdate = false,
                  const SoftMaxShapeInfo& softmaxShapeInfo = {}, detail::Site site = detail::Site::Here()) {
  SoftmaxFlash<T, isReuseSource, isBasicBlock>(dstTensor, sumTensor, maxTensor, srcTensor, expMaxTensor,
                                               inSumTensor, inMaxTensor, tiling, isUpdate, softmaxShapeInfo,
                                               site);
}

// exp(src - inMax) / inSum of each row.
template <typename T, bool isReuseSource = false, bool isBasicBlock = false, bool isDataFormatNZ = false,
          const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG, typename Sum>
void SimpleSoftMax(const LocalTensor<T>& dstTensor, const LocalTensor<Sum>& inSumTensor,
                   const LocalTensor<Sum>& inMaxTensor, const LocalTensor<T>& srcTensor,
                   const SoftMaxTiling& tiling, const SoftMaxShapeInfo& softmaxShapeInfo = {},
                   detail::Site site = detail::Site::Here()) {
  static_assert(!isDataFormatNZ, "SimpleSoftMax: the emulator has it for rows (ND), not for fractals (NZ)");
  detail::CheckLibraryType<T>();
  detail::CheckFlashTypes<T, Sum>();
  const SoftMaxShapeInfo shape = detail::RowsOf(softmaxShapeInfo, tiling);
  const detail::LibraryCall call("SimpleSoftMax", site);
  detail::CheckRows(call, shape, config);
  const std::uint32_t width = detail::WidthOfRowValue<Sum>(config);
  const std::uint64_t rows = shape.oriSrcM;
  const Sum* sum = call.Read("inSumTensor", inSumTensor, rows * width);
  const Sum* maximum = call.Read("inMaxTensor", inMaxTensor, rows * width);
  const T* from = call.Read("srcTensor", srcTensor, rows * shape.srcK);
  T* to = call.Write("dstTensor", dstTensor, rows * shape.srcK);
  for (std::uint64_t m = 0; m < rows; ++m, from += shape.srcK, to += shape.srcK) {
    const double greatest = static_cast<float>(maximum[m * width]);
    for (std::uint32_t k = 0; k < shape.oriSrcK; ++k) {
      to[k] = T(static_cast<float>(std::exp(static_cast<float>(from[k]) - greatest) /
                                   static_cast<float>(sum[m * width])));
    }
  }
}
template <typename T, bool isReuseSource = false, bool isBasicBlock = false, bool isDataFormatNZ = false,
          const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG, typename Sum>
void SimpleSoftMax(const LocalTensor<T>& dstTensor, const LocalTensor<Sum>& inSumTensor,
                   const LocalTensor<Sum>& inMaxTensor, const LocalTensor<T>& srcTensor,
                   const LocalTensor<std::uint8_t>&, const SoftMaxTiling& tiling,
                   const SoftMaxShapeInfo& softmaxShapeInfo = {}, detail::Site site = detail::Site::Here()) {
  SimpleSoftMax<T, isReuseSource, isBasicBlock, isDataFormatNZ, config>(
      dstTensor, inSumTensor, inMaxTensor, srcTensor, tiling, softmaxShapeInfo, site);
}

// Fills the rows of softMaxRes with `to` whose maximum has the bits `from`; whether there was one.
// stepSizeMode 0: a row's maximum fills a block of 32 bytes; else one stands after another.
template <typename T1, typename T2, bool isDataFormatNZ = false, std::uint8_t stepSizeMode = 0>
bool AdjustSoftMaxRes(const LocalTensor<T1>& softMaxRes, const LocalTensor<T2>& maxTensor, std::uint32_t from,
                      detail::NotDeduced<T1> to, const SoftMaxShapeInfo& softmaxShapeInfo,
                      detail::Site site = detail::Site::Here()) {
  static_assert(!isDataFormatNZ,
                "AdjustSoftMaxRes: the emulator has it for rows (ND), not for fractals (NZ)");
  detail::CheckLibraryType<T1>();
  detail::CheckLibraryType<T2>();
  constexpr std::uint32_t kWidth = stepSizeMode == 0 ? detail::kBlockBytes / sizeof(T2) : 1;
  const detail::LibraryCall call("AdjustSoftMaxRes", site);
  detail::CheckRows(call, softmaxShapeInfo);
  const std::uint64_t rows = softmaxShapeInfo.oriSrcM;
  const T2* maximum = call.Read("maxTensor", maxTensor, rows * kWidth);
  T1* result = call.Write("softMaxRes", softMaxRes, rows * softmaxShapeInfo.srcK);
  bool adjusted = false;
  for (std::uint64_t m = 0; m < rows; ++m, result += softmaxShapeInfo.srcK) {
    if (std::memcmp(maximum + m * kWidth, &from, sizeof(T2)) != 0) continue;
    adjusted = true;
    for (std::uint32_t k = 0; k < softmaxShapeInfo.srcK; ++k) result[k] = to;
  }
  return adjusted;
}

// The tiling of a shape that the kernel alone knows.
constexpr SoftMaxTiling SoftMaxFlashV2TilingFunc(const SoftMaxShapeInfo& shapeInfo, std::uint32_t,
                                                 std::uint32_t, std::uint32_t, bool = false, bool = false,
                                                 bool = false, bool = false) {
  return {shapeInfo.srcM, shapeInfo.srcK, shapeInfo.srcM * shapeInfo.srcK};
}

}  // namespace AscendC
