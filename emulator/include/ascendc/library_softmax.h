// SPDX-License-Identifier: Apache-2.0
// SoftMax, LogSoftMax and their gradient over the rows of a matrix. Maxima and sums of a row fill one block
// of 32 bytes each. sharedTmpBuffer is accepted and not written.
#pragma once

#include <cmath>
#include <cstdint>

#include "ascendc/library_call.h"
#include "ascendc/library_tiling.h"

namespace AscendC {

// srcM rows of srcK elements in UB, of which oriSrcM rows of oriSrcK elements are data.
struct SoftMaxShapeInfo {
  std::uint32_t srcM = 0;
  std::uint32_t srcK = 0;
  std::uint32_t oriSrcM = 0;
  std::uint32_t oriSrcK = 0;
};

// Whether a row's maximum and sum fill a block of 32 bytes, or stand one after another.
enum class SoftmaxMode { SOFTMAX_NORMAL = 0, SOFTMAX_OUTPUT_WITHOUT_BRC = 1 };

struct SoftmaxConfig {
  bool isCheckTiling = true;  // the emulator goes by the shape alone
  std::uint32_t oriSrcM = 0;  // not 0: the shape, known when the kernel is compiled
  std::uint32_t oriSrcK = 0;
  SoftmaxMode mode = SoftmaxMode::SOFTMAX_NORMAL;
};
inline constexpr SoftmaxConfig SOFTMAX_DEFAULT_CFG = {};

namespace detail {

// The shape that the call gives, or the tiling's where it gives none.
inline SoftMaxShapeInfo RowsOf(const SoftMaxShapeInfo& shape, const SoftMaxTiling& tiling) {
  if (shape.srcM != 0) return shape;
  return {tiling.srcM, tiling.srcK, tiling.srcM, tiling.srcK};
}

// Elements of one row's maximum or sum.
template <typename T>
constexpr std::uint32_t WidthOfRowValue(const SoftmaxConfig& config) {
  return config.mode == SoftmaxMode::SOFTMAX_NORMAL ? kBlockBytes / sizeof(T) : 1;
}

inline void CheckRows(const LibraryCall& call, const SoftMaxShapeInfo& shape,
                      const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG) {
  call.CheckAtMost("oriSrcM", shape.oriSrcM, shape.srcM);
  call.CheckAtMost("oriSrcK", shape.oriSrcK, shape.srcK);
  if (config.oriSrcM != 0) call.CheckSame("config.oriSrcM", config.oriSrcM, "oriSrcM", shape.oriSrcM);
  if (config.oriSrcK != 0) call.CheckSame("config.oriSrcK", config.oriSrcK, "oriSrcK", shape.oriSrcK);
}

// Maximum, at least `least`, and sum of exp(x - maximum) of one row.
struct RowExponents {
  template <typename T>
  RowExponents(const T* row, std::uint32_t count, float least = -INFINITY)
      : maximum(std::fmax(least, Greatest(row, count))) {
    for (std::uint32_t i = 0; i < count; ++i) sum += Of(static_cast<float>(row[i]));
  }
  template <typename T>
  static float Greatest(const T* row, std::uint32_t count) {
    float greatest = -INFINITY;
    for (std::uint32_t i = 0; i < count; ++i) greatest = std::fmax(greatest, static_cast<float>(row[i]));
    return greatest;
  }
  double Of(float x) const { return std::exp(static_cast<double>(x) - maximum); }

  float maximum;
  double sum = 0.0;
};

template <typename T, typename Sum>
void SoftMaxRows(const char* name, bool log, const LocalTensor<T>& destination, const LocalTensor<Sum>* sums,
                 const LocalTensor<Sum>* maxima, const LocalTensor<T>& source, const SoftMaxShapeInfo& shape,
                 const SoftmaxConfig& config, Site site) {
  CheckLibraryType<T>();
  CheckLibraryType<Sum>();
  const std::uint32_t width = WidthOfRowValue<Sum>(config);
  const LibraryCall call(name, site);
  CheckRows(call, shape, config);
  const T* from = call.Read("srcTensor", source, std::uint64_t{shape.oriSrcM} * shape.srcK);
  Sum* sum = sums == nullptr ? nullptr : call.Write("sumTensor", *sums, std::uint64_t{shape.oriSrcM} * width);
  Sum* maximum =
      maxima == nullptr ? nullptr : call.Write("maxTensor", *maxima, std::uint64_t{shape.oriSrcM} * width);
  T* to = call.Write("dstTensor", destination, std::uint64_t{shape.oriSrcM} * shape.srcK);
  for (std::uint32_t m = 0; m < shape.oriSrcM; ++m, from += shape.srcK, to += shape.srcK) {
    const RowExponents row(from, shape.oriSrcK);
    for (std::uint32_t k = 0; k < shape.oriSrcK; ++k) {
      const float x = static_cast<float>(from[k]);
      to[k] = T(static_cast<float>(log ? x - row.maximum - std::log(row.sum) : row.Of(x) / row.sum));
    }
    for (std::uint32_t i = 0; i < width && sum != nullptr; ++i) {
      sum[m * width + i] = Sum(static_cast<float>(row.sum));
      maximum[m * width + i] = Sum(row.maximum);
    }
  }
}

}  // namespace detail

#define CANN_EMULATOR_SOFTMAX(name, log)                                                                     \
  template <typename T, bool isReuseSource = false, bool isBasicBlock = false, bool isDataFormatNZ = false,  \
            const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG, typename Sum>                                 \
  void name(const LocalTensor<T>& dstTensor, const LocalTensor<Sum>& sumTensor,                              \
            const LocalTensor<Sum>& maxTensor, const LocalTensor<T>& srcTensor, const SoftMaxTiling& tiling, \
            const SoftMaxShapeInfo& softmaxShapeInfo = {}, detail::Site site = detail::Site::Here()) {       \
    static_assert(!isDataFormatNZ, #name ": the emulator has it for rows (ND), not for fractals (NZ)");      \
    detail::SoftMaxRows(#name, log, dstTensor, &sumTensor, &maxTensor, srcTensor,                            \
                        detail::RowsOf(softmaxShapeInfo, tiling), config, site);                             \
  }                                                                                                          \
  template <typename T, bool isReuseSource = false, bool isBasicBlock = false, bool isDataFormatNZ = false,  \
            const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG, typename Sum>                                 \
  void name(const LocalTensor<T>& dstTensor, const LocalTensor<Sum>& sumTensor,                              \
            const LocalTensor<Sum>& maxTensor, const LocalTensor<T>& srcTensor,                              \
            const LocalTensor<std::uint8_t>&, const SoftMaxTiling& tiling,                                   \
            const SoftMaxShapeInfo& softmaxShapeInfo = {}, detail::Site site = detail::Site::Here()) {       \
    name<T, isReuseSource, isBasicBlock, isDataFormatNZ, config>(dstTensor, sumTensor, maxTensor, srcTensor, \
                                                                 tiling, softmaxShapeInfo, site);            \
  }
CANN_EMULATOR_SOFTMAX(SoftMax, false)
CANN_EMULATOR_SOFTMAX(LogSoftMax, true)
#undef CANN_EMULATOR_SOFTMAX

// Without the maxima and the sums.
template <typename T, bool isReuseSource = false, bool isBasicBlock = false,
          const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>
void SoftMax(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const SoftMaxTiling& tiling,
             const SoftMaxShapeInfo& softmaxShapeInfo = {}, detail::Site site = detail::Site::Here()) {
  detail::SoftMaxRows<T, T>("SoftMax", false, dstTensor, nullptr, nullptr, srcTensor,
                            detail::RowsOf(softmaxShapeInfo, tiling), config, site);
}
template <typename T, bool isReuseSource = false, bool isBasicBlock = false,
          const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>
void SoftMax(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
             const LocalTensor<std::uint8_t>&, const SoftMaxTiling& tiling,
             const SoftMaxShapeInfo& softmaxShapeInfo = {}, detail::Site site = detail::Site::Here()) {
  SoftMax<T, isReuseSource, isBasicBlock, config>(dstTensor, srcTensor, tiling, softmaxShapeInfo, site);
}

namespace detail {

// isFront: the row sums of grad * src, each in one block; else (grad - the row's sum) * src.
template <typename T>
void SoftmaxGradRows(const char* name, bool front, const LocalTensor<T>& destination,
                     const LocalTensor<T>& gradient, const LocalTensor<T>& source,
                     const SoftMaxShapeInfo& shape, Site site) {
  CheckLibraryType<T>();
  constexpr std::uint32_t kBlock = kBlockBytes / sizeof(T);
  const LibraryCall call(name, site);
  CheckRows(call, shape);
  const std::uint64_t size = std::uint64_t{shape.oriSrcM} * shape.srcK;
  const T* grad = call.Read("gradTensor", gradient, size);
  const T* src = call.Read("srcTensor", source, size);
  T* to = call.Write("dstTensor", destination, front ? std::uint64_t{shape.oriSrcM} * kBlock : size);
  for (std::uint32_t m = 0; m < shape.oriSrcM; ++m, grad += shape.srcK, src += shape.srcK) {
    double sum = 0.0;
    for (std::uint32_t k = 0; k < shape.oriSrcK; ++k) {
      sum += static_cast<double>(static_cast<float>(grad[k])) * static_cast<float>(src[k]);
    }
    if (front) {
      for (std::uint32_t i = 0; i < kBlock; ++i) to[m * kBlock + i] = T(static_cast<float>(sum));
      continue;
    }
    for (std::uint32_t k = 0; k < shape.oriSrcK; ++k) {
      to[std::uint64_t{m} * shape.srcK + k] =
          T(static_cast<float>((static_cast<float>(grad[k]) - sum) * static_cast<float>(src[k])));
    }
  }
}

}  // namespace detail

template <typename T, bool isReuseSource = false, bool isDataFormatNZ = false>
void SoftmaxGrad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& gradTensor,
                 const LocalTensor<T>& srcTensor, const LocalTensor<std::uint8_t>&,
                 const SoftMaxTiling& tiling, bool isFront = false,
                 const SoftMaxShapeInfo& softmaxShapeInfo = {}, detail::Site site = detail::Site::Here()) {
  static_assert(!isDataFormatNZ, "SoftmaxGrad: the emulator has it for rows (ND), not for fractals (NZ)");
  detail::SoftmaxGradRows("SoftmaxGrad", isFront, dstTensor, gradTensor, srcTensor,
                          detail::RowsOf(softmaxShapeInfo, tiling), site);
}
template <typename T, bool isBasicBlock = false, bool isDataFormatNZ = false>
void SoftmaxGradFront(const LocalTensor<T>& dstTensor, const LocalTensor<T>& gradTensor,
                      const LocalTensor<T>& srcTensor, const LocalTensor<std::uint8_t>&,
                      const SoftMaxTiling& tiling, const SoftMaxShapeInfo& softmaxShapeInfo = {},
                      detail::Site site = detail::Site::Here()) {
  static_assert(!isDataFormatNZ,
                "SoftmaxGradFront: the emulator has it for rows (ND), not for fractals (NZ)");
  detail::SoftmaxGradRows("SoftmaxGradFront", true, dstTensor, gradTensor, srcTensor,
                          detail::RowsOf(softmaxShapeInfo, tiling), site);
}

}  // namespace AscendC
