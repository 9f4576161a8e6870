// SPDX-License-Identifier: Apache-2.0
// The tilings of the normalisations, for tiling_api.h.
#pragma once

#include <cstdint>

#include "tiling/tiling_shape.h"

namespace cann_emulator::ascendc {

// {B, S, H in UB, H of the data}, or rows of the last dimension.
template <class Shape>
void NormalizedRows(const Shape& shape, LayerNormTiling& tiling) {
  if (shape.GetDimNum() == 4) {
    tiling.bLength = static_cast<std::uint32_t>(shape.GetDim(0));
    tiling.sLength = static_cast<std::uint32_t>(shape.GetDim(1));
    tiling.hLength = static_cast<std::uint32_t>(shape.GetDim(2));
    tiling.originalHLength = static_cast<std::uint32_t>(shape.GetDim(3));
    return;
  }
  tiling.sLength = 1;
  RowsAndLength(shape, tiling.bLength, tiling.hLength);
  tiling.originalHLength = tiling.hLength;
}

// Rows in UB and of the data; whether they fit.
template <class Tiling, class Shape>
bool RowsWithOrigin(const Shape& shape, const Shape& origin, Tiling& tiling) {
  std::uint32_t rows = 0;
  tiling.sLength = 1;
  RowsAndLength(shape, tiling.bLength, tiling.hLength);
  RowsAndLength(origin, rows, tiling.originalHLength);
  return rows == tiling.bLength && tiling.originalHLength <= tiling.hLength;
}

}  // namespace cann_emulator::ascendc

namespace AscendC {

template <class Shape>
void GetLayerNormNDTilingInfo(const Shape& srcShape, std::uint32_t, std::uint32_t, bool,
                              optiling::LayerNormTiling& tiling) {
  ::cann_emulator::ascendc::NormalizedRows(srcShape, tiling);
}
// [A, R].
template <class Shape>
void GetLayerNormNDTilingInfo(const Shape& srcShape, std::uint32_t, std::uint32_t, bool, bool,
                              optiling::LayerNormSeparateTiling& tiling) {
  ::cann_emulator::ascendc::RowsAndLength(srcShape, tiling.aLength, tiling.rLength);
}
template <class Shape>
void GetLayerNormMaxMinTmpSize(const Shape& srcShape, std::uint32_t, bool, bool, bool,
                               std::uint32_t& maxValue, std::uint32_t& minValue) {
  ::cann_emulator::ascendc::TmpBytes(srcShape, maxValue, minValue);
}
template <class Shape>
void GetLayerNormGradNDTilingInfo(const Shape& srcShape, std::uint32_t, std::uint32_t, bool,
                                  optiling::LayerNormGradTiling& tiling) {
  ::cann_emulator::ascendc::NormalizedRows(srcShape, tiling);
}
template <class Shape>
void GetLayerNormGradBetaNDTilingInfo(const Shape& srcShape, std::uint32_t, std::uint32_t, bool,
                                      optiling::LayerNormGradBetaTiling& tiling) {
  ::cann_emulator::ascendc::NormalizedRows(srcShape, tiling);
}
template <class Shape>
bool GetRmsNormTilingInfo(const Shape& srcShape, const Shape& originSrcShape, std::uint32_t, std::uint32_t,
                          optiling::RmsNormTiling& tiling, bool = false) {
  return ::cann_emulator::ascendc::RowsWithOrigin(srcShape, originSrcShape, tiling);
}

template <class Shape>
bool GetDeepNormMaxMinTmpSize(const Shape& srcShape, std::uint32_t, bool, bool, std::uint32_t& maxValue,
                              std::uint32_t& minValue) {
  ::cann_emulator::ascendc::TmpBytes(srcShape, maxValue, minValue);
  return true;
}
template <class Shape>
bool GetDeepNormTilingInfo(const Shape& srcShape, const Shape& originSrcShape, std::uint32_t, std::uint32_t,
                           bool, bool, optiling::DeepNormTiling& tiling) {
  return ::cann_emulator::ascendc::RowsWithOrigin(srcShape, originSrcShape, tiling);
}

template <class Shape>
bool GetBatchNormMaxMinTmpSize(const Shape& srcShape, const Shape&, std::uint32_t, bool,
                               std::uint32_t& maxValue, std::uint32_t& minValue, bool = false) {
  ::cann_emulator::ascendc::TmpBytes(srcShape, maxValue, minValue);
  return true;
}
// [B, S, H] in UB and of the data, which may have fewer samples.
template <class Shape>
bool GetBatchNormNDTilingInfo(const Shape& srcShape, const Shape& originSrcShape, std::uint32_t,
                              std::uint32_t, bool, optiling::BatchNormTiling& tilling, bool = false) {
  tilling.bLength = static_cast<std::uint32_t>(srcShape.GetDim(0));
  tilling.originalBLength = static_cast<std::uint32_t>(originSrcShape.GetDim(0));
  if (tilling.bLength == 0) return false;
  tilling.meanVarSize = static_cast<std::uint32_t>(srcShape.GetShapeSize()) / tilling.bLength;
  return tilling.originalBLength <= tilling.bLength;
}

template <class Shape>
void GetGroupNormMaxMinTmpSize(const Shape& srcShape, std::uint32_t, bool, std::uint32_t,
                               std::uint32_t& maxValue, std::uint32_t& minValue) {
  ::cann_emulator::ascendc::TmpBytes(srcShape, maxValue, minValue);
}
// [N, C, H, W]; in UB H * W fills blocks of 32 bytes.
template <class Shape>
void GetGroupNormNDTilingInfo(const Shape& srcShape, std::uint32_t, std::uint32_t typeSize, bool,
                              std::uint32_t groupNum, optiling::GroupNormTiling& tiling) {
  const std::uint32_t block = 32 / typeSize;
  tiling.n = static_cast<std::uint32_t>(srcShape.GetDim(0));
  tiling.c = static_cast<std::uint32_t>(srcShape.GetDim(1));
  tiling.hw = static_cast<std::uint32_t>(srcShape.GetDim(2) * srcShape.GetDim(3));
  tiling.hwAlignSize = (tiling.hw + block - 1) / block * block;
  tiling.g = groupNum;
}

template <class Shape>
void GetWelfordUpdateMaxMinTmpSize(const Shape& srcShape, std::uint32_t, std::uint32_t, bool, bool,
                                   std::uint32_t& maxValue, std::uint32_t& minValue) {
  ::cann_emulator::ascendc::TmpBytes(srcShape, maxValue, minValue);
}
template <class Shape>
void GetNormalizeMaxMinTmpSize(const Shape& srcShape, std::uint32_t, std::uint32_t, bool, bool, bool,
                               std::uint32_t& maxValue, std::uint32_t& minValue) {
  ::cann_emulator::ascendc::TmpBytes(srcShape, maxValue, minValue);
}

}  // namespace AscendC
