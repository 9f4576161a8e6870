// SPDX-License-Identifier: Apache-2.0
// Carries out what instructions do as late, and in an order as unlike the program's, as the program's
// synchronisation allows: where a wait is missing, the wrong number comes out here too.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>

#include "ascendc/pipe_clocks.h"

namespace cann_emulator::ascendc {

class LateEffects {
 public:
  using Effect = std::function<void()>;

  explicit LateEffects(const PipeClocks& clocks) : clocks_(clocks) {}

  // The pipe gets an instruction that does `effect`; others may be carried out now.
  void Issue(pipe_t pipe, Effect effect);
  // Carries out what each pipe got up to `times`, and what that waits for.
  void Reach(const PipeClocks::Times& times);
  // Carries out what the pipe got so far; PIPE_ALL: everything.
  void Finish(pipe_t pipe);

 private:
  struct Entry {
    std::uint64_t number;     // in program order
    std::uint32_t time;       // of its pipe
    PipeClocks::Times needs;  // what must be done before
    Effect effect;
  };

  bool IsReady(const Entry& entry) const;
  void RunFront(std::size_t pipe);
  // Of the instructions that may start, the one that the program has last.
  void RunLatest();

  // The more are open, the more the order can differ from the program's; UB of a few tiles stays in the
  // cache.
  static constexpr std::size_t kMostOpen = 64;

  const PipeClocks& clocks_;
  std::array<std::deque<Entry>, PIPE_ALL> pipes_;
  std::uint64_t issued_ = 0;
  std::size_t open_ = 0;
};

}  // namespace cann_emulator::ascendc
