// SPDX-License-Identifier: Apache-2.0
// The shape that a program gives a tensor with SetShapeInfo. No instruction looks at it; AscendAntiQuant and
// DumpTensor do.
#pragma once

#include <algorithm>
#include <cstdint>

#include "ascendc/position.h"

namespace AscendC {

inline constexpr std::int32_t K_MAX_DIM = 8;

struct ShapeInfo {
  ShapeInfo() = default;
  ShapeInfo(std::uint8_t inputShapeDim, const std::uint32_t inputShape[], std::uint8_t inputOriginalShapeDim,
            const std::uint32_t inputOriginalShape[], DataFormat inputFormat)
      : shapeDim(inputShapeDim), originalShapeDim(inputOriginalShapeDim), dataFormat(inputFormat) {
    std::copy_n(inputShape, std::min<std::int32_t>(inputShapeDim, K_MAX_DIM), shape);
    std::copy_n(inputOriginalShape, std::min<std::int32_t>(inputOriginalShapeDim, K_MAX_DIM), originalShape);
  }
  ShapeInfo(std::uint8_t inputShapeDim, const std::uint32_t inputShape[], DataFormat inputFormat)
      : ShapeInfo(inputShapeDim, inputShape, inputShapeDim, inputShape, inputFormat) {}
  ShapeInfo(std::uint8_t inputShapeDim, const std::uint32_t inputShape[])
      : ShapeInfo(inputShapeDim, inputShape, DataFormat::ND) {}

  std::uint8_t shapeDim = 0;
  std::uint8_t originalShapeDim = 0;
  std::uint32_t shape[K_MAX_DIM] = {};
  std::uint32_t originalShape[K_MAX_DIM] = {};
  DataFormat dataFormat = DataFormat::ND;
};

// The product of the lengths.
inline int GetShapeSize(const ShapeInfo& shapeInfo) {
  int size = 1;
  for (int i = 0; i < shapeInfo.shapeDim; ++i) size *= static_cast<int>(shapeInfo.shape[i]);
  return size;
}

}  // namespace AscendC
