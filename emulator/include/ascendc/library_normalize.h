// SPDX-License-Identifier: Apache-2.0
// BatchNorm, GroupNorm and DeepNorm. sharedTmpBuffer is accepted and not written.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "ascendc/library_norm.h"

namespace AscendC {

// Of x [B, S, H] over B: outputMean and outputVariance are [S, H], gamm and beta [B].
template <typename T, bool isReuseSource = false, bool isBasicBlock = false>
void BatchNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,
               const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX, const LocalTensor<T>& gamm,
               const LocalTensor<T>& beta, detail::NotDeduced<T> epsilon, const BatchNormTiling& tiling,
               detail::Site site = detail::Site::Here()) {
  detail::CheckLibraryType<T>();
  const detail::LibraryCall call("BatchNorm", site);
  call.CheckAtMost("originalBLength", tiling.originalBLength, tiling.bLength);
  const std::uint64_t size = tiling.meanVarSize;
  const std::uint64_t samples = tiling.originalBLength;
  const T* x = call.Read("inputX", inputX, samples * size);
  const T* scale = call.Read("gamm", gamm, samples);
  const T* shift = call.Read("beta", beta, samples);
  T* means = call.Write("outputMean", outputMean, size);
  T* variances = call.Write("outputVariance", outputVariance, size);
  T* y = call.Write("output", output, samples * size);
  for (std::uint64_t at = 0; at < size; ++at) {
    const auto value = [x, size, at](std::uint64_t b) {
      return static_cast<double>(static_cast<float>(x[b * size + at]));
    };
    const detail::Moments moments(samples, value);
    const double factor = moments.Rstd(static_cast<float>(epsilon));
    for (std::uint64_t b = 0; b < samples; ++b) {
      y[b * size + at] = T(static_cast<float>(
          (value(b) - moments.mean) * factor * static_cast<float>(scale[b]) + static_cast<float>(shift[b])));
    }
    means[at] = T(static_cast<float>(moments.mean));
    variances[at] = T(static_cast<float>(moments.variance));
  }
}
template <typename T, bool isReuseSource = false, bool isBasicBlock = false>
void BatchNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,
               const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX, const LocalTensor<T>& gamm,
               const LocalTensor<T>& beta, const LocalTensor<std::uint8_t>&, detail::NotDeduced<T> epsilon,
               const BatchNormTiling& tiling, detail::Site site = detail::Site::Here()) {
  BatchNorm(output, outputMean, outputVariance, inputX, gamm, beta, epsilon, tiling, site);
}

// Of x [N, C, H * W] over each of the groups of channels: outputMean and outputVariance are [N, groups],
// gamma and beta [C].
template <typename T, bool isReuseSource = false>
void GroupNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,
               const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX,
               const LocalTensor<T>& gamma, const LocalTensor<T>& beta, detail::NotDeduced<T> epsilon,
               const GroupNormTiling& tiling, detail::Site site = detail::Site::Here()) {
  detail::CheckLibraryType<T>();
  const detail::LibraryCall call("GroupNorm", site);
  call.CheckAtMost("hw", tiling.hw, tiling.hwAlignSize);
  call.CheckSame("channels beyond whole groups", tiling.g == 0 ? tiling.c : tiling.c % tiling.g, "none", 0);
  const std::uint64_t stride = tiling.hwAlignSize;
  const std::uint64_t size = std::uint64_t{tiling.n} * tiling.c * stride;
  const std::uint64_t groups = std::uint64_t{tiling.n} * tiling.g;
  const T* x = call.Read("inputX", inputX, size);
  const T* scale = call.Read("gamma", gamma, tiling.c);
  const T* shift = call.Read("beta", beta, tiling.c);
  T* means = call.Write("outputMean", outputMean, groups);
  T* variances = call.Write("outputVariance", outputVariance, groups);
  T* y = call.Write("output", output, size);
  const std::uint64_t channels = tiling.g == 0 ? 0 : tiling.c / tiling.g;
  for (std::uint64_t group = 0; group < groups; ++group) {
    const std::uint64_t first = group * channels * stride;
    const auto place = [first, stride, hw = tiling.hw](std::uint64_t i) {
      return first + i / hw * stride + i % hw;
    };
    const auto value = [x, place](std::uint64_t i) {
      return static_cast<double>(static_cast<float>(x[place(i)]));
    };
    const std::uint64_t count = channels * tiling.hw;
    const detail::Moments moments(count, value);
    const double factor = moments.Rstd(static_cast<float>(epsilon));
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t channel = group % tiling.g * channels + i / tiling.hw;
      y[place(i)] =
          T(static_cast<float>((value(i) - moments.mean) * factor * static_cast<float>(scale[channel]) +
                               static_cast<float>(shift[channel])));
    }
    means[group] = T(static_cast<float>(moments.mean));
    variances[group] = T(static_cast<float>(moments.variance));
  }
}
template <typename T, bool isReuseSource = false>
void GroupNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,
               const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX,
               const LocalTensor<T>& gamma, const LocalTensor<T>& beta, const LocalTensor<std::uint8_t>&,
               detail::NotDeduced<T> epsilon, const GroupNormTiling& tiling,
               detail::Site site = detail::Site::Here()) {
  GroupNorm(output, outputMean, outputVariance, inputX, gamma, beta, epsilon, tiling, site);
}

// LayerNorm of the rows of alpha * srcLocal + gxLocal; rstdLocal gets the variances, as documented.
template <typename T, bool isReuseSrc = false, bool isBasicBlock = false>
void DeepNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& meanLocal,
              const LocalTensor<T>& rstdLocal, const LocalTensor<T>& srcLocal, const LocalTensor<T>& gxLocal,
              const LocalTensor<T>& betaLocal, const LocalTensor<T>& gammaLocal, detail::NotDeduced<T> alpha,
              detail::NotDeduced<T> epsilon, const DeepNormTiling& tiling,
              detail::Site site = detail::Site::Here()) {
  detail::CheckLibraryType<T>();
  const detail::LibraryCall call("DeepNorm", site);
  call.CheckAtMost("originalHLength", tiling.originalHLength, tiling.hLength);
  const std::uint64_t rows = std::uint64_t{tiling.bLength} * tiling.sLength;
  const std::uint32_t count = tiling.originalHLength;
  const T* x = call.Read("srcLocal", srcLocal, rows * tiling.hLength);
  const T* gx = call.Read("gxLocal", gxLocal, rows * tiling.hLength);
  const T* shift = call.Read("betaLocal", betaLocal, count);
  const T* scale = call.Read("gammaLocal", gammaLocal, count);
  T* means = call.Write("meanLocal", meanLocal, rows);
  T* variances = call.Write("rstdLocal", rstdLocal, rows);
  T* y = call.Write("dstLocal", dstLocal, rows * tiling.hLength);
  std::vector<double> sums(count);
  for (std::uint64_t row = 0; row < rows;
       ++row, x += tiling.hLength, gx += tiling.hLength, y += tiling.hLength) {
    for (std::uint32_t i = 0; i < count; ++i) {
      sums[i] = static_cast<double>(static_cast<float>(alpha)) * static_cast<float>(x[i]) +
                static_cast<float>(gx[i]);
    }
    const detail::Moments moments(count, [&sums](std::uint64_t i) { return sums[i]; });
    const double factor = moments.Rstd(static_cast<float>(epsilon));
    for (std::uint32_t i = 0; i < count; ++i) {
      y[i] = T(static_cast<float>((sums[i] - moments.mean) * factor * static_cast<float>(scale[i]) +
                                  static_cast<float>(shift[i])));
    }
    means[row] = T(static_cast<float>(moments.mean));
    variances[row] = T(static_cast<float>(moments.variance));
  }
}
template <typename T, bool isReuseSrc = false, bool isBasicBlock = false>
void DeepNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& meanLocal,
              const LocalTensor<T>& rstdLocal, const LocalTensor<T>& srcLocal, const LocalTensor<T>& gxLocal,
              const LocalTensor<T>& betaLocal, const LocalTensor<T>& gammaLocal,
              const LocalTensor<std::uint8_t>&, detail::NotDeduced<T> alpha, detail::NotDeduced<T> epsilon,
              const DeepNormTiling& tiling, detail::Site site = detail::Site::Here()) {
  DeepNorm(dstLocal, meanLocal, rstdLocal, srcLocal, gxLocal, betaLocal, gammaLocal, alpha, epsilon, tiling,
           site);
}

}  // namespace AscendC
