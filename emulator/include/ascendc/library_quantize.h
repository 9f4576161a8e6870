// SPDX-License-Identifier: Apache-2.0
// AscendQuant and AscendDequant. sharedTmpBuffer is accepted and not written.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "ascendc/library_elementwise.h"

namespace AscendC {

struct AscendQuantConfig {
  std::uint32_t calcCount = 0;
  std::uint32_t offsetCount = 0;
  std::uint32_t scaleCount = 0;
  std::uint32_t workLocalSize = 0;
};
inline constexpr AscendQuantConfig ASCEND_QUANT_DEFAULT_CFG = {0, 0, 0, 0};

namespace detail {

// The nearest int8_t, saturated, to x * scale + offset, each step rounded to half as the documentation says;
// NaN becomes 0.
template <typename T>
std::int8_t Quantized(T x, half scale, half offset) {
  const half product(static_cast<float>(half(static_cast<float>(x))) * static_cast<float>(scale));
  const float value = std::nearbyint(static_cast<float>(half(product + offset)));
  return static_cast<std::int8_t>(value != value ? 0.0F : std::fmin(std::fmax(value, -128.0F), 127.0F));
}

// Rows of scaleCount elements, with scale(i) and offset(i) for column i.
template <typename T, typename Offset>
void QuantizeRows(const LibraryCall& call, const LocalTensor<std::int8_t>& destination,
                  const LocalTensor<T>& source, const LocalTensor<T>& scale, std::uint32_t scale_count,
                  std::uint32_t count, Offset offset) {
  CheckLibraryType<T>();
  if (count == 0) return;
  call.CheckSame("calCount beyond whole rows of scaleCount", scale_count == 0 ? count : count % scale_count,
                 "none", 0);
  if (scale_count == 0) return;
  const T* from = call.Read("srcTensor", source, count);
  const T* scales = call.Read("scaleTensor", scale, scale_count);
  std::int8_t* to = call.Write("dstTensor", destination, count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t column = i % scale_count;
    to[i] = Quantized(from[i], half(static_cast<float>(scales[column])), offset(column));
  }
}

}  // namespace detail

// One scale and one offset.
template <typename T, bool isReuseSource = false, const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG>
void AscendQuant(const LocalTensor<std::int8_t>& dst, const LocalTensor<T>& src, float scale, float offset,
                 std::uint32_t count, detail::Site site = detail::Site::Here()) {
  detail::CheckLibraryType<T>();
  detail::ForElements(
      detail::LibraryCall("AscendQuant", site), dst, src, count,
      [scale = half(scale), offset = half(offset)](T x) { return detail::Quantized(x, scale, offset); });
}
template <typename T, bool isReuseSource = false, const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG>
void AscendQuant(const LocalTensor<std::int8_t>& dst, const LocalTensor<T>& src, float scale, float offset,
                 detail::Site site = detail::Site::Here()) {
  AscendQuant<T, isReuseSource, config>(dst, src, scale, offset, src.GetSize(), site);
}
// A scale for each channel: column i % scaleCount, with one offset or with one for each too.
template <typename T, bool isReuseSource = false, const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG>
void AscendQuant(const LocalTensor<std::int8_t>& dst, const LocalTensor<T>& src,
                 const LocalTensor<T>& scaleTensor, detail::NotDeduced<T> offset, std::uint32_t scaleCount,
                 std::uint32_t calCount, detail::Site site = detail::Site::Here()) {
  const half shift(static_cast<float>(offset));
  detail::QuantizeRows({"AscendQuant", site}, dst, src, scaleTensor, scaleCount, calCount,
                       [shift](std::uint32_t) { return shift; });
}
template <typename T, bool isReuseSource = false, const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG>
void AscendQuant(const LocalTensor<std::int8_t>& dst, const LocalTensor<T>& src,
                 const LocalTensor<T>& scaleTensor, detail::NotDeduced<T> offset,
                 detail::Site site = detail::Site::Here()) {
  AscendQuant<T, isReuseSource, config>(dst, src, scaleTensor, offset, scaleTensor.GetSize(), src.GetSize(),
                                        site);
}
template <typename T, bool isReuseSource = false, const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG>
void AscendQuant(const LocalTensor<std::int8_t>& dst, const LocalTensor<T>& src,
                 const LocalTensor<T>& scaleTensor, const LocalTensor<T>& offsetTensor,
                 std::uint32_t scaleCount, std::uint32_t offsetCount, std::uint32_t calCount,
                 detail::Site site = detail::Site::Here()) {
  const detail::LibraryCall call("AscendQuant", site);
  call.CheckSame("scaleCount", scaleCount, "offsetCount", offsetCount);
  const T* offsets = call.Read("offsetTensor", offsetTensor, offsetCount);
  detail::QuantizeRows(call, dst, src, scaleTensor, scaleCount, calCount,
                       [offsets](std::uint32_t column) { return half(static_cast<float>(offsets[column])); });
}
template <typename T, bool isReuseSource = false, const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG>
void AscendQuant(const LocalTensor<std::int8_t>& dst, const LocalTensor<T>& src,
                 const LocalTensor<T>& scaleTensor, const LocalTensor<T>& offsetTensor,
                 detail::Site site = detail::Site::Here()) {
  AscendQuant<T, isReuseSource, config>(dst, src, scaleTensor, offsetTensor, scaleTensor.GetSize(),
                                        offsetTensor.GetSize(), src.GetSize(), site);
}
// Each of these with sharedTmpBuffer before the scale.
template <typename T, bool isReuseSource = false, const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG,
          typename... Rest>
void AscendQuant(const LocalTensor<std::int8_t>& dst, const LocalTensor<T>& src,
                 const LocalTensor<std::uint8_t>&, const Rest&... rest) {
  AscendQuant<T, isReuseSource, config>(dst, src, rest...);
}

// m rows of n elements, of which the first calCount are data.
struct DequantParams {
  std::uint32_t m;
  std::uint32_t n;
  std::uint32_t calCount;
};
// What one row of n elements is: the rows of calCount elements that fill blocks, or one row.
enum class DeQuantMode { DEQUANT_WITH_SINGLE_ROW, DEQUANT_WITH_MULTI_ROW };

namespace detail {

// The factor itself, or (uint64_t) the float in its low half.
template <typename scaleT>
float DequantScale(scaleT scale) {
  if constexpr (std::is_same_v<scaleT, std::uint64_t>) {
    const auto low = static_cast<std::uint32_t>(scale);
    float value;
    std::memcpy(&value, &low, sizeof(value));
    return value;
  } else {
    return static_cast<float>(scale);
  }
}

// scale(i): the factor of column i.
template <DeQuantMode mode, typename dstT, typename Scale>
void DequantizeRows(const LibraryCall& call, const LocalTensor<dstT>& destination,
                    const LocalTensor<std::int32_t>& source, DequantParams params, Scale scale) {
  constexpr std::uint32_t kBlock = kBlockBytes / sizeof(dstT);
  call.CheckAtMost("params.calCount", params.calCount, params.n);
  call.CheckSame("the bytes of a row of srcTensor beyond whole blocks",
                 params.n * sizeof(std::int32_t) % kBlockBytes, "none", 0);
  if (mode == DeQuantMode::DEQUANT_WITH_SINGLE_ROW && params.m == 1 && params.calCount != 0 &&
      params.calCount % kBlock == 0 && params.n % params.calCount == 0) {
    params = {params.n / params.calCount, params.calCount, params.calCount};
  }
  const std::uint64_t stride = (params.n + kBlock - 1) / kBlock * kBlock;
  const std::int32_t* from = call.Read("srcTensor", source, std::uint64_t{params.m} * params.n);
  dstT* to = call.Write("dstTensor", destination, params.m * stride);
  for (std::uint64_t row = 0; row < params.m; ++row) {
    for (std::uint32_t i = 0; i < params.calCount; ++i) {
      to[row * stride + i] = dstT(static_cast<float>(from[row * params.n + i]) * scale(i));
    }
  }
}

template <typename dstT, typename scaleT>
constexpr void CheckDequantTensors() {
  static_assert((std::is_same_v<dstT, half> && std::is_same_v<scaleT, std::uint64_t>) ||
                    (kIsOneOf<dstT, float, bfloat16_t> && kIsOneOf<scaleT, float, bfloat16_t>),
                "AscendDequant: the library has it to half by uint64_t, to float and bfloat16_t by float or "
                "bfloat16_t");
}

}  // namespace detail

// The nearest dstT to src * deqScale, a factor for each column. In dstTensor a row takes whole blocks of 32
// bytes.
template <typename dstT, typename scaleT, DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW>
void AscendDequant(const LocalTensor<dstT>& dstTensor, const LocalTensor<std::int32_t>& srcTensor,
                   const LocalTensor<scaleT>& deqScale, DequantParams params,
                   detail::Site site = detail::Site::Here()) {
  detail::CheckDequantTensors<dstT, scaleT>();
  const detail::LibraryCall call("AscendDequant", site);
  const scaleT* scales = call.Read("deqScale", deqScale, params.calCount);
  detail::DequantizeRows<mode>(call, dstTensor, srcTensor, params,
                               [scales](std::uint32_t i) { return detail::DequantScale(scales[i]); });
}
template <typename dstT, typename scaleT, DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW>
void AscendDequant(const LocalTensor<dstT>& dstTensor, const LocalTensor<std::int32_t>& srcTensor,
                   const LocalTensor<scaleT>& deqScale, const LocalTensor<std::uint8_t>&,
                   DequantParams params, detail::Site site = detail::Site::Here()) {
  AscendDequant<dstT, scaleT, mode>(dstTensor, srcTensor, deqScale, params, site);
}
// One factor.
template <typename dstT, typename scaleT, DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW,
          typename = std::enable_if_t<detail::kIsOneOf<scaleT, float, bfloat16_t>>>
void AscendDequant(const LocalTensor<dstT>& dstTensor, const LocalTensor<std::int32_t>& srcTensor,
                   scaleT deqScale, DequantParams params, detail::Site site = detail::Site::Here()) {
  static_assert(detail::kIsOneOf<dstT, float, bfloat16_t>,
                "AscendDequant by one factor: the library has it to float and bfloat16_t");
  detail::DequantizeRows<mode>({"AscendDequant", site}, dstTensor, srcTensor, params,
                               [deqScale](std::uint32_t) { return static_cast<float>(deqScale); });
}
template <typename dstT, typename scaleT, DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW,
          typename = std::enable_if_t<detail::kIsOneOf<scaleT, float, bfloat16_t>>>
void AscendDequant(const LocalTensor<dstT>& dstTensor, const LocalTensor<std::int32_t>& srcTensor,
                   scaleT deqScale, const LocalTensor<std::uint8_t>&, DequantParams params,
                   detail::Site site = detail::Site::Here()) {
  AscendDequant<dstT, scaleT, mode>(dstTensor, srcTensor, deqScale, params, site);
}

// calCount elements, or all of srcTensor: the factors of deqScale, all of it, repeat. (The page of CANN 7.0.0
// has these forms; later ones deprecate them. It asks for a whole number of repetitions.)
template <typename dstT, typename scaleT, DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW,
          typename Count, typename = std::enable_if_t<std::is_integral_v<Count>>>
void AscendDequant(const LocalTensor<dstT>& dstTensor, const LocalTensor<std::int32_t>& srcTensor,
                   const LocalTensor<scaleT>& deqScale, Count calCount,
                   detail::Site site = detail::Site::Here()) {
  static_assert(mode == DeQuantMode::DEQUANT_WITH_SINGLE_ROW,
                "AscendDequant: the emulator has DEQUANT_WITH_MULTI_ROW with DequantParams");
  detail::CheckDequantTensors<dstT, scaleT>();
  const detail::LibraryCall call("AscendDequant", site);
  const std::uint32_t factors = deqScale.GetSize();
  const auto count = static_cast<std::uint32_t>(calCount);
  call.CheckSame("calCount beyond whole repetitions of deqScale", factors == 0 ? count : count % factors,
                 "none", 0);
  const scaleT* scales = call.Read("deqScale", deqScale, factors);
  const std::int32_t* from = call.Read("srcTensor", srcTensor, count);
  dstT* to = call.Write("dstTensor", dstTensor, count);
  for (std::uint32_t i = 0; i < count; ++i) {
    to[i] = dstT(static_cast<float>(from[i]) * detail::DequantScale(scales[i % factors]));
  }
}
template <typename dstT, typename scaleT, DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW,
          typename Count, typename = std::enable_if_t<std::is_integral_v<Count>>>
void AscendDequant(const LocalTensor<dstT>& dstTensor, const LocalTensor<std::int32_t>& srcTensor,
                   const LocalTensor<scaleT>& deqScale, const LocalTensor<std::uint8_t>&, Count calCount,
                   detail::Site site = detail::Site::Here()) {
  AscendDequant<dstT, scaleT, mode>(dstTensor, srcTensor, deqScale, calCount, site);
}
template <typename dstT, typename scaleT, DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW>
void AscendDequant(const LocalTensor<dstT>& dstTensor, const LocalTensor<std::int32_t>& srcTensor,
                   const LocalTensor<scaleT>& deqScale, detail::Site site = detail::Site::Here()) {
  AscendDequant<dstT, scaleT, mode>(dstTensor, srcTensor, deqScale, srcTensor.GetSize(), site);
}
template <typename dstT, typename scaleT, DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW>
void AscendDequant(const LocalTensor<dstT>& dstTensor, const LocalTensor<std::int32_t>& srcTensor,
                   const LocalTensor<scaleT>& deqScale, const LocalTensor<std::uint8_t>&,
                   detail::Site site = detail::Site::Here()) {
  AscendDequant<dstT, scaleT, mode>(dstTensor, srcTensor, deqScale, srcTensor.GetSize(), site);
}

}  // namespace AscendC
