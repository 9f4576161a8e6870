// SPDX-License-Identifier: Apache-2.0
#include "ascendc/late_effects.h"

#include <utility>

namespace cann_emulator::ascendc {

void LateEffects::Issue(pipe_t pipe, Effect effect) {
  pipes_[pipe].push_back({issued_++, clocks_.Now(pipe), clocks_.Seen(pipe), std::move(effect)});
  if (++open_ > kMostOpen) RunLatest();
}

bool LateEffects::IsReady(const Entry& entry) const {
  for (std::size_t pipe = 0; pipe < pipes_.size(); ++pipe) {
    if (!pipes_[pipe].empty() && pipes_[pipe].front().time <= entry.needs[pipe]) return false;
  }
  return true;
}

void LateEffects::RunFront(std::size_t pipe) {
  const Effect effect = std::move(pipes_[pipe].front().effect);
  pipes_[pipe].pop_front();
  --open_;
  effect();
}

void LateEffects::RunLatest() {
  // The program's oldest open instruction is always ready: it can only wait for older ones.
  std::size_t latest = pipes_.size();
  for (std::size_t pipe = 0; pipe < pipes_.size(); ++pipe) {
    if (pipes_[pipe].empty() || !IsReady(pipes_[pipe].front())) continue;
    if (latest == pipes_.size() || pipes_[pipe].front().number > pipes_[latest].front().number) latest = pipe;
  }
  RunFront(latest);
}

void LateEffects::Reach(const PipeClocks::Times& times) {
  for (std::size_t pipe = 0; pipe < pipes_.size(); ++pipe) {
    while (!pipes_[pipe].empty() && pipes_[pipe].front().time <= times[pipe]) {
      const PipeClocks::Times needs = pipes_[pipe].front().needs;
      Reach(needs);
      RunFront(pipe);
    }
  }
}

void LateEffects::Finish(pipe_t pipe) {
  if (pipe == PIPE_ALL) {
    while (open_ > 0) RunLatest();
    return;
  }
  PipeClocks::Times times{};
  times[pipe] = clocks_.Now(pipe);
  Reach(times);
}

}  // namespace cann_emulator::ascendc
