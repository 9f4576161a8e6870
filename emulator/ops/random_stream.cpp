// SPDX-License-Identifier: Apache-2.0
#include "ops/random_stream.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/Tensor.h>

#include <map>
#include <mutex>
#include <utility>

namespace cann_emulator::ops {
namespace {

constexpr std::size_t kKept = 1024;  // states of 5 KB

// Seed and offset.
using Position = std::pair<std::uint64_t, std::uint64_t>;

std::mutex& Mutex() {
  static std::mutex mutex;
  return mutex;
}

// Of the generator, after the draw at a position.
std::map<Position, at::Tensor>& States() {
  static auto* const kStates = new std::map<Position, at::Tensor>;
  return *kStates;
}

// Undefined if there was no draw of this seed before.
at::Tensor StateBefore(const Position& position) {
  const auto next = States().lower_bound(position);
  if (next == States().begin()) return {};
  const auto& [before, state] = *std::prev(next);
  return before.first == position.first ? state : at::Tensor();
}

}  // namespace

RandomDraw::RandomDraw(std::uint64_t seed, std::uint64_t offset)
    : seed_(seed), offset_(offset), generator_(at::detail::createCPUGenerator(seed + offset)) {
  if (offset == 0) return;
  const std::lock_guard lock(Mutex());
  const at::Tensor state = StateBefore({seed, offset});
  if (state.defined()) generator_.set_state(state);
}

RandomDraw::~RandomDraw() {
  const std::lock_guard lock(Mutex());
  if (States().size() >= kKept) {
    const auto oldest = States().lower_bound({seed_, 0});
    States().erase(oldest == States().end() ? States().begin() : oldest);
  }
  States()[{seed_, offset_}] = generator_.get_state();
}

}  // namespace cann_emulator::ops
