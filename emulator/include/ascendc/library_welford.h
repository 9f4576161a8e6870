// SPDX-License-Identifier: Apache-2.0
// A LayerNorm in parts: WelfordUpdate for each part of the row, WelfordFinalize for the mean and the
// variance, Normalize for the result. sharedTmpBuffer is accepted and not written.
#pragma once

#include <cmath>
#include <cstdint>

#include "ascendc/library_call.h"

namespace AscendC {

struct WelfordUpdateConfig {
  bool isInplace = false;  // beyond abComputeLength the outputs take over the inputs
};
inline constexpr WelfordUpdateConfig WFUPDATE_DEFAULT_CFG = {false};

struct WelfordUpdateParam {
  std::uint32_t rnLength = 1;
  std::uint32_t abLength = 0;         // elements of a part
  std::uint32_t abComputeLength = 0;  // those that are data
  float nRec = 0.0F;                  // 1 / the number of this part, from 1 on
};

// outputMean = inputMean + (x - inputMean) * nRec, outputVariance = inputVariance + (x - inputMean) *
// (x - outputMean), each lane on its own.
template <typename T, typename U, bool isReuseSource = false,
          const WelfordUpdateConfig& config = WFUPDATE_DEFAULT_CFG>
void WelfordUpdate(const LocalTensor<U>& outputMean, const LocalTensor<U>& outputVariance,
                   const LocalTensor<U>& inputMean, const LocalTensor<U>& inputVariance,
                   const LocalTensor<T>& inputX, const WelfordUpdateParam& para,
                   detail::Site site = detail::Site::Here()) {
  detail::CheckLibraryType<T>();
  static_assert(std::is_same_v<U, float>, "WelfordUpdate: means and variances are float");
  const detail::LibraryCall call("WelfordUpdate", site);
  call.CheckSame("para.rnLength", para.rnLength, "the only length there is", 1);
  call.CheckAtMost("para.abComputeLength", para.abComputeLength, para.abLength);
  const std::uint32_t count = config.isInplace ? para.abLength : para.abComputeLength;
  const U* mean = call.Read("inputMean", inputMean, count);
  const U* variance = call.Read("inputVariance", inputVariance, count);
  const T* x = call.Read("inputX", inputX, para.abComputeLength);
  U* new_mean = call.Write("outputMean", outputMean, count);
  U* new_variance = call.Write("outputVariance", outputVariance, count);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i >= para.abComputeLength) {
      new_mean[i] = mean[i];
      new_variance[i] = variance[i];
      continue;
    }
    const double before = static_cast<double>(static_cast<float>(x[i])) - mean[i];
    const double updated = mean[i] + before * para.nRec;
    new_variance[i] = static_cast<float>(variance[i] + before * (static_cast<float>(x[i]) - updated));
    new_mean[i] = static_cast<float>(updated);
  }
}
template <typename T, typename U, bool isReuseSource = false,
          const WelfordUpdateConfig& config = WFUPDATE_DEFAULT_CFG>
void WelfordUpdate(const LocalTensor<U>& outputMean, const LocalTensor<U>& outputVariance,
                   const LocalTensor<U>& inputMean, const LocalTensor<U>& inputVariance,
                   const LocalTensor<T>& inputX, const LocalTensor<std::uint8_t>&,
                   const WelfordUpdateParam& para, detail::Site site = detail::Site::Here()) {
  WelfordUpdate<T, U, isReuseSource, config>(outputMean, outputVariance, inputMean, inputVariance, inputX,
                                             para, site);
}

struct WelfordFinalizePara {
  std::uint32_t rnLength = 0;         // parts
  std::uint32_t abLength = 0;         // elements of a part
  std::uint32_t headCount = 0;        // parts that reached the first headCountLength elements
  std::uint32_t headCountLength = 0;  // with tailCountLength the whole part
  std::uint32_t tailCount = 0;
  std::uint32_t tailCountLength = 0;
  float abRec = 0.0F;  // 1 / abLength
  float rRec = 0.0F;   // 1 / the length of the row
};

namespace detail {

// weight(i): how many values the i-th mean and variance stand for.
template <typename Weight>
void WelfordTotal(const LibraryCall& call, const LocalTensor<float>& output_mean,
                  const LocalTensor<float>& output_variance, const LocalTensor<float>& input_mean,
                  const LocalTensor<float>& input_variance, const WelfordFinalizePara& para, bool weighted,
                  Weight weight) {
  const float* means = call.Read("inputMean", input_mean, para.abLength);
  const float* variances = call.Read("inputVariance", input_variance, para.abLength);
  double mean = 0.0;
  for (std::uint32_t i = 0; i < para.abLength; ++i) mean += weighted ? weight(i) * means[i] : means[i];
  mean *= weighted ? para.rRec : para.abRec;
  double variance = 0.0;
  for (std::uint32_t i = 0; i < para.abLength; ++i) {
    variance += variances[i] + weight(i) * (means[i] - mean) * (means[i] - mean);
  }
  *call.Write("outputMean", output_mean, 1) = static_cast<float>(mean);
  *call.Write("outputVariance", output_variance, 1) = static_cast<float>(variance * para.rRec);
}

}  // namespace detail

template <bool isReuseSource = false>
void WelfordFinalize(const LocalTensor<float>& outputMean, const LocalTensor<float>& outputVariance,
                     const LocalTensor<float>& inputMean, const LocalTensor<float>& inputVariance,
                     const WelfordFinalizePara& para, detail::Site site = detail::Site::Here()) {
  const detail::LibraryCall call("WelfordFinalize", site);
  call.CheckSame("para.headCountLength + para.tailCountLength", para.headCountLength + para.tailCountLength,
                 "para.abLength", para.abLength);
  if (para.tailCount == 0) call.CheckSame("para.tailCountLength", para.tailCountLength, "para.tailCount", 0);
  detail::WelfordTotal(
      call, outputMean, outputVariance, inputMean, inputVariance, para, para.tailCount != 0,
      [&para](std::uint32_t i) {
        if (para.tailCount == 0) return static_cast<double>(para.rnLength);
        return static_cast<double>(i < para.headCountLength ? para.headCount : para.tailCount);
      });
}
template <bool isReuseSource = false>
void WelfordFinalize(const LocalTensor<float>& outputMean, const LocalTensor<float>& outputVariance,
                     const LocalTensor<float>& inputMean, const LocalTensor<float>& inputVariance,
                     const LocalTensor<std::uint8_t>&, const WelfordFinalizePara& para,
                     detail::Site site = detail::Site::Here()) {
  WelfordFinalize(outputMean, outputVariance, inputMean, inputVariance, para, site);
}
// counts: how many values each mean and variance stands for.
template <bool isReuseSource = false>
void WelfordFinalize(const LocalTensor<float>& outputMean, const LocalTensor<float>& outputVariance,
                     const LocalTensor<float>& inputMean, const LocalTensor<float>& inputVariance,
                     const LocalTensor<std::int32_t>& counts, const WelfordFinalizePara& para,
                     detail::Site site = detail::Site::Here()) {
  const detail::LibraryCall call("WelfordFinalize", site);
  const std::int32_t* weights = call.Read("counts", counts, para.abLength);
  detail::WelfordTotal(call, outputMean, outputVariance, inputMean, inputVariance, para, true,
                       [weights](std::uint32_t i) { return static_cast<double>(weights[i]); });
}
template <bool isReuseSource = false>
void WelfordFinalize(const LocalTensor<float>& outputMean, const LocalTensor<float>& outputVariance,
                     const LocalTensor<float>& inputMean, const LocalTensor<float>& inputVariance,
                     const LocalTensor<std::int32_t>& counts, const LocalTensor<std::uint8_t>&,
                     const WelfordFinalizePara& para, detail::Site site = detail::Site::Here()) {
  WelfordFinalize(outputMean, outputVariance, inputMean, inputVariance, counts, para, site);
}

enum class ReducePattern : std::uint32_t { AR = 0, RA = 1 };

struct NormalizeConfig {
  ReducePattern reducePattern = ReducePattern::AR;
  std::int32_t aLength = -1;  // not -1: the number of rows, known when the kernel is compiled
  bool isNoBeta = false;
  bool isNoGamma = false;
  bool isOnlyOutput = false;  // outputRstd is not written
};
inline constexpr NormalizeConfig NLCFG_NORM = {};

struct NormalizePara {
  NormalizePara() = default;
  NormalizePara(std::uint32_t aLengthIn, std::uint32_t rLengthIn, std::uint32_t rLengthWithPaddingIn)
      : aLength(aLengthIn), rLength(rLengthIn), rLengthWithPadding(rLengthWithPaddingIn) {}

  std::uint32_t aLength = 0;  // rows
  std::uint32_t rLength = 0;  // elements of a row that are data
  std::uint32_t rLengthWithPadding = 0;
};

// outputRstd = 1 / sqrt(inputVariance + epsilon), output = (inputX - inputMean) * outputRstd * gamma + beta.
template <typename U, typename T, bool isReuseSource = false, const NormalizeConfig& config = NLCFG_NORM>
void Normalize(const LocalTensor<T>& output, const LocalTensor<float>& outputRstd,
               const LocalTensor<float>& inputMean, const LocalTensor<float>& inputVariance,
               const LocalTensor<T>& inputX, const LocalTensor<U>& gamma, const LocalTensor<U>& beta,
               float epsilon, const NormalizePara& para, detail::Site site = detail::Site::Here()) {
  detail::CheckLibraryType<T>();
  detail::CheckLibraryType<U>();
  static_assert(sizeof(U) >= sizeof(T), "Normalize: gamma and beta are no less precise than inputX");
  static_assert(config.reducePattern == ReducePattern::AR, "Normalize: the reducePattern is AR");
  const detail::LibraryCall call("Normalize", site);
  call.CheckAtMost("para.rLength", para.rLength, para.rLengthWithPadding);
  if constexpr (config.aLength != -1)
    call.CheckSame("config.aLength", static_cast<std::uint32_t>(config.aLength), "para.aLength",
                   para.aLength);
  const std::uint64_t size = std::uint64_t{para.aLength} * para.rLengthWithPadding;
  const float* means = call.Read("inputMean", inputMean, para.aLength);
  const float* variances = call.Read("inputVariance", inputVariance, para.aLength);
  const T* x = call.Read("inputX", inputX, size);
  const U* scale = config.isNoGamma ? nullptr : call.Read("gamma", gamma, para.rLength);
  const U* shift = config.isNoBeta ? nullptr : call.Read("beta", beta, para.rLength);
  float* rstd = config.isOnlyOutput ? nullptr : call.Write("outputRstd", outputRstd, para.aLength);
  T* y = call.Write("output", output, size);
  for (std::uint32_t row = 0; row < para.aLength; ++row) {
    const double factor = 1.0 / std::sqrt(static_cast<double>(variances[row]) + epsilon);
    if (rstd != nullptr) rstd[row] = static_cast<float>(factor);
    for (std::uint32_t i = 0; i < para.rLength; ++i) {
      const double normalized = (static_cast<double>(static_cast<float>(x[i])) - means[row]) * factor;
      y[i] = T(static_cast<float>(normalized * (scale == nullptr ? 1.0F : static_cast<float>(scale[i])) +
                                  (shift == nullptr ? 0.0F : static_cast<float>(shift[i]))));
    }
    x += para.rLengthWithPadding;
    y += para.rLengthWithPadding;
  }
}
template <typename U, typename T, bool isReuseSource = false, const NormalizeConfig& config = NLCFG_NORM>
void Normalize(const LocalTensor<T>& output, const LocalTensor<float>& outputRstd,
               const LocalTensor<float>& inputMean, const LocalTensor<float>& inputVariance,
               const LocalTensor<T>& inputX, const LocalTensor<U>& gamma, const LocalTensor<U>& beta,
               const LocalTensor<std::uint8_t>&, float epsilon, const NormalizePara& para,
               detail::Site site = detail::Site::Here()) {
  Normalize<U, T, isReuseSource, config>(output, outputRstd, inputMean, inputVariance, inputX, gamma, beta,
                                         epsilon, para, site);
}

}  // namespace AscendC
