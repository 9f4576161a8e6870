// SPDX-License-Identifier: Apache-2.0
#include "ascendc/timing_launch.h"

#include <algorithm>
#include <utility>

#include "ascendc/timing_trace_file.h"

namespace cann_emulator::ascendc {

namespace {

// Timelines stay small enough to be looked at, and memory bounded: an instruction takes about 50 bytes in the
// file. Times and bytes count all instructions in any case.
constexpr std::int64_t kInstructionsPerLaunch = 50000;
constexpr std::int64_t kInstructionsPerProcess = 500000;

constexpr double kSystemCyclesPerUs = 50;

// What the launches of a process hand on to the next.
struct Device {
  std::mutex turn;
  double now_us = 0;
  L2Contents l2{CurrentSoc().l2_size};
  std::int64_t room = kInstructionsPerProcess;
};

// Never destroyed: stream threads may still run while the process exits.
Device& TheDevice() {
  static Device& device = *new Device;
  return device;
}

int CoresOf(const LaunchConfig& config) {
  return static_cast<int>(std::min<std::int64_t>(config.blocks, CurrentSoc().vector_core_count));
}

}  // namespace

std::unique_ptr<LaunchTiming> LaunchTiming::Begin(const LaunchConfig& config, const ExecutingNode* node) {
  return TraceFolder().empty() ? nullptr : std::make_unique<LaunchTiming>(config, node);
}

LaunchTiming::LaunchTiming(const LaunchConfig& config, const ExecutingNode* node)
    : config_(config),
      node_(node),
      turn_(TheDevice().turn),
      cores_(CoresOf(config)),
      parameters_(MakeTimingParameters(CurrentSoc(), cores_)),
      blocks_(static_cast<std::size_t>(config.blocks)) {}

std::unique_ptr<CoreTimeline> LaunchTiming::Start(std::int64_t block) const {
  // The blocks that start at once share what one launch may keep; those after them keep nothing.
  const std::int64_t room = block < cores_ ? std::min(TheDevice().room, kInstructionsPerLaunch) / cores_ : 0;
  return std::make_unique<CoreTimeline>(parameters_, TheDevice().l2, static_cast<std::size_t>(room));
}

void LaunchTiming::End(std::int64_t block, CoreTimeline& timeline) {
  CoreReport report = timeline.Finish();
  blocks_[static_cast<std::size_t>(block)].emplace(EndedBlock{std::move(report), std::move(timeline.l2())});
}

std::int64_t LaunchTiming::SystemCycle(const CoreTimeline& timeline) const {
  const double us = TheDevice().now_us + parameters_.launch_us + parameters_.Microseconds(timeline.now());
  return static_cast<std::int64_t>(us * kSystemCyclesPerUs);
}

void LaunchTiming::Finish() {
  Device& device = TheDevice();
  std::vector<double> free(static_cast<std::size_t>(cores_), 0.0);
  TracedLaunch launch;
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    if (!blocks_[i]) continue;  // it failed, or one before it
    // Each block goes to the core that is free first.
    const auto core = std::min_element(free.begin(), free.end());
    device.l2.Merge(blocks_[i]->l2);
    device.room -= static_cast<std::int64_t>(blocks_[i]->report.timeline.size());
    launch.blocks.push_back({static_cast<int>(core - free.begin()), *core, std::move(blocks_[i]->report)});
    *core += launch.blocks.back().report.cycles;
  }
  const double cycles = *std::max_element(free.begin(), free.end());
  launch.config = &config_;
  launch.node = node_;
  launch.parameters = &parameters_;
  launch.cores = cores_;
  launch.begin_us = device.now_us;
  launch.time_us = parameters_.launch_us + parameters_.Microseconds(cycles);
  device.now_us += launch.time_us;
  WriteTrace(launch);
}

}  // namespace cann_emulator::ascendc
