// SPDX-License-Identifier: Apache-2.0
// The gradients of LayerNorm over the rows of a matrix. sharedTmpBuffer is accepted and not written.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "ascendc/library_call.h"
#include "ascendc/library_tiling.h"
#include "ascendc/position.h"

namespace AscendC {

struct LayerNormGradShapeInfo {
  DataFormat dataFormat = DataFormat::ND;
};

// The gradient of inputX, and resForGamma = (inputX - mean) / sqrt(variance + epsilon), which
// LayerNormGradBeta takes. inputVariance and inputMean: one a row.
template <typename T, bool isReuseSource = false>
void LayerNormGrad(const LocalTensor<T>& outputPdX, const LocalTensor<T>& resForGamma,
                   const LocalTensor<T>& inputDy, const LocalTensor<T>& inputX,
                   const LocalTensor<T>& inputVariance, const LocalTensor<T>& inputMean,
                   const LocalTensor<T>& inputGamma, detail::NotDeduced<T> epsilon,
                   const LayerNormGradTiling& tiling, const LayerNormGradShapeInfo& shapeInfo = {},
                   detail::Site site = detail::Site::Here()) {
  detail::CheckLibraryType<T>();
  const detail::LibraryCall call("LayerNormGrad", site);
  call.CheckSame("shapeInfo.dataFormat", static_cast<std::uint64_t>(shapeInfo.dataFormat), "DataFormat::ND",
                 static_cast<std::uint64_t>(DataFormat::ND));
  call.CheckAtMost("originalHLength", tiling.originalHLength, tiling.hLength);
  const std::uint64_t rows = std::uint64_t{tiling.bLength} * tiling.sLength;
  const std::uint32_t count = tiling.originalHLength;
  const T* dy = call.Read("inputDy", inputDy, rows * tiling.hLength);
  const T* x = call.Read("inputX", inputX, rows * tiling.hLength);
  const T* variances = call.Read("inputVariance", inputVariance, rows);
  const T* means = call.Read("inputMean", inputMean, rows);
  const T* gamma = call.Read("inputGamma", inputGamma, count);
  T* dx = call.Write("outputPdX", outputPdX, rows * tiling.hLength);
  T* normalized = call.Write("resForGamma", resForGamma, rows * tiling.hLength);
  const double bias = static_cast<float>(epsilon);
  std::vector<double> centred(count);  // the outputs may be the inputs
  std::vector<double> scaled(count);
  for (std::uint64_t row = 0; row < rows; ++row) {
    const double rstd = 1.0 / std::sqrt(static_cast<float>(variances[row]) + bias);
    double sum = 0.0;        // of dy * gamma
    double projected = 0.0;  // of dy * gamma * (x - mean)
    for (std::uint32_t i = 0; i < count; ++i) {
      centred[i] = static_cast<double>(static_cast<float>(x[i])) - static_cast<float>(means[row]);
      scaled[i] = static_cast<double>(static_cast<float>(dy[i])) * static_cast<float>(gamma[i]);
      sum += scaled[i];
      projected += scaled[i] * centred[i];
    }
    double total = 0.0;
    for (const double each : centred) total += each;
    const double of_variance = -0.5 * projected * rstd * rstd * rstd;
    const double of_mean = -sum * rstd - 2.0 * of_variance * total / count;
    for (std::uint32_t i = 0; i < count; ++i) {
      dx[i] = T(static_cast<float>(scaled[i] * rstd + (2.0 * of_variance * centred[i] + of_mean) / count));
      normalized[i] = T(static_cast<float>(centred[i] * rstd));
    }
    dy += tiling.hLength;
    x += tiling.hLength;
    dx += tiling.hLength;
    normalized += tiling.hLength;
  }
}
template <typename T, bool isReuseSource = false>
void LayerNormGrad(const LocalTensor<T>& outputPdX, const LocalTensor<T>& resForGamma,
                   const LocalTensor<T>& inputDy, const LocalTensor<T>& inputX,
                   const LocalTensor<T>& inputVariance, const LocalTensor<T>& inputMean,
                   const LocalTensor<T>& inputGamma, const LocalTensor<std::uint8_t>&,
                   detail::NotDeduced<T> epsilon, const LayerNormGradTiling& tiling,
                   const LayerNormGradShapeInfo& shapeInfo = {}, detail::Site site = detail::Site::Here()) {
  LayerNormGrad(outputPdX, resForGamma, inputDy, inputX, inputVariance, inputMean, inputGamma, epsilon,
                tiling, shapeInfo, site);
}

// The gradients of gamma and beta: the sums over the rows of inputDy * resForGamma and of inputDy.
template <typename T, bool isReuseSource = false>
void LayerNormGradBeta(const LocalTensor<T>& outputPdGamma, const LocalTensor<T>& outputPdBeta,
                       const LocalTensor<T>& resForGamma, const LocalTensor<T>& inputDy,
                       const LayerNormGradBetaTiling& tiling, detail::Site site = detail::Site::Here()) {
  detail::CheckLibraryType<T>();
  const detail::LibraryCall call("LayerNormGradBeta", site);
  call.CheckAtMost("originalHLength", tiling.originalHLength, tiling.hLength);
  const std::uint64_t rows = std::uint64_t{tiling.bLength} * tiling.sLength;
  const T* normalized = call.Read("resForGamma", resForGamma, rows * tiling.hLength);
  const T* dy = call.Read("inputDy", inputDy, rows * tiling.hLength);
  T* gamma = call.Write("outputPdGamma", outputPdGamma, tiling.originalHLength);
  T* beta = call.Write("outputPdBeta", outputPdBeta, tiling.originalHLength);
  for (std::uint32_t i = 0; i < tiling.originalHLength; ++i) {
    double of_gamma = 0.0;
    double of_beta = 0.0;
    for (std::uint64_t at = i; at < rows * tiling.hLength; at += tiling.hLength) {
      const double gradient = static_cast<float>(dy[at]);
      of_gamma += gradient * static_cast<float>(normalized[at]);
      of_beta += gradient;
    }
    gamma[i] = T(static_cast<float>(of_gamma));
    beta[i] = T(static_cast<float>(of_beta));
  }
}
template <typename T, bool isReuseSource = false>
void LayerNormGradBeta(const LocalTensor<T>& outputPdGamma, const LocalTensor<T>& outputPdBeta,
                       const LocalTensor<T>& resForGamma, const LocalTensor<T>& inputDy,
                       const LocalTensor<std::uint8_t>&, const LayerNormGradBetaTiling& tiling,
                       detail::Site site = detail::Site::Here()) {
  LayerNormGradBeta(outputPdGamma, outputPdBeta, resForGamma, inputDy, tiling, site);
}

}  // namespace AscendC
