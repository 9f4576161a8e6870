// SPDX-License-Identifier: Apache-2.0
#include "ge/counters.h"

#include <iterator>

namespace cann_emulator::engine {

Counters& GraphCounters() {
  static Counters counters;
  return counters;
}

}  // namespace cann_emulator::engine

void cann_emulator_graph_counters(std::uint64_t* values, std::uint64_t count) {
  const auto& counters = cann_emulator::engine::GraphCounters();
  const std::atomic<std::uint64_t>* const all[] = {&counters.executes,      &counters.static_loads,
                                                   &counters.static_steps,  &counters.dynamic_steps,
                                                   &counters.static_copies, &counters.args_updates};
  for (std::uint64_t i = 0; i < count && i < std::size(all); ++i) {
    values[i] = *all[i];
  }
}
