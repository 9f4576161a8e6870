// SPDX-License-Identifier: Apache-2.0
#include "ascendc/timing_l2.h"

#include <algorithm>

namespace cann_emulator::ascendc {

namespace {

constexpr std::uint64_t kSector = 512;
constexpr std::uint64_t kChunk = 128 * kSector;

int CountOnes(std::uint64_t bits) { return __builtin_popcountll(bits); }

// Ones at bits [begin, end), 0 <= begin < end <= 128, in word 0 or 1.
std::uint64_t Ones(std::uint64_t begin, std::uint64_t end, int word) {
  const std::uint64_t base = 64 * static_cast<std::uint64_t>(word);
  const std::uint64_t from = std::clamp(begin, base, base + 64) - base;
  const std::uint64_t to = std::clamp(end, base, base + 64) - base;
  if (from == to) return 0;
  return (~std::uint64_t{0} >> (64 - (to - from))) << from;
}

}  // namespace

std::uint64_t L2View::Touch(std::uint64_t address, std::uint64_t size) {
  std::uint64_t hit = 0;
  const std::uint64_t end = address + size;
  const std::uint64_t sharers = base_.size_ / share_;
  for (std::uint64_t at = address; at < end;) {
    const std::uint64_t number = at / kChunk;
    const std::uint64_t stop = std::min(end, (number + 1) * kChunk);
    const std::uint64_t first = at % kChunk / kSector;
    const std::uint64_t last = (stop - 1) % kChunk / kSector + 1;

    Chunk& chunk = chunks_[number];
    if (volume_ - chunk.volume > share_) chunk = {};
    const auto earlier = base_.chunks_.find(number);
    const bool left = earlier != base_.chunks_.end() &&
                      base_.volume_ - earlier->second.volume + volume_ * sharers <= base_.size_;
    int found = 0;
    int missing = 0;
    for (int word = 0; word < 2; ++word) {
      const std::uint64_t wanted = Ones(first, last, word);
      const std::uint64_t there = chunk.sectors[word] | (left ? earlier->second.sectors[word] : 0);
      found += CountOnes(wanted & there);
      missing += CountOnes(wanted & ~there);
      chunk.sectors[word] |= wanted;
    }
    volume_ += static_cast<std::uint64_t>(missing) * kSector;
    chunk.volume = volume_;
    hit += std::min(static_cast<std::uint64_t>(found) * kSector, stop - at);
    at = stop;
  }
  return hit;
}

void L2Contents::Merge(const L2View& view) {
  for (const auto& [number, chunk] : view.chunks_) {
    L2View::Chunk& own = chunks_[number];
    if (volume_ - own.volume > size_) own = {};
    own.sectors[0] |= chunk.sectors[0];
    own.sectors[1] |= chunk.sectors[1];
    own.volume = volume_ + chunk.volume;
  }
  volume_ += view.volume_;
}

}  // namespace cann_emulator::ascendc
