// SPDX-License-Identifier: Apache-2.0
// One line of JSON for each launch, in <trace folder>/kernels-<process id>.jsonl.
#pragma once

#include <vector>

#include "acl/runtime.h"
#include "ascendc/launch_config.h"
#include "ascendc/timing_core.h"

namespace cann_emulator::ascendc {

struct TracedBlock {
  int core;
  double start;  // cycles since the first block began
  CoreReport report;
};

struct TracedLaunch {
  const LaunchConfig* config = nullptr;
  const ExecutingNode* node = nullptr;  // null outside of graphs
  const TimingParameters* parameters = nullptr;
  int cores = 0;
  double begin_us = 0;  // since the process began
  double time_us = 0;
  std::vector<TracedBlock> blocks;
};

// Appends the launch's line. A folder that cannot be written is reported on stderr, once.
// cann_emulator/trace_file.py documents the fields and reads them.
void WriteTrace(const TracedLaunch& launch);

}  // namespace cann_emulator::ascendc
