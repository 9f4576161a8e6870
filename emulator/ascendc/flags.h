// SPDX-License-Identifier: Apache-2.0
// SetFlag/WaitFlag pairing and the event ids that TPipe hands out.
#pragma once

#include <array>
#include <cstdint>

#include "ascendc/position.h"
#include "ascendc/runtime.h"
#include "ascendc/site.h"
#include "ascendc/watch.h"

namespace cann_emulator::ascendc {

const char* HardEventName(AscendC::HardEvent event);

// SetFlag<A_B>: what pipe B does after the wait follows what pipe A did before the set.
struct EventPipes {
  pipe_t from;
  pipe_t to;
};
EventPipes PipesOf(AscendC::HardEvent event);

// A block's instructions run in program order here, so a wait is satisfied if and only if the set came before
// it.
class FlagTable {
 public:
  void Set(AscendC::HardEvent event, std::int32_t id, Watch& watch, Site site);
  void Wait(AscendC::HardEvent event, std::int32_t id, Watch& watch, Site site);
  std::int8_t Alloc(AscendC::HardEvent event, Site site);
  void Release(AscendC::HardEvent event, std::int32_t id, Site site);
  std::int8_t Fetch(AscendC::HardEvent event, Site site) const;
  // Calls of CrossCoreWaitFlag so far.
  std::uint64_t& CrossCoreWaits(int id) { return cross_core_waits_[static_cast<std::size_t>(id)]; }
  // WaitPreBlock and NotifyNextBlock need InitDetermineComputeWorkspace.
  void AllowTurns() { turns_allowed_ = true; }
  void CheckTurns(const char* call, Site site) const;
  // Throws where a flag was set and never waited for: it would leak into the next kernel.
  void CheckAtEnd() const;

 private:
  struct Flag {
    bool set = false;
    bool allocated = false;
    Site site;  // of the last SetFlag
    SyncToken token;
  };
  Flag& At(const char* call, AscendC::HardEvent event, std::int32_t id, Site site);
  int FirstFree(const char* call, AscendC::HardEvent event, Site site) const;

  std::array<std::array<Flag, kEventIdCount>, static_cast<int>(AscendC::HardEvent::MAX)> flags_;
  std::array<std::uint64_t, 11> cross_core_waits_{};
  bool turns_allowed_ = false;
};

}  // namespace cann_emulator::ascendc
