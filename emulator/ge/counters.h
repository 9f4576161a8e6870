// SPDX-License-Identifier: Apache-2.0
// How often graphs of this process were loaded and run.
#pragma once

#include <atomic>
#include <cstdint>

#include "acl/runtime.h"

namespace cann_emulator::engine {

struct Counters {
  std::atomic<std::uint64_t> executes{0};       // calls of a custom operator's Execute
  std::atomic<std::uint64_t> static_loads{0};   // static graphs loaded: Execute of their operators recorded
  std::atomic<std::uint64_t> static_steps{0};   // runs of static graphs: what was recorded replayed
  std::atomic<std::uint64_t> dynamic_steps{0};  // runs of dynamic graphs: Execute called for each
  std::atomic<std::uint64_t> static_copies{0};  // inputs and outputs that steps of static graphs copied
  std::atomic<std::uint64_t> args_updates{0};   // calls of a custom operator's UpdateHostArgs
};

Counters& GraphCounters();

}  // namespace cann_emulator::engine

// The counters in the order above; `count`: how many numbers `values` has room for.
extern "C" CANN_EMULATOR_API void cann_emulator_graph_counters(std::uint64_t* values, std::uint64_t count);
