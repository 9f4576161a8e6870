// SPDX-License-Identifier: Apache-2.0
// What host code asks before it launches a kernel that calls library functions: sizes of sharedTmpBuffer, and
// the tiling structures. A shape is anything with GetShapeSize, GetDimNum and GetDim, as ge::Shape. The
// emulator's functions need no room; the sizes let a kernel lay out UB as it does on the device, whose
// toolkit answers its own.
#pragma once

#include <cstdint>

#include "ascendc/library_tiling.h"
#include "graph/tensor.h"
#include "tiling/platform/platform_ascendc.h"
#include "tiling/tiling_norms.h"
#include "tiling/tiling_shape.h"
#include "tiling/tiling_sizes.h"
#include "tiling/tiling_transpose.h"

namespace AscendC {

#define CANN_EMULATOR_TMP_SIZE(name)                                                                 \
  template <class Shape>                                                                             \
  void Get##name##MaxMinTmpSize(const Shape& srcShape, std::uint32_t, bool, std::uint32_t& maxValue, \
                                std::uint32_t& minValue) {                                           \
    ::cann_emulator::ascendc::TmpBytes(srcShape, maxValue, minValue);                                \
  }
CANN_EMULATOR_TMP_SIZE(Acos)
CANN_EMULATOR_TMP_SIZE(Acosh)
CANN_EMULATOR_TMP_SIZE(Asin)
CANN_EMULATOR_TMP_SIZE(Asinh)
CANN_EMULATOR_TMP_SIZE(Atan)
CANN_EMULATOR_TMP_SIZE(Atanh)
CANN_EMULATOR_TMP_SIZE(Axpy)
CANN_EMULATOR_TMP_SIZE(Ceil)
CANN_EMULATOR_TMP_SIZE(Clamp)
CANN_EMULATOR_TMP_SIZE(Cos)
CANN_EMULATOR_TMP_SIZE(Cosh)
CANN_EMULATOR_TMP_SIZE(Digamma)
CANN_EMULATOR_TMP_SIZE(DropOut)
CANN_EMULATOR_TMP_SIZE(Erf)
CANN_EMULATOR_TMP_SIZE(Erfc)
CANN_EMULATOR_TMP_SIZE(Floor)
CANN_EMULATOR_TMP_SIZE(Fmod)
CANN_EMULATOR_TMP_SIZE(Frac)
CANN_EMULATOR_TMP_SIZE(GeGLU)
CANN_EMULATOR_TMP_SIZE(LayerNorm)
CANN_EMULATOR_TMP_SIZE(LayerNormGrad)
CANN_EMULATOR_TMP_SIZE(LayerNormGradBeta)
CANN_EMULATOR_TMP_SIZE(Lgamma)
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
CANN_EMULATOR_TMP_SIZE(WelfordFinalize)
CANN_EMULATOR_TMP_SIZE(Xor)
#undef CANN_EMULATOR_TMP_SIZE

// The sizes apart.
#define CANN_EMULATOR_TMP_LIMIT(name, ...)                                  \
  template <class Shape>                                                    \
  std::uint32_t Get##name##MinTmpSize(const Shape&, __VA_ARGS__) {          \
    return ::cann_emulator::ascendc::kLeastTmpBytes;                        \
  }                                                                         \
  template <class Shape>                                                    \
  std::uint32_t Get##name##MaxTmpSize(const Shape& srcShape, __VA_ARGS__) { \
    return ::cann_emulator::ascendc::FloatBytes(srcShape);                  \
  }
CANN_EMULATOR_TMP_LIMIT(SoftMax, std::uint32_t, bool)
CANN_EMULATOR_TMP_LIMIT(LogSoftMax, std::uint32_t, bool)
CANN_EMULATOR_TMP_LIMIT(SoftMaxGrad, std::uint32_t, bool, bool)
CANN_EMULATOR_TMP_LIMIT(SoftMaxFlash, std::uint32_t, bool, bool)
CANN_EMULATOR_TMP_LIMIT(SoftMaxFlashV2, std::uint32_t, std::uint32_t, bool, bool = false, bool = false)
CANN_EMULATOR_TMP_LIMIT(DropOut, std::uint32_t, bool)
CANN_EMULATOR_TMP_LIMIT(Gelu, std::uint32_t)
#undef CANN_EMULATOR_TMP_LIMIT

// The rows of the last dimension.
template <class Shape>
void SoftMaxTilingFunc(const Shape& srcShape, std::uint32_t, std::uint32_t,
                       optiling::SoftMaxTiling& softmaxTiling) {
  ::cann_emulator::ascendc::RowsAndLength(srcShape, softmaxTiling.srcM, softmaxTiling.srcK);
  softmaxTiling.srcSize = softmaxTiling.srcM * softmaxTiling.srcK;
}
template <class Shape>
void SoftMaxGradTilingFunc(const Shape& srcShape, std::uint32_t dataTypeSize,
                           std::uint32_t localWorkSpaceSize, optiling::SoftMaxTiling& softmaxGradTiling,
                           bool = false) {
  SoftMaxTilingFunc(srcShape, dataTypeSize, localWorkSpaceSize, softmaxGradTiling);
}
template <class Shape>
void SoftMaxFlashTilingFunc(const Shape& srcShape, std::uint32_t dataTypeSize,
                            std::uint32_t localWorkSpaceSize, optiling::SoftMaxTiling& softmaxFlashTiling,
                            bool = false) {
  SoftMaxTilingFunc(srcShape, dataTypeSize, localWorkSpaceSize, softmaxFlashTiling);
}
template <class Shape>
void SoftMaxFlashV2TilingFunc(const Shape& srcShape, std::uint32_t dataTypeSize1, std::uint32_t,
                              std::uint32_t localWorkSpaceSize, optiling::SoftMaxTiling& softmaxFlashTiling,
                              bool, bool = false, bool = false) {
  SoftMaxTilingFunc(srcShape, dataTypeSize1, localWorkSpaceSize, softmaxFlashTiling);
}

template <class Shape>
void GetSoftMaxFlashV3MaxMinTmpSize(const Shape& srcShape, std::uint32_t, std::uint32_t,
                                    std::uint32_t& maxValue, std::uint32_t& minValue, bool, bool = false) {
  ::cann_emulator::ascendc::TmpBytes(srcShape, maxValue, minValue);
}
template <class Shape>
void SoftMaxFlashV3TilingFunc(const Shape& srcShape, std::uint32_t dataTypeSize1, std::uint32_t,
                              std::uint32_t localWorkSpaceSize, optiling::SoftMaxTiling& softmaxFlashV3Tiling,
                              bool, bool = false) {
  SoftMaxTilingFunc(srcShape, dataTypeSize1, localWorkSpaceSize, softmaxFlashV3Tiling);
}

// [height, width] of which originally (oriSrcShape) fewer columns are data.
template <class Shape>
void GetPadMaxMinTmpSize(const Shape& srcShape, std::uint32_t, std::uint32_t& maxValue,
                         std::uint32_t& minValue) {
  ::cann_emulator::ascendc::TmpBytes(srcShape, maxValue, minValue);
}
template <class Shape>
void PadTilingFunc(const Shape& srcShape, const Shape& oriSrcShape, std::uint32_t, std::uint32_t,
                   optiling::PadTiling& tiling) {
  std::uint32_t rows = 0;
  ::cann_emulator::ascendc::RowsAndLength(srcShape, tiling.srcHeight, tiling.srcWidth);
  ::cann_emulator::ascendc::RowsAndLength(oriSrcShape, rows, tiling.srcOriWidth);
}
template <class Shape>
void GetUnPadMaxMinTmpSize(const platform_ascendc::PlatformAscendC&, const Shape& srcShape, std::uint32_t,
                           std::uint32_t& maxValue, std::uint32_t& minValue) {
  ::cann_emulator::ascendc::TmpBytes(srcShape, maxValue, minValue);
}
template <class Shape>
void UnPadTilingFunc(const Shape& srcShape, std::uint32_t, std::uint32_t, optiling::UnPadTiling& tiling) {
  ::cann_emulator::ascendc::RowsAndLength(srcShape, tiling.srcHeight, tiling.srcWidth);
}

inline bool GetTopKMaxMinTmpSize(const platform_ascendc::PlatformAscendC&, std::int32_t inner,
                                 std::int32_t outter, bool, bool, TopKMode, bool, std::uint32_t,
                                 std::uint32_t& maxValue, std::uint32_t& minValue) {
  minValue = ::cann_emulator::ascendc::kLeastTmpBytes;
  maxValue = minValue + static_cast<std::uint32_t>(inner * outter) * sizeof(float);
  return inner > 0 && inner % 32 == 0 && outter > 0;
}
inline bool TopKTilingFunc(const platform_ascendc::PlatformAscendC&, std::int32_t inner, std::int32_t outter,
                           std::int32_t k, std::uint32_t, bool, TopKMode, bool,
                           optiling::TopkTiling& topKTiling) {
  topKTiling.innerDataSize = inner;
  topKTiling.allDataSize = inner * outter;
  return inner > 0 && inner % 32 == 0 && outter > 0 && k > 0 && k <= inner;
}

}  // namespace AscendC

namespace matmul_tiling {

template <int kTiling>
struct Refused {
  static_assert(kTiling < 0, "matmul_tiling: the cube is not emulated, so there is no Matmul to tile");
};
using MatmulApiTiling = Refused<0>;
using MultiCoreMatmulTiling = Refused<1>;
using BatchMatmulTiling = Refused<2>;

}  // namespace matmul_tiling
