// SPDX-License-Identifier: Apache-2.0
// What the functions of tiling_api.h make of a shape: anything with GetShapeSize, GetDimNum and GetDim, as
// ge::Shape.
#pragma once

#include <cstdint>
#include <utility>

#include "ascendc/library_tiling.h"

namespace cann_emulator::ascendc {

constexpr std::uint32_t kLeastTmpBytes = 256;  // one repeat

// Of so many elements in float, in whole repeats.
inline std::uint32_t FloatBytes(std::uint64_t elements) {
  const std::uint64_t bytes = elements * sizeof(float);
  return static_cast<std::uint32_t>((bytes + kLeastTmpBytes - 1) / kLeastTmpBytes * kLeastTmpBytes);
}
template <class Shape, class = decltype(std::declval<const Shape&>().GetShapeSize())>
std::uint32_t FloatBytes(const Shape& shape) {
  return FloatBytes(static_cast<std::uint64_t>(shape.GetShapeSize()));
}

// Rows and the length of the last dimension.
template <class Shape>
void RowsAndLength(const Shape& shape, std::uint32_t& rows, std::uint32_t& length) {
  const auto dimensions = shape.GetDimNum();
  length = dimensions == 0 ? 1 : static_cast<std::uint32_t>(shape.GetDim(dimensions - 1));
  rows = length == 0 ? 0 : static_cast<std::uint32_t>(shape.GetShapeSize() / length);
}

// From one repeat to the tensor in float: a kernel may pass any size between.
template <class Shape>
void TmpBytes(const Shape& shape, std::uint32_t& most, std::uint32_t& least) {
  least = kLeastTmpBytes;
  most = FloatBytes(shape);
}

}  // namespace cann_emulator::ascendc
