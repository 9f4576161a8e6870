// SPDX-License-Identifier: Apache-2.0
// The device memory that the blocks of a launch read and write, and the bytes on which two of them collide.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "ascendc/finding.h"
#include "ascendc/pipe_clocks.h"

namespace cann_emulator::ascendc {

struct LaunchConfig;

// What a block knows of the others: for each of them and each of its pipes, the time up to which it is done.
// Blocks beyond the end: nothing.
using BlockView = std::vector<PipeClocks::Times>;
void Merge(BlockView& into, const BlockView& view);

// One block's accesses; neighbours of one instruction are kept as one.
class Footprint {
 public:
  struct Piece {
    std::uint64_t begin;
    std::uint64_t end;
    Party party;
    bool write;
    std::uint32_t time;  // of its pipe (PipeClocks)
    std::uint32_t view;  // what the block knew of the others then, as an index
  };

  void Add(std::uint64_t begin, std::uint64_t end, const Party& party, bool write, std::uint32_t time);
  // The block has waited for others: what they did before is ordered with what follows.
  void Learn(const BlockView& others);
  const BlockView& Known() const { return views_.back(); }

  const std::vector<Piece>& pieces() const { return pieces_; }
  const std::vector<BlockView>& views() const { return views_; }

 private:
  std::vector<Piece> pieces_;
  std::vector<BlockView> views_ = {{}};
};

// All blocks' accesses.
class LaunchFootprint {
 public:
  void Add(std::int64_t block, const Footprint& footprint);
  // Reports where two blocks touch the same bytes and at least one writes: the lowest such address.
  void Check(const LaunchConfig& config);

 private:
  std::mutex mutex_;
  bool IsOrdered(const Footprint::Piece& a, const Footprint::Piece& b) const;
  void CheckUnordered(const LaunchConfig& config);
  void CheckOrdered(const LaunchConfig& config);

  std::vector<Footprint::Piece> pieces_;
  std::map<std::int64_t, std::vector<BlockView>> views_;  // of the blocks that waited for others
};

}  // namespace cann_emulator::ascendc
