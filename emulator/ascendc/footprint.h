// SPDX-License-Identifier: Apache-2.0
// The device memory that the blocks of a launch read and write, and the bytes on which two of them collide.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "ascendc/finding.h"

namespace cann_emulator::ascendc {

struct LaunchConfig;

// One block's accesses; neighbours of one instruction are kept as one.
class Footprint {
 public:
  struct Piece {
    std::uint64_t begin;
    std::uint64_t end;
    Party party;
    bool write;
    std::uint32_t phase;  // SyncAll calls before it
  };

  void Add(std::uint64_t begin, std::uint64_t end, const Party& party, bool write);
  // All blocks have met (SyncAll): what came before is ordered with what follows.
  void NextPhase() { ++phase_; }
  const std::vector<Piece>& pieces() const { return pieces_; }

 private:
  std::vector<Piece> pieces_;
  std::uint32_t phase_ = 0;
};

// All blocks' accesses.
class LaunchFootprint {
 public:
  void Add(const Footprint& block);
  // Reports where two blocks touch the same bytes and at least one writes: the lowest such address.
  void Check(const LaunchConfig& config);

 private:
  std::mutex mutex_;
  std::vector<Footprint::Piece> pieces_;
};

}  // namespace cann_emulator::ascendc
