// SPDX-License-Identifier: Apache-2.0
// Divides the work of add_custom_broadcast.h among blocks and tiles. Host code.
#pragma once

#include "add_custom_broadcast.h"
#include "elementwise_tiling.h"

namespace ascendc_ops {

// Tiling of `dims` (1 to kMaxBroadcastDims of them) for `vector_cores` vector cores with `ub_bytes` bytes of
// UB each.
inline BroadcastTiling MakeBroadcastTiling(const std::vector<BroadcastDim>& dims, const ElementwiseCost& cost,
                                           std::uint32_t vector_cores, std::uint64_t ub_bytes) {
  constexpr std::uint64_t kMaxRowsPerCopy = 4095;
  const std::uint64_t granule = kGranuleBytes / cost.element_bytes;
  const std::uint64_t block_elements = 32 / cost.element_bytes;
  const auto round_up = [](std::uint64_t a, std::uint64_t b) { return CeilDiv(a, b) * b; };

  BroadcastTiling tiling{};
  tiling.columns = dims[0].size;
  tiling.rows = dims.size() > 1 ? dims[1].size : 1;
  tiling.x = {dims[0].x_stride, dims.size() > 1 ? dims[1].x_stride : 0, {}};
  tiling.y = {dims[0].y_stride, dims.size() > 1 ? dims[1].y_stride : 0, {}};
  std::uint64_t outer = 1;
  for (std::size_t i = 0; i < kMaxOuterDims; ++i) {
    const BroadcastDim dim = i + 2 < dims.size() ? dims[i + 2] : BroadcastDim{1, 0, 0};
    tiling.outer_sizes[i] = dim.size;
    tiling.x.outer_strides[i] = dim.x_stride;
    tiling.y.outer_strides[i] = dim.y_stride;
    outer *= dim.size;
  }

  const std::uint64_t buffer = ub_bytes / cost.ub_bytes / granule * granule;
  const std::uint64_t bytes = outer * tiling.rows * tiling.columns * cost.element_bytes;
  const std::uint64_t wanted = std::min<std::uint64_t>(vector_cores, CeilDiv(bytes, kMinBytesPerBlock));
  // Whole rows in a tile as long as that keeps all wanted blocks busy; otherwise parts of one row.
  std::uint64_t tile_columns = tiling.columns;
  std::uint64_t tile_rows =
      std::min({tiling.rows, buffer / round_up(std::min(tile_columns, buffer), block_elements),
                kMaxRowsPerCopy, CeilDiv(outer * tiling.rows, wanted)});
  if (tiling.columns > buffer || outer * tiling.rows < wanted) {
    const std::uint64_t parts =
        std::max(CeilDiv(tiling.columns, buffer), CeilDiv(wanted, outer * tiling.rows));
    tile_columns = std::min(tiling.columns, round_up(CeilDiv(tiling.columns, parts), granule));
    tile_rows = 1;
  }
  tiling.tile_columns = static_cast<std::uint32_t>(tile_columns);
  tiling.tile_rows = static_cast<std::uint32_t>(tile_rows);
  tiling.row_tiles = CeilDiv(tiling.rows, tile_rows);
  tiling.column_tiles = CeilDiv(tiling.columns, tile_columns);
  const std::uint64_t tiles = outer * tiling.row_tiles * tiling.column_tiles;
  tiling.blocks = static_cast<std::uint32_t>(std::min({wanted, tiles, kMaxBlocks}));
  tiling.tiles_per_block = tiles / tiling.blocks;
  tiling.blocks_with_extra = static_cast<std::uint32_t>(tiles % tiling.blocks);
  tiling.buffer = static_cast<std::uint32_t>(buffer);
  return tiling;
}

}  // namespace ascendc_ops
