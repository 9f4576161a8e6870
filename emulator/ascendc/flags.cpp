// SPDX-License-Identifier: Apache-2.0
#include "ascendc/flags.h"

#include <string>

#include "ascendc/failure.h"
#include "ascendc/running_block.h"

namespace cann_emulator::ascendc {

namespace {

using AscendC::HardEvent;

constexpr const char* kEventNames[] = {
    "MTE2_MTE1", "MTE1_MTE2", "MTE1_M", "M_MTE1",   "MTE2_V",    "V_MTE2",    "MTE3_V",
    "V_MTE3",    "M_V",       "V_M",    "V_V",      "MTE3_MTE1", "MTE1_MTE3", "MTE1_V",
    "MTE2_M",    "M_MTE2",    "V_MTE1", "M_FIX",    "FIX_M",     "MTE3_MTE2", "MTE2_MTE3",
    "S_V",       "V_S",       "S_MTE2", "MTE2_S",   "S_MTE3",    "MTE3_S",    "MTE2_FIX",
    "FIX_MTE2",  "FIX_S",     "M_S",    "FIX_MTE3", "MTE1_FIX",  "FIX_MTE1",  "FIX_FIX",
};
static_assert(sizeof(kEventNames) / sizeof(*kEventNames) == static_cast<int>(HardEvent::MAX));

pipe_t PipeOf(const std::string& name) {
  int pipe = 0;
  while (name != PipeName(static_cast<pipe_t>(pipe))) ++pipe;
  return static_cast<pipe_t>(pipe);
}

std::string FlagName(HardEvent event, std::int32_t id) { return Text(HardEventName(event), " ", id); }

}  // namespace

const char* HardEventName(HardEvent event) { return kEventNames[static_cast<int>(event)]; }

EventPipes PipesOf(HardEvent event) {
  constexpr int kEvents = static_cast<int>(HardEvent::MAX);
  static const auto table = [] {
    std::array<EventPipes, kEvents> pipes{};
    for (int i = 0; i < kEvents; ++i) {
      const std::string name = kEventNames[i];
      const std::size_t middle = name.find('_');
      pipes[i] = {PipeOf(name.substr(0, middle)), PipeOf(name.substr(middle + 1))};
    }
    return pipes;
  }();
  return table[static_cast<int>(event)];
}

HardEvent EventBetween(const char* call, pipe_t from, pipe_t to, Site site) {
  for (int i = 0; i < static_cast<int>(HardEvent::MAX); ++i) {
    const EventPipes pipes = PipesOf(static_cast<HardEvent>(i));
    if (pipes.from == from && pipes.to == to) return static_cast<HardEvent>(i);
  }
  Fail(call, site,
       Text("there is no event from pipe ", PipeName(from), " to pipe ", PipeName(to),
            "; one pipe runs in order by itself"));
}

FlagTable::Flag& FlagTable::At(const char* call, HardEvent event, std::int32_t id, Site site) {
  if (id < 0 || id >= kEventIdCount) {
    Fail(call, site,
         Text("event id ", id, " of ", HardEventName(event), " is out of range; ids are 0..",
              kEventIdCount - 1, ", of which 6 and 7 are reserved"));
  }
  return flags_[static_cast<int>(event)][id];
}

void FlagTable::Set(HardEvent event, std::int32_t id, Watch& watch, Site site) {
  Flag& flag = At("SetFlag", event, id, site);
  if (flag.set) {
    Fail("SetFlag", site,
         Text("flag ", FlagName(event, id), " is already set (at ", ascendc::At(flag.site),
              ") and was not waited for; each SetFlag needs one WaitFlag<HardEvent::", HardEventName(event),
              "> before the next"));
  }
  flag.set = true;
  flag.site = site;
  flag.token = watch.Publish(PipesOf(event).from);
}

void FlagTable::Wait(HardEvent event, std::int32_t id, Watch& watch, Site site) {
  Flag& flag = At("WaitFlag", event, id, site);
  if (!flag.set) {
    Fail("WaitFlag", site,
         Text("flag ", FlagName(event, id), " is not set by any earlier SetFlag<HardEvent::",
              HardEventName(event), ">(", id, "): the wait never ends"));
  }
  flag.set = false;
  watch.Join(PipesOf(event).to, flag.token);
}

int FlagTable::FirstFree(const char* call, HardEvent event, Site site) const {
  const auto& flags = flags_[static_cast<int>(event)];
  for (int id = 0; id < kEventIdCount; ++id) {
    if (!flags[id].allocated) return id;
  }
  Fail(call, site,
       Text("all ", kEventIdCount, " event ids of ", HardEventName(event),
            " are in use; give one back with ReleaseEventID"));
}

std::int8_t FlagTable::Alloc(HardEvent event, Site site) {
  const int id = FirstFree("AllocEventID", event, site);
  flags_[static_cast<int>(event)][id].allocated = true;
  return static_cast<std::int8_t>(id);
}

void FlagTable::Release(HardEvent event, std::int32_t id, Site site) {
  Flag& flag = At("ReleaseEventID", event, id, site);
  if (!flag.allocated) {
    Fail("ReleaseEventID", site,
         Text("event id ", FlagName(event, id), " was not given out by AllocEventID"));
  }
  flag.allocated = false;
}

std::int8_t FlagTable::Fetch(HardEvent event, Site site) const {
  return static_cast<std::int8_t>(FirstFree("FetchEventID", event, site));
}

void FlagTable::CheckTurns(const char* call, Site site) const {
  if (!turns_allowed_) Fail(call, site, "InitDetermineComputeWorkspace comes first");
}

void FlagTable::CheckAtEnd() const {
  for (int event = 0; event < static_cast<int>(HardEvent::MAX); ++event) {
    for (int id = 0; id < kEventIdCount; ++id) {
      const Flag& flag = flags_[event][id];
      if (!flag.set) continue;
      Fail("SetFlag", flag.site,
           Text("flag ", FlagName(static_cast<HardEvent>(event), id),
                " is still set when the kernel ends and leaks into the next kernel; add the WaitFlag"));
    }
  }
}

void SetFlag(HardEvent event, std::int32_t id, Site site) {
  RunningBlock& block = CurrentBlock();
  if (block.watch().is_on()) block.flags().Set(event, id, block.watch(), site);
}

void WaitFlag(HardEvent event, std::int32_t id, Site site) {
  RunningBlock& block = CurrentBlock();
  if (block.watch().is_on()) block.flags().Wait(event, id, block.watch(), site);
}

// Instructions take effect in program order, which orders the pipes already: barriers matter to those who
// watch.
void PipeBarrier(pipe_t pipe, Site) {
  RunningBlock& block = CurrentBlock();
  if (block.watch().is_on()) block.watch().Barrier(pipe);
}

void DataBarrier(BarrierScope scope, Site site) {
  if (scope > BarrierScope::kUb) {
    Fail("DataSyncBarrier", site, "this place is reserved; wait for ALL, DDR or UB");
  }
  Watch& watch = CurrentBlock().watch();
  if (!watch.is_on()) return;
  // The scalar pipe hands out the instructions of all others.
  for (const pipe_t pipe : {PIPE_V, PIPE_MTE2, PIPE_MTE3}) {
    if (pipe == PIPE_V && scope == BarrierScope::kDeviceMemory) continue;
    watch.Join(PIPE_S, watch.Publish(pipe));
  }
}

std::int8_t AllocEventId(HardEvent event, Site site) { return CurrentBlock().flags().Alloc(event, site); }
void ReleaseEventId(HardEvent event, std::int8_t id, Site site) {
  CurrentBlock().flags().Release(event, id, site);
}
std::int8_t FetchEventId(HardEvent event, Site site) { return CurrentBlock().flags().Fetch(event, site); }

}  // namespace cann_emulator::ascendc
