// SPDX-License-Identifier: Apache-2.0
// Sizes of sharedTmpBuffer that are asked for with parameters of their own, for tiling_api.h. DataType:
// ge::DataType.
#pragma once

#include <cstdint>

#include "ascendc/library_trans_data.h"
#include "ascendc/library_welford.h"
#include "tiling/platform/platform_ascendc.h"
#include "tiling/tiling_shape.h"

namespace AscendC {

template <class Shape>
bool GetExpMaxMinTmpSize(const Shape& srcShape, std::uint32_t, bool, std::uint32_t& maxValue,
                         std::uint32_t& minValue) {
  ::cann_emulator::ascendc::TmpBytes(srcShape, maxValue, minValue);
  return true;
}
template <class Shape>
void GetSwiGLUMaxMinTmpSize(const Shape& srcShape, std::uint32_t, std::uint32_t& maxValue,
                            std::uint32_t& minValue, bool = false) {
  ::cann_emulator::ascendc::TmpBytes(srcShape, maxValue, minValue);
}
template <class Shape>
void GetSiluTmpSize(const Shape& srcShape, std::uint32_t, bool, std::uint32_t& maxValue,
                    std::uint32_t& minValue) {
  ::cann_emulator::ascendc::TmpBytes(srcShape, maxValue, minValue);
}
template <class Shape>
void GetSwishTmpSize(const Shape& srcShape, std::uint32_t, bool, std::uint32_t& maxValue,
                     std::uint32_t& minValue) {
  ::cann_emulator::ascendc::TmpBytes(srcShape, maxValue, minValue);
}
template <class Shape>
void GetGeluMaxMinTmpSize(const Shape& srcShape, std::uint32_t, std::uint32_t& maxValue,
                          std::uint32_t& minValue) {
  ::cann_emulator::ascendc::TmpBytes(srcShape, maxValue, minValue);
}
template <class Shape>
void GetCumSumMaxMinTmpSize(const Shape& srcShape, std::uint32_t, bool, bool, std::uint32_t& maxValue,
                            std::uint32_t& minValue) {
  ::cann_emulator::ascendc::TmpBytes(srcShape, maxValue, minValue);
}

// `n` elements of a row; one size.
inline void GetSumMaxMinTmpSize(std::uint32_t n, std::uint32_t, bool, std::uint32_t& maxSize,
                                std::uint32_t& minSize) {
  maxSize = minSize = ::cann_emulator::ascendc::FloatBytes(n);
}
inline void GetMeanMaxMinTmpSize(std::uint32_t n, std::uint32_t, std::uint32_t, bool, std::uint32_t& maxSize,
                                 std::uint32_t& minSize) {
  maxSize = minSize = ::cann_emulator::ascendc::FloatBytes(n);
}
#define CANN_EMULATOR_TMP_REDUCE(name)                                                             \
  template <class Shape, class DataType>                                                           \
  void Get##name##MaxMinTmpSize(const Shape& srcShape, DataType, ReducePattern, bool, bool,        \
                                std::uint32_t& maxValue, std::uint32_t& minValue) {                \
    maxValue = minValue =                                                                          \
        ::cann_emulator::ascendc::FloatBytes(static_cast<std::uint64_t>(srcShape.GetShapeSize())); \
  }
CANN_EMULATOR_TMP_REDUCE(ReduceAll)
CANN_EMULATOR_TMP_REDUCE(ReduceAny)
CANN_EMULATOR_TMP_REDUCE(ReduceMax)
CANN_EMULATOR_TMP_REDUCE(ReduceMean)
CANN_EMULATOR_TMP_REDUCE(ReduceMin)
CANN_EMULATOR_TMP_REDUCE(ReduceProd)
CANN_EMULATOR_TMP_REDUCE(ReduceSum)
#undef CANN_EMULATOR_TMP_REDUCE

template <class Shape>
void GetAscendQuantMaxMinTmpSize(const Shape& srcShape, std::uint32_t, std::uint32_t& maxValue,
                                 std::uint32_t& minValue) {
  ::cann_emulator::ascendc::TmpBytes(srcShape, maxValue, minValue);
}
template <class Shape>
void GetAscendDequantMaxMinTmpSize(const Shape& srcShape, std::uint32_t, std::uint32_t& maxValue,
                                   std::uint32_t& minValue) {
  ::cann_emulator::ascendc::TmpBytes(srcShape, maxValue, minValue);
}
template <class Shape, class DataType>
void GetAscendAntiQuantMaxMinTmpSize(const Shape& srcShape, const Shape&, bool, DataType, DataType,
                                     std::uint32_t& maxValue, std::uint32_t& minValue) {
  ::cann_emulator::ascendc::TmpBytes(srcShape, maxValue, minValue);
}
template <class Shape, class DataType>
std::uint32_t GetAscendAntiQuantMaxTmpSize(const Shape& srcShape, const Shape&, bool, DataType, DataType) {
  return ::cann_emulator::ascendc::FloatBytes(srcShape);
}
template <class Shape, class DataType>
std::uint32_t GetAscendAntiQuantMinTmpSize(const Shape&, const Shape&, bool, DataType, DataType) {
  return ::cann_emulator::ascendc::kLeastTmpBytes;
}

// By a mask of elements.
template <class Shape>
void GetSelectMaxMinTmpSize(const Shape& src0Shape, const Shape& src1Shape, std::uint32_t, const Shape&,
                            std::uint32_t, bool, std::uint32_t& maxValue, std::uint32_t& minValue) {
  const bool first = src0Shape.GetShapeSize() >= src1Shape.GetShapeSize();
  ::cann_emulator::ascendc::TmpBytes(first ? src0Shape : src1Shape, maxValue, minValue);
}
template <class Shape>
void GetSelectWithBytesMaskMaxMinTmpSize(const Shape& src0Shape, const Shape& src1Shape,
                                         std::uint32_t srcTypeSize, const Shape& maskShape,
                                         std::uint32_t maskTypeSize, bool isReuseMask,
                                         std::uint32_t& maxValue, std::uint32_t& minValue) {
  GetSelectMaxMinTmpSize(src0Shape, src1Shape, srcTypeSize, maskShape, maskTypeSize, isReuseMask, maxValue,
                         minValue);
}

template <class Shape, class DataType>
bool GetTransDataMaxMinTmpSize(const platform_ascendc::PlatformAscendC&, const Shape& srcShape,
                               const Shape& dstShape, DataType, const TransDataConfig&,
                               std::uint32_t& maxValue, std::uint32_t& minValue) {
  const bool first = srcShape.GetShapeSize() >= dstShape.GetShapeSize();
  ::cann_emulator::ascendc::TmpBytes(first ? srcShape : dstShape, maxValue, minValue);
  return true;
}

}  // namespace AscendC
