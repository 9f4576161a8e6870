// SPDX-License-Identifier: Apache-2.0
// What host code asks before it launches a kernel that calls library functions: sizes of sharedTmpBuffer, and
// the tiling structures. A shape is anything with GetShapeSize, GetDimNum and GetDim, as ge::Shape. The
// emulator's functions need no room; the sizes let a kernel lay out UB as it does on the device, whose
// toolkit answers its own.
#pragma once

#include <cstdint>

#include "ascendc/library_tiling.h"
#include "tiling/platform/platform_ascendc.h"

namespace cann_emulator::ascendc {

constexpr std::uint32_t kLeastTmpBytes = 256;  // one repeat

template <class Shape>
std::uint32_t FloatBytes(const Shape& shape) {
  const std::uint64_t bytes = static_cast<std::uint64_t>(shape.GetShapeSize()) * sizeof(float);
  return static_cast<std::uint32_t>((bytes + kLeastTmpBytes - 1) / kLeastTmpBytes * kLeastTmpBytes);
}

// Rows and the length of the last dimension.
template <class Shape>
void RowsAndLength(const Shape& shape, std::uint32_t& rows, std::uint32_t& length) {
  const auto dimensions = shape.GetDimNum();
  length = dimensions == 0 ? 1 : static_cast<std::uint32_t>(shape.GetDim(dimensions - 1));
  rows = length == 0 ? 0 : static_cast<std::uint32_t>(shape.GetShapeSize() / length);
}

}  // namespace cann_emulator::ascendc

namespace AscendC {

// From one repeat to the tensor in float: a kernel may pass any size from minValue to maxValue.
#define CANN_EMULATOR_TMP_SIZE(name)                                                                 \
  template <class Shape>                                                                             \
  void Get##name##MaxMinTmpSize(const Shape& srcShape, std::uint32_t, bool, std::uint32_t& maxValue, \
                                std::uint32_t& minValue) {                                           \
    minValue = ::cann_emulator::ascendc::kLeastTmpBytes;                                             \
    maxValue = ::cann_emulator::ascendc::FloatBytes(srcShape);                                       \
  }
CANN_EMULATOR_TMP_SIZE(Acos)
CANN_EMULATOR_TMP_SIZE(Acosh)
CANN_EMULATOR_TMP_SIZE(Asin)
CANN_EMULATOR_TMP_SIZE(Asinh)
CANN_EMULATOR_TMP_SIZE(Atan)
CANN_EMULATOR_TMP_SIZE(Atanh)
CANN_EMULATOR_TMP_SIZE(Ceil)
CANN_EMULATOR_TMP_SIZE(Clamp)
CANN_EMULATOR_TMP_SIZE(Cos)
CANN_EMULATOR_TMP_SIZE(Cosh)
CANN_EMULATOR_TMP_SIZE(Erf)
CANN_EMULATOR_TMP_SIZE(Erfc)
CANN_EMULATOR_TMP_SIZE(Floor)
CANN_EMULATOR_TMP_SIZE(Fmod)
CANN_EMULATOR_TMP_SIZE(Frac)
CANN_EMULATOR_TMP_SIZE(LayerNorm)
CANN_EMULATOR_TMP_SIZE(Log)
CANN_EMULATOR_TMP_SIZE(Log10)
CANN_EMULATOR_TMP_SIZE(Log2)
CANN_EMULATOR_TMP_SIZE(Power)
CANN_EMULATOR_TMP_SIZE(Rint)
CANN_EMULATOR_TMP_SIZE(RmsNorm)
CANN_EMULATOR_TMP_SIZE(Round)
CANN_EMULATOR_TMP_SIZE(Sigmoid)
CANN_EMULATOR_TMP_SIZE(Sign)
CANN_EMULATOR_TMP_SIZE(Sin)
CANN_EMULATOR_TMP_SIZE(Sinh)
CANN_EMULATOR_TMP_SIZE(Tan)
CANN_EMULATOR_TMP_SIZE(Tanh)
CANN_EMULATOR_TMP_SIZE(Trunc)
CANN_EMULATOR_TMP_SIZE(Xor)
#undef CANN_EMULATOR_TMP_SIZE

template <class Shape>
void GetSwiGLUMaxMinTmpSize(const Shape& srcShape, std::uint32_t, std::uint32_t& maxValue,
                            std::uint32_t& minValue, bool = false) {
  minValue = ::cann_emulator::ascendc::kLeastTmpBytes;
  maxValue = ::cann_emulator::ascendc::FloatBytes(srcShape);
}

template <class Shape>
std::uint32_t GetSoftMaxMinTmpSize(const Shape&, std::uint32_t, bool) {
  return ::cann_emulator::ascendc::kLeastTmpBytes;
}
template <class Shape>
std::uint32_t GetSoftMaxMaxTmpSize(const Shape& srcShape, std::uint32_t, bool) {
  return ::cann_emulator::ascendc::FloatBytes(srcShape);
}
template <class Shape>
std::uint32_t GetLogSoftMaxMinTmpSize(const Shape&, std::uint32_t, bool) {
  return ::cann_emulator::ascendc::kLeastTmpBytes;
}
template <class Shape>
std::uint32_t GetSoftMaxGradMinTmpSize(const Shape&, std::uint32_t, bool, bool) {
  return ::cann_emulator::ascendc::kLeastTmpBytes;
}

// The rows of the last dimension.
template <class Shape>
void SoftMaxTilingFunc(const Shape& srcShape, std::uint32_t, std::uint32_t,
                       optiling::SoftMaxTiling& softmaxTiling) {
  ::cann_emulator::ascendc::RowsAndLength(srcShape, softmaxTiling.srcM, softmaxTiling.srcK);
  softmaxTiling.srcSize = softmaxTiling.srcM * softmaxTiling.srcK;
}
template <class Shape>
void GetLayerNormNDTilingInfo(const Shape& srcShape, std::uint32_t, std::uint32_t, bool,
                              optiling::LayerNormTiling& tiling) {
  tiling.sLength = 1;
  ::cann_emulator::ascendc::RowsAndLength(srcShape, tiling.bLength, tiling.hLength);
  tiling.originalHLength = tiling.hLength;
}
template <class Shape>
bool GetRmsNormTilingInfo(const Shape& srcShape, const Shape& originSrcShape, std::uint32_t, std::uint32_t,
                          optiling::RmsNormTiling& tiling, bool = false) {
  std::uint32_t rows = 0;
  tiling.sLength = 1;
  ::cann_emulator::ascendc::RowsAndLength(srcShape, tiling.bLength, tiling.hLength);
  ::cann_emulator::ascendc::RowsAndLength(originSrcShape, rows, tiling.originalHLength);
  return rows == tiling.bLength && tiling.originalHLength <= tiling.hLength;
}

}  // namespace AscendC
