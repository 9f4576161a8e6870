// SPDX-License-Identifier: Apache-2.0
// z = x + y where one of them repeats along some dimensions: how the work is described and divided. Host and
// kernel code. Nothing is materialised: a repeated element is read once for each tile that needs it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ascendc_ops {

// A dimension of the result, after neighbours along which x and y behave alike have been merged.
struct BroadcastDim {
  std::uint64_t size;      // at least 2
  std::uint64_t x_stride;  // elements; 0 where x repeats
  std::uint64_t y_stride;
};

// Dimensions of the result, innermost first, of dense x and y whose shapes can be broadcast.
inline std::vector<BroadcastDim> MergeBroadcastDims(const std::vector<std::int64_t>& x,
                                                    const std::vector<std::int64_t>& y) {
  std::vector<BroadcastDim> merged;
  std::uint64_t x_stride = 1;
  std::uint64_t y_stride = 1;
  for (std::size_t i = 0; i < std::max(x.size(), y.size()); ++i) {
    const auto x_size = static_cast<std::uint64_t>(i < x.size() ? x[x.size() - 1 - i] : 1);
    const auto y_size = static_cast<std::uint64_t>(i < y.size() ? y[y.size() - 1 - i] : 1);
    const std::uint64_t size = x_size == 1 ? y_size : x_size;
    if (size == 1) {
      continue;
    }
    const bool x_repeats = x_size == 1;
    const bool y_repeats = y_size == 1;
    if (!merged.empty() && (merged.back().x_stride == 0) == x_repeats &&
        (merged.back().y_stride == 0) == y_repeats) {
      merged.back().size *= size;
    } else {
      merged.push_back({size, x_repeats ? 0 : x_stride, y_repeats ? 0 : y_stride});
    }
    x_stride *= x_size;
    y_stride *= y_size;
  }
  return merged;
}

inline std::uint64_t ElementCount(const std::vector<BroadcastDim>& dims) {
  std::uint64_t count = 1;
  for (const BroadcastDim& dim : dims) {
    count *= dim.size;
  }
  return count;
}

// Of one launch.
inline constexpr std::size_t kMaxOuterDims = 6;
inline constexpr std::size_t kMaxBroadcastDims = kMaxOuterDims + 2;

// Where an operand's elements are: strides of 0 and 1 or more, in elements.
struct BroadcastOperand {
  std::uint64_t column_stride;  // 0 or 1
  std::uint64_t row_stride;
  std::uint64_t outer_strides[kMaxOuterDims];
};

// The result as outer x rows x columns, cut into tiles of tile_rows x tile_columns. A tile of several rows
// has whole rows. Blocks take contiguous ranges of tiles; the first `blocks_with_extra` take one more. Tiles
// are counted row tiles first, then column tiles, so that what repeats along rows stays in UB.
struct BroadcastTiling {
  std::uint64_t columns;
  std::uint64_t rows;
  std::uint64_t outer_sizes[kMaxOuterDims];  // innermost first
  BroadcastOperand x, y;
  std::uint32_t tile_columns;
  std::uint32_t tile_rows;
  std::uint64_t row_tiles;
  std::uint64_t column_tiles;
  std::uint64_t tiles_per_block;  // of a block without extra
  std::uint32_t blocks_with_extra;
  std::uint32_t blocks;
  std::uint32_t buffer;  // elements that one queue buffer holds
};

}  // namespace ascendc_ops
