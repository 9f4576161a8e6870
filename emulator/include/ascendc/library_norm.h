// SPDX-License-Identifier: Apache-2.0
// LayerNorm and RmsNorm over the rows of a matrix. sharedTmpBuffer is accepted and not written.
#pragma once

#include <cmath>
#include <cstdint>

#include "ascendc/library_call.h"
#include "ascendc/library_tiling.h"

namespace AscendC {

// What LayerNorm of [A, R] leaves out.
struct LayerNormConfig {
  bool isNoBeta = false;
  bool isNoGamma = false;
  bool isOnlyOutput = false;  // the library has false alone
};
inline constexpr LayerNormConfig LNCFG_NORM = {false, false, false};

// aLength rows of rLengthWithPadding elements in UB, of which rLength are data.
struct LayerNormPara {
  std::uint32_t aLength;
  std::uint32_t rLength;
  std::uint32_t rLengthWithPadding;
};

namespace detail {

// Mean and variance (divided by their number) of value(0) ... value(count - 1).
struct Moments {
  template <typename Value>
  Moments(std::uint64_t count, Value value) {
    for (std::uint64_t i = 0; i < count; ++i) mean += value(i);
    mean /= static_cast<double>(count);
    for (std::uint64_t i = 0; i < count; ++i) variance += (value(i) - mean) * (value(i) - mean);
    variance /= static_cast<double>(count);
  }
  double Rstd(float epsilon) const { return 1.0 / std::sqrt(variance + epsilon); }

  double mean = 0.0;
  double variance = 0.0;
};

// One row; without scale or shift where they are null.
template <typename T, typename U>
Moments NormalizeRow(T* y, const T* x, const U* scale, const U* shift, std::uint32_t count, float epsilon) {
  const Moments moments(count,
                        [x](std::uint64_t i) { return static_cast<double>(static_cast<float>(x[i])); });
  const double factor = moments.Rstd(epsilon);
  for (std::uint32_t i = 0; i < count; ++i) {
    double value = (static_cast<float>(x[i]) - moments.mean) * factor;
    if (scale != nullptr) value *= static_cast<float>(scale[i]);
    if (shift != nullptr) value += static_cast<float>(shift[i]);
    y[i] = T(static_cast<float>(value));
  }
  return moments;
}

template <typename T>
void NormalizeRows(const LibraryCall& call, const LocalTensor<T>& output, const LocalTensor<T>& outputMean,
                   const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX,
                   const LocalTensor<T>& gamma, const LocalTensor<T>& beta, float epsilon,
                   const LayerNormTiling& tiling) {
  CheckLibraryType<T>();
  call.CheckAtMost("originalHLength", tiling.originalHLength, tiling.hLength);
  const std::uint32_t rows = tiling.bLength * tiling.sLength;
  const std::uint32_t count = tiling.originalHLength;
  const std::uint64_t size = std::uint64_t{rows} * tiling.hLength;
  const T* x = call.Read("inputX", inputX, size);
  const T* scale = call.Read("gamma", gamma, count);
  const T* shift = call.Read("beta", beta, count);
  T* means = call.Write("outputMean", outputMean, rows);
  T* variances = call.Write("outputVariance", outputVariance, rows);
  T* y = call.Write("output", output, size);
  for (std::uint32_t row = 0; row < rows; ++row, x += tiling.hLength, y += tiling.hLength) {
    const Moments moments = NormalizeRow(y, x, scale, shift, count, epsilon);
    means[row] = T(static_cast<float>(moments.mean));
    variances[row] = T(static_cast<float>(moments.variance));
  }
}

template <const LayerNormConfig& config, typename U, typename T>
void NormalizeRowsWithRstd(const LibraryCall& call, const LocalTensor<T>& output,
                           const LocalTensor<float>& outputMean, const LocalTensor<float>& outputRstd,
                           const LocalTensor<T>& inputX, const LocalTensor<U>& gamma,
                           const LocalTensor<U>& beta, float epsilon, const LayerNormPara& para) {
  CheckLibraryType<T>();
  static_assert(std::is_same_v<U, T> || (std::is_same_v<U, float> && std::is_same_v<T, half>),
                "LayerNorm: gamma and beta have the type of inputX, or are float for half");
  static_assert(!config.isOnlyOutput, "LayerNorm: the library has isOnlyOutput = false alone");
  call.CheckAtMost("para.rLength", para.rLength, para.rLengthWithPadding);
  call.CheckSame("the bytes of para.rLengthWithPadding beyond whole blocks",
                 para.rLengthWithPadding * sizeof(T) % kBlockBytes, "none", 0);
  const std::uint64_t size = std::uint64_t{para.aLength} * para.rLengthWithPadding;
  const T* x = call.Read("inputX", inputX, size);
  const U* scale = config.isNoGamma ? nullptr : call.Read("gamma", gamma, para.rLength);
  const U* shift = config.isNoBeta ? nullptr : call.Read("beta", beta, para.rLength);
  float* means = call.Write("outputMean", outputMean, para.aLength);
  float* rstds = call.Write("outputRstd", outputRstd, para.aLength);
  T* y = call.Write("output", output, size);
  for (std::uint32_t row = 0; row < para.aLength; ++row) {
    const Moments moments = NormalizeRow(y, x, scale, shift, para.rLength, epsilon);
    means[row] = static_cast<float>(moments.mean);
    rstds[row] = static_cast<float>(moments.Rstd(epsilon));
    x += para.rLengthWithPadding;
    y += para.rLengthWithPadding;
  }
}

template <typename T>
void RmsNormRows(const LibraryCall& call, const LocalTensor<T>& dst, const LocalTensor<T>& src,
                 const LocalTensor<T>& gamma, float epsilon, const RmsNormTiling& tiling) {
  CheckLibraryType<T>();
  call.CheckAtMost("originalHLength", tiling.originalHLength, tiling.hLength);
  const std::uint32_t rows = tiling.bLength * tiling.sLength;
  const std::uint32_t count = tiling.originalHLength;
  const T* x = call.Read("srcLocal", src, std::uint64_t{rows} * tiling.hLength);
  const T* scale = call.Read("gammaLocal", gamma, count);
  T* y = call.Write("dstLocal", dst, std::uint64_t{rows} * tiling.hLength);
  for (std::uint32_t row = 0; row < rows; ++row, x += tiling.hLength, y += tiling.hLength) {
    double squares = 0.0;
    for (std::uint32_t i = 0; i < count; ++i)
      squares += static_cast<double>(static_cast<float>(x[i])) * static_cast<float>(x[i]);
    const double factor = 1.0 / std::sqrt(squares / count + epsilon);
    for (std::uint32_t i = 0; i < count; ++i) {
      y[i] = T(static_cast<float>(static_cast<float>(x[i]) * factor * static_cast<float>(scale[i])));
    }
  }
}

}  // namespace detail

// (inputX - mean) / sqrt(variance + epsilon) * gamma + beta of each row; the variance is that of the row
// itself (divided by its length).
template <typename T, bool isReuseSource = false>
void LayerNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,
               const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX,
               const LocalTensor<T>& gamma, const LocalTensor<T>& beta, const LocalTensor<std::uint8_t>&,
               detail::NotDeduced<T> epsilon, const LayerNormTiling& tiling,
               detail::Site site = detail::Site::Here()) {
  detail::NormalizeRows({"LayerNorm", site}, output, outputMean, outputVariance, inputX, gamma, beta,
                        static_cast<float>(epsilon), tiling);
}
template <typename T, bool isReuseSource = false>
void LayerNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,
               const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX,
               const LocalTensor<T>& gamma, const LocalTensor<T>& beta, detail::NotDeduced<T> epsilon,
               const LayerNormTiling& tiling, detail::Site site = detail::Site::Here()) {
  detail::NormalizeRows({"LayerNorm", site}, output, outputMean, outputVariance, inputX, gamma, beta,
                        static_cast<float>(epsilon), tiling);
}

// Of [A, R], with the means and the reciprocals of the standard deviations in float.
template <typename U, typename T, bool isReuseSource = false, const LayerNormConfig& config = LNCFG_NORM>
void LayerNorm(const LocalTensor<T>& output, const LocalTensor<float>& outputMean,
               const LocalTensor<float>& outputRstd, const LocalTensor<T>& inputX,
               const LocalTensor<U>& gamma, const LocalTensor<U>& beta, float epsilon,
               const LocalTensor<std::uint8_t>&, const LayerNormPara& para, const LayerNormSeparateTiling&,
               detail::Site site = detail::Site::Here()) {
  detail::NormalizeRowsWithRstd<config>({"LayerNorm", site}, output, outputMean, outputRstd, inputX, gamma,
                                        beta, epsilon, para);
}
template <typename U, typename T, bool isReuseSource = false, const LayerNormConfig& config = LNCFG_NORM>
void LayerNorm(const LocalTensor<T>& output, const LocalTensor<float>& outputMean,
               const LocalTensor<float>& outputRstd, const LocalTensor<T>& inputX,
               const LocalTensor<U>& gamma, const LocalTensor<U>& beta, float epsilon,
               const LayerNormPara& para, const LayerNormSeparateTiling&,
               detail::Site site = detail::Site::Here()) {
  detail::NormalizeRowsWithRstd<config>({"LayerNorm", site}, output, outputMean, outputRstd, inputX, gamma,
                                        beta, epsilon, para);
}

// srcLocal / sqrt(mean of squares + epsilon) * gammaLocal of each row.
template <typename T, bool isBasicBlock = false>
void RmsNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const LocalTensor<T>& gammaLocal,
             const LocalTensor<std::uint8_t>&, detail::NotDeduced<T> epsilon, const RmsNormTiling& tiling,
             detail::Site site = detail::Site::Here()) {
  detail::RmsNormRows({"RmsNorm", site}, dstLocal, srcLocal, gammaLocal, static_cast<float>(epsilon), tiling);
}
template <typename T, bool isBasicBlock = false>
void RmsNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const LocalTensor<T>& gammaLocal,
             detail::NotDeduced<T> epsilon, const RmsNormTiling& tiling,
             detail::Site site = detail::Site::Here()) {
  detail::RmsNormRows({"RmsNorm", site}, dstLocal, srcLocal, gammaLocal, static_cast<float>(epsilon), tiling);
}

}  // namespace AscendC
