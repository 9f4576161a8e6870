// SPDX-License-Identifier: Apache-2.0
// The modelled time of one launch: its blocks on the SoC's vector cores, and the line that
// `python -m cann_emulator trace` reads.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "acl/runtime.h"
#include "ascendc/launch_config.h"
#include "ascendc/timing_core.h"

namespace cann_emulator::ascendc {

class LaunchTiming {
 public:
  // Null unless CANN_EMULATOR_TRACE names a folder. `config` must outlive the result.
  static std::unique_ptr<LaunchTiming> Begin(const LaunchConfig& config, const ExecutingNode* node);

  // Launches that are timed take turns: waits for the one before, on whatever stream.
  LaunchTiming(const LaunchConfig& config, const ExecutingNode* node);

  // Start and End of one block, from any thread.
  std::unique_ptr<CoreTimeline> Start(std::int64_t block) const;
  void End(std::int64_t block, CoreTimeline& timeline);

  // Modelled time since the process began, in units of the 50 MHz counter of GetSystemCycle.
  std::int64_t SystemCycle(const CoreTimeline& timeline) const;

  // All blocks have ended: writes the launch's line.
  void Finish();

 private:
  struct EndedBlock {
    CoreReport report;
    L2View l2;
  };

  const LaunchConfig& config_;
  const ExecutingNode* node_;
  std::unique_lock<std::mutex> turn_;
  int cores_;
  TimingParameters parameters_;
  std::vector<std::optional<EndedBlock>> blocks_;
};

}  // namespace cann_emulator::ascendc
