// SPDX-License-Identifier: Apache-2.0
// Which instructions of one block are known to be done when another one starts. Each pipe counts its time in
// publications (SetFlag, a queue's EnQue, a barrier): all instructions between two of them share one time.
#pragma once

#include <array>
#include <cstdint>

#include "ascendc/position.h"

namespace cann_emulator::ascendc {

const char* PipeName(pipe_t pipe);

class PipeClocks {
 public:
  // Per pipe, the last time of which every instruction is done. Times start at 1.
  using Times = std::array<std::uint32_t, PIPE_ALL>;

  PipeClocks() { now_.fill(1); }

  // The time of an instruction that the pipe gets now.
  std::uint32_t Now(pipe_t pipe) const { return now_[pipe]; }
  // What is done when an instruction starts that the pipe gets now.
  const Times& Seen(pipe_t pipe) const { return seen_[pipe]; }
  // Whether what `first` got at `time` is done before what `second` gets now.
  bool IsOrdered(pipe_t first, std::uint32_t time, pipe_t second) const {
    return seen_[second][first] >= time;
  }

  // What is done once the pipe has finished all that it has got so far.
  Times Publish(pipe_t pipe);
  // The pipe starts nothing more before `times` are reached. The scalar pipe hands out the instructions of
  // all others, so that what it waits for, all wait for.
  void Join(pipe_t pipe, const Times& times);
  // PipeBarrier: within one pipe, or between all (PIPE_ALL).
  void Barrier(pipe_t pipe);

 private:
  static void Merge(Times& into, const Times& times);

  Times now_;
  std::array<Times, PIPE_ALL> seen_{};
};

}  // namespace cann_emulator::ascendc
