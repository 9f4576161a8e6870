// SPDX-License-Identifier: Apache-2.0
// The state of one block while it runs: its UB, flags, queues and what it knows of device memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "acl/runtime.h"
#include "ascendc/core_registers.h"
#include "ascendc/flags.h"
#include "ascendc/footprint.h"
#include "ascendc/hazards.h"
#include "ascendc/launch_config.h"
#include "ascendc/meeting.h"
#include "ascendc/memory_map.h"
#include "ascendc/mutexes.h"
#include "ascendc/queues.h"
#include "ascendc/timing_launch.h"
#include "ascendc/ub_arena.h"
#include "ascendc/ub_arrays.h"
#include "ascendc/watch.h"

namespace cann_emulator::ascendc {

// What the blocks of one launch share.
struct RunningLaunch {
  RunningLaunch(const LaunchConfig& launch_config, const ExecutingNode* launching_node,
                const std::function<void()>& kernel_body, bool is_checked, bool is_late)
      : config(launch_config),
        node(launching_node),
        body(kernel_body),
        checked(is_checked),
        late(is_late),
        meeting(launch_config.blocks) {}

  const LaunchConfig& config;
  const ExecutingNode* node;          // that launched it; null outside of graphs
  const std::function<void()>& body;  // runs once per block
  const bool checked;
  const bool late;                             // instructions take effect late; needs the checks
  std::atomic<std::uint64_t> bytes_stored{0};  // to device memory, so far
  LaunchFootprint footprint;
  std::unique_ptr<LaunchTiming> timing;  // null: no time is modelled
  Meeting meeting;
};

class RunningBlock {
 public:
  RunningBlock(RunningLaunch& launch, UbArena& ub, std::int64_t index)
      : launch_(launch),
        ub_(ub),
        index_(index),
        watch_(*this, launch.checked || launch.timing != nullptr, launch.late),
        hazards_(*this),
        timeline_(launch.timing == nullptr ? nullptr : launch.timing->Start(index)) {}

  const char* kernel() const { return launch_.config.kernel; }
  std::int64_t index() const { return index_; }
  std::int64_t count() const { return launch_.config.blocks; }
  bool checked() const { return launch_.checked; }
  RunningLaunch& launch() { return launch_; }
  UbArena& ub() { return ub_; }
  FlagTable& flags() { return flags_; }
  MutexTable& mutexes() { return mutexes_; }
  QueueTable& queues() { return queues_; }
  MemoryMap& memory() { return memory_; }
  Watch& watch() { return watch_; }
  Hazards& hazards() { return hazards_; }
  CoreRegisters& registers() { return registers_; }
  UbArrays& arrays() { return arrays_; }
  CoreTimeline* timeline() { return timeline_.get(); }  // null: no time is modelled

  // Runs the kernel's body. Throws KernelFailure, or whatever the body throws.
  void Run();

 private:
  void RunBody();

  RunningLaunch& launch_;
  UbArena& ub_;
  std::int64_t index_;
  FlagTable flags_;
  MutexTable mutexes_;
  QueueTable queues_;
  MemoryMap memory_;
  Watch watch_;
  Hazards hazards_;
  CoreRegisters registers_;
  UbArrays arrays_;
  std::unique_ptr<CoreTimeline> timeline_;
};

// The block that runs on the calling thread; throws std::logic_error where none does.
RunningBlock& CurrentBlock();
// Whether one does.
bool IsBlockRunning();

}  // namespace cann_emulator::ascendc
