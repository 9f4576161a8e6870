// SPDX-License-Identifier: Apache-2.0
#include "ascendc/pipe_clocks.h"

#include <algorithm>

namespace cann_emulator::ascendc {

const char* PipeName(pipe_t pipe) {
  static constexpr const char* kNames[] = {"S", "V", "M", "MTE1", "MTE2", "MTE3", "FIX", "ALL"};
  return kNames[pipe];
}

void PipeClocks::Merge(Times& into, const Times& times) {
  for (std::size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], times[i]);
}

PipeClocks::Times PipeClocks::Publish(pipe_t pipe) {
  Times times = seen_[pipe];
  times[pipe] = now_[pipe]++;
  return times;
}

void PipeClocks::Join(pipe_t pipe, const Times& times) {
  if (pipe != PIPE_S) {
    Merge(seen_[pipe], times);
    return;
  }
  for (Times& seen : seen_) Merge(seen, times);
}

void PipeClocks::Barrier(pipe_t pipe) {
  if (pipe != PIPE_ALL) {
    Join(pipe, Publish(pipe));
    return;
  }
  Times all{};
  for (int i = 0; i < PIPE_ALL; ++i) Merge(all, Publish(static_cast<pipe_t>(i)));
  seen_.fill(all);
}

}  // namespace cann_emulator::ascendc
