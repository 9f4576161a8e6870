// SPDX-License-Identifier: Apache-2.0
// SyncAll, CrossCoreSetFlag, IBSet, NotifyNextBlock, GroupBarrier and their waits.
#include <algorithm>
#include <cstring>

#include "acl/runtime.h"
#include "ascendc/failure.h"
#include "ascendc/memory_map.h"
#include "ascendc/running_block.h"
#include "ascendc/runtime_cross_core.h"

namespace cann_emulator::ascendc {

namespace {

using Kind = Meeting::Kind;
using Key = Meeting::Key;

constexpr int kLastFlag = 10;            // of dav-2201
constexpr std::uint64_t kMostSets = 15;  // of a flag, ahead of its waits
constexpr std::uint64_t kGroupAlignment = 512;

std::uint64_t AddressOf(const std::byte* memory) { return reinterpret_cast<std::uint64_t>(memory); }

// The running block, which may wait for others: they must all run at once.
RunningBlock& MeetingBlock(const char* call, Site site) {
  RunningBlock& block = CurrentBlock();
  const SocInfo& soc = CurrentSoc();
  if (block.count() > soc.vector_core_count) {
    Fail(call, site,
         Text("the launch has ", block.count(), " blocks, but ", soc.name, " has ", soc.vector_core_count,
              " vector cores: blocks that wait for each other must all run at once; launch fewer"));
  }
  return block;
}

void CheckIndex(const char* call, const char* what, std::int64_t index, std::int64_t count, Site site) {
  if (index < 0 || index >= count) {
    Fail(call, site, Text(what, " is ", index, "; it must be in 0..", count - 1));
  }
}

// The memory holds `bytes` and, where nothing initialises it, zeros.
void CheckWorkspace(const char* call, const SyncWorkspace& workspace, std::uint64_t gm_bytes,
                    std::uint64_t ub_bytes, bool zeros, Site site) {
  if (!CurrentBlock().checked()) return;
  CheckGlobal({call, "gmWorkspace", site}, workspace.gm, 0, gm_bytes, sizeof(std::int32_t));
  CheckLocal({call, "ubWorkspace", site}, workspace.ub, 0, ub_bytes, kBlockBytes);
  if (!zeros) return;
  const std::byte* begin = workspace.gm.address;
  if (std::any_of(begin, begin + gm_bytes, [](std::byte byte) { return byte != std::byte{0}; })) {
    Fail(call, site, "gmWorkspace holds bytes that are not 0; clear it on the host before the launch");
  }
}

std::vector<Key> OfBlocks(Kind kind, std::uint64_t place, std::int64_t blocks, std::int64_t event = 0) {
  std::vector<Key> keys;
  for (std::int64_t block = 0; block < blocks; ++block) keys.push_back({kind, place, block, event});
  return keys;
}

void MeetAll(RunningBlock& block, std::uint64_t place, std::int64_t blocks, Site site) {
  Meeting& meeting = block.launch().meeting;
  const std::uint64_t turn = meeting.Signal(block, {Kind::kSyncAll, place, block.index(), 0}, PIPE_ALL);
  meeting.Await(block, OfBlocks(Kind::kSyncAll, place, blocks), turn, "SyncAll", site);
}

// An event of IBSet and IBWait, and the block that calls.
struct IbEvent {
  RunningBlock& block;
  Key set;
  Key wait;
};

IbEvent CheckedIbEvent(const char* call, const SyncWorkspace& workspace, std::int32_t index,
                       std::int32_t event, Site site) {
  RunningBlock& block = MeetingBlock(call, site);
  CheckIndex(call, "blockIdx", index, block.count(), site);
  CheckIndex(call, "eventID", event, kEventIdCount, site);
  const std::uint64_t bytes = (static_cast<std::uint64_t>(block.count()) * event + index + 1) * kBlockBytes;
  CheckWorkspace(call, workspace, bytes, kBlockBytes, true, site);
  const std::uint64_t place = AddressOf(workspace.gm.address);
  return {block, {Kind::kIbSet, place, index, event}, {Kind::kIbWait, place, index, event}};
}

}  // namespace

void SyncAll(Site site) {
  RunningBlock& block = MeetingBlock("SyncAll", site);
  MeetAll(block, 0, block.count(), site);
}

void SyncAll(SyncWorkspace workspace, std::int32_t used_cores, Site site) {
  RunningBlock& block = MeetingBlock("SyncAll", site);
  const std::int64_t blocks = used_cores == 0 ? block.count() : used_cores;
  CheckIndex("SyncAll", "usedCores", used_cores, block.count() + 1, site);
  CheckIndex("SyncAll", "the block's index", block.index(), blocks, site);
  const std::uint64_t bytes = static_cast<std::uint64_t>(blocks) * kBlockBytes;
  CheckWorkspace("SyncAll", workspace, bytes, bytes, true, site);
  MeetAll(block, AddressOf(workspace.gm.address), blocks, site);
}

void CrossCoreSetFlag(pipe_t pipe, std::uint16_t id, Site site) {
  RunningBlock& block = MeetingBlock("CrossCoreSetFlag", site);
  CheckIndex("CrossCoreSetFlag", "flagId", id, kLastFlag + 1, site);
  const std::uint64_t sets = block.launch().meeting.Signal(block, {Kind::kFlag, 0, block.index(), id}, pipe);
  if (sets > block.flags().CrossCoreWaits(id) + kMostSets) {
    Fail("CrossCoreSetFlag", site,
         Text("flag ", id, " was set ", kMostSets + 1, " times ahead of its waits; its counter ends at ",
              kMostSets));
  }
}

void CrossCoreWaitFlag(std::uint16_t id, Site site) {
  RunningBlock& block = MeetingBlock("CrossCoreWaitFlag", site);
  CheckIndex("CrossCoreWaitFlag", "flagId", id, kLastFlag + 1, site);
  const std::uint64_t turn = ++block.flags().CrossCoreWaits(id);
  block.launch().meeting.Await(block, OfBlocks(Kind::kFlag, 0, block.count(), id), turn, "CrossCoreWaitFlag",
                               site);
}

void IbSet(SyncWorkspace workspace, std::int32_t index, std::int32_t event, Site site) {
  const IbEvent ib = CheckedIbEvent("IBSet", workspace, index, event, site);
  Meeting& meeting = ib.block.launch().meeting;
  // An event that is still set is waited for first.
  const std::uint64_t turn = meeting.Turn(ib.set);
  meeting.Await(ib.block, {ib.wait}, turn - 1, "IBSet", site);
  meeting.Signal(ib.block, ib.set, PIPE_ALL);
}

void IbWait(SyncWorkspace workspace, std::int32_t index, std::int32_t event, Site site) {
  const IbEvent ib = CheckedIbEvent("IBWait", workspace, index, event, site);
  Meeting& meeting = ib.block.launch().meeting;
  const std::uint64_t turn = meeting.Turn(ib.wait);
  meeting.Await(ib.block, {ib.set}, turn, "IBWait", site);
  meeting.Signal(ib.block, ib.wait, PIPE_S);
}

void InitTurns(SyncWorkspace workspace, Site site) {
  RunningBlock& block = MeetingBlock("InitDetermineComputeWorkspace", site);
  const std::uint64_t bytes = static_cast<std::uint64_t>(block.count()) * kBlockBytes;
  CheckWorkspace("InitDetermineComputeWorkspace", workspace, bytes, bytes + kBlockBytes, false, site);
  MeetAll(block, AddressOf(workspace.gm.address), block.count(), site);
  block.flags().AllowTurns();
}

void WaitPreBlock(SyncWorkspace workspace, Site site) {
  RunningBlock& block = MeetingBlock("WaitPreBlock", site);
  block.flags().CheckTurns("WaitPreBlock", site);
  const std::uint64_t place = AddressOf(workspace.gm.address);
  Meeting& meeting = block.launch().meeting;
  const std::uint64_t turn = meeting.Turn({Kind::kNotify, place, block.index(), 0});
  // Block 0 begins each round but the first after the last block of the round before.
  const bool first = block.index() == 0;
  const std::int64_t previous = first ? block.count() - 1 : block.index() - 1;
  meeting.Await(block, {{Kind::kNotify, place, previous, 0}}, first ? turn - 1 : turn, "WaitPreBlock", site);
}

void NotifyNextBlock(SyncWorkspace workspace, Site site) {
  RunningBlock& block = MeetingBlock("NotifyNextBlock", site);
  block.flags().CheckTurns("NotifyNextBlock", site);
  block.launch().meeting.Signal(block, {Kind::kNotify, AddressOf(workspace.gm.address), block.index(), 0},
                                PIPE_ALL);
}

void CheckGroup(const Group& group, Site site) {
  constexpr const char* kCall = "GroupBarrier";
  if (group.arrive_size == 0 || group.wait_size == 0) {
    Fail(kCall, site,
         Text("arriveSizeIn is ", group.arrive_size, " and waitSizeIn ", group.wait_size,
              "; both groups need a block"));
  }
  const std::uint64_t address = AddressOf(group.workspace);
  if (address % kGroupAlignment != 0) {
    Fail(kCall, site,
         Text("groupWorkspace at device memory 0x", std::hex, address, std::dec, " is not aligned to ",
              kGroupAlignment, " bytes"));
  }
  if (CurrentBlock().checked()) {
    CheckGlobal({kCall, "groupWorkspace", site}, {group.workspace, kUnboundedSize}, 0, GroupBytes(group), 1);
  }
}

void Arrive(const Group& group, std::uint32_t index, Site site) {
  RunningBlock& block = MeetingBlock("GroupBarrier::Arrive", site);
  CheckIndex("GroupBarrier::Arrive", "arriveIndex", index, group.arrive_size, site);
  block.launch().meeting.Signal(block, {Kind::kArrive, AddressOf(group.workspace), index, 0}, PIPE_ALL);
}

void WaitForGroup(const Group& group, std::uint32_t index, Site site) {
  RunningBlock& block = MeetingBlock("GroupBarrier::Wait", site);
  CheckIndex("GroupBarrier::Wait", "waitIndex", index, group.wait_size, site);
  const std::uint64_t place = AddressOf(group.workspace);
  Meeting& meeting = block.launch().meeting;
  const std::uint64_t turn = meeting.Turn({Kind::kArrive, place, index, 0});
  meeting.Await(block, OfBlocks(Kind::kArrive, place, group.arrive_size), turn, "GroupBarrier::Wait", site);
}

}  // namespace cann_emulator::ascendc
