// SPDX-License-Identifier: Apache-2.0
// How the launch of an elementwise kernel divides its elements: one rule for every operator. Host and kernel
// code.
#pragma once

#include <algorithm>
#include <cstdint>

namespace ascendc_ops {

// GM addresses at multiples of 512 B get the full rate of MTE2 and MTE3, so ranges and tiles are whole
// granules.
inline constexpr std::uint32_t kGranuleBytes = 512;

// Copies of 16 KiB reach the full rate: a block with less costs more to launch than it saves.
inline constexpr std::uint64_t kMinBytesPerBlock = 16 * 1024;

inline constexpr std::uint64_t kMaxBlocks = 65535;  // of one launch

constexpr std::uint64_t CeilDiv(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

// Blocks take contiguous ranges of whole granules; the first `blocks_with_extra` take one granule more than
// the others, and the range of the last one ends at `count`.
struct ElementwiseTiling {
  std::uint64_t count;               // elements in all
  std::uint64_t granules_per_block;  // of a block without extra
  std::uint32_t granule;             // elements
  std::uint32_t blocks_with_extra;
  std::uint32_t blocks;
  std::uint32_t tile;       // elements that one queue buffer holds
  std::uint32_t bypass_l2;  // 1: inputs go around L2, where they would push out the output
};

// What one element takes.
struct ElementwiseCost {
  std::uint32_t element_bytes;  // in each tensor
  std::uint32_t ub_bytes;       // in UB, over all buffers of the kernel
};

// Tiling of `count` > 0 elements for `vector_cores` vector cores with `ub_bytes` bytes of UB each.
inline ElementwiseTiling MakeElementwiseTiling(const ElementwiseCost& cost, std::uint64_t count,
                                               std::uint32_t vector_cores, std::uint64_t ub_bytes) {
  ElementwiseTiling tiling{};
  tiling.count = count;
  tiling.granule = kGranuleBytes / cost.element_bytes;
  tiling.tile = static_cast<std::uint32_t>(ub_bytes / cost.ub_bytes / tiling.granule * tiling.granule);
  const std::uint64_t granules = CeilDiv(count, tiling.granule);
  const std::uint64_t worthwhile = CeilDiv(count * cost.element_bytes, kMinBytesPerBlock);
  tiling.blocks =
      static_cast<std::uint32_t>(std::min({std::uint64_t{vector_cores}, worthwhile, granules, kMaxBlocks}));
  tiling.granules_per_block = granules / tiling.blocks;
  tiling.blocks_with_extra = static_cast<std::uint32_t>(granules % tiling.blocks);
  return tiling;
}

}  // namespace ascendc_ops
