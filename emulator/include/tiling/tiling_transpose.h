// SPDX-License-Identifier: Apache-2.0
// What host code asks before a kernel that calls ConfusionTranspose (Transpose by a tiling).
#pragma once

#include <cstdint>

#include "ascendc/library_tiling.h"
#include "tiling/tiling_shape.h"

namespace AscendC {

// srcShape: [B, N, S, H/N], for transposeTypeIn 7 (TRANSPOSE_ND2ND_ONLY) [H, W].
template <class Shape>
void GetTransposeTilingInfo(const Shape& srcShape, std::uint32_t, std::uint32_t,
                            std::uint32_t transposeTypeIn, ConfusionTransposeTiling& tiling) {
  const auto dimensions = srcShape.GetDimNum();
  const auto length = [&](std::size_t from_last) {
    return from_last > dimensions ? 1U : static_cast<std::uint32_t>(srcShape.GetDim(dimensions - from_last));
  };
  tiling = {length(4), length(3), length(2), length(1), transposeTypeIn};
}
template <class Shape>
void GetConfusionTransposeTilingInfo(const Shape& srcShape, std::uint32_t stackBufferSize,
                                     std::uint32_t typeSize, std::uint32_t transposeTypeIn,
                                     ConfusionTransposeTiling& tiling) {
  GetTransposeTilingInfo(srcShape, stackBufferSize, typeSize, transposeTypeIn, tiling);
}
template <class Shape>
void GetConfusionTransposeOnlyTilingInfo(const Shape& srcShape, std::uint32_t stackBufferSize,
                                         std::uint32_t typeSize, ConfusionTransposeTiling& tiling) {
  constexpr std::uint32_t kTwoDimensions = 7;
  GetTransposeTilingInfo(srcShape, stackBufferSize, typeSize, kTwoDimensions, tiling);
}
template <class Shape>
void GetTransposeMaxMinTmpSize(const Shape& srcShape, std::uint32_t, std::uint32_t, std::uint32_t& maxValue,
                               std::uint32_t& minValue) {
  ::cann_emulator::ascendc::TmpBytes(srcShape, maxValue, minValue);
}
template <class Shape>
void GetConfusionTransposeMaxMinTmpSize(const Shape& srcShape, std::uint32_t typeSize,
                                        std::uint32_t transposeTypeIn, std::uint32_t& maxValue,
                                        std::uint32_t& minValue) {
  GetTransposeMaxMinTmpSize(srcShape, typeSize, transposeTypeIn, maxValue, minValue);
}

}  // namespace AscendC
