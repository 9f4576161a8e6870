// SPDX-License-Identifier: Apache-2.0
// States of torch's CPU generator by the seed and offset of a generator of another kind.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <mutex>
#include <utility>

namespace cann_emulator::ops {

// For any number of threads. Forgets the lowest offset of a seed, or that of another seed, beyond 1024 states
// of 5 KB.
class GeneratorStates {
 public:
  struct Position {
    std::uint64_t seed;
    std::uint64_t offset;
    bool operator<(const Position& other) const {
      return std::pair(seed, offset) < std::pair(other.seed, other.offset);
    }
  };

  // What is kept for the position; undefined if nothing is.
  at::Tensor At(const Position& position) const {
    const std::lock_guard lock(mutex_);
    const auto found = states_.find(position);
    return found == states_.end() ? at::Tensor() : found->second;
  }

  // What is kept for the greatest lower offset of the seed; undefined if nothing is.
  at::Tensor Before(const Position& position) const {
    const std::lock_guard lock(mutex_);
    const auto next = states_.lower_bound(position);
    if (next == states_.begin()) return {};
    const auto& [before, state] = *std::prev(next);
    return before.seed == position.seed ? state : at::Tensor();
  }

  void Keep(const Position& position, at::Tensor state) {
    const std::lock_guard lock(mutex_);
    if (states_.size() >= kMost) {
      const auto lowest = states_.lower_bound({position.seed, 0});
      states_.erase(lowest == states_.end() ? states_.begin() : lowest);
    }
    states_[position] = std::move(state);
  }

 private:
  static constexpr std::size_t kMost = 1024;
  mutable std::mutex mutex_;
  std::map<Position, at::Tensor> states_;
};

}  // namespace cann_emulator::ops
