// SPDX-License-Identifier: Apache-2.0
// Synchronisation between the blocks of a launch, which must all run at once: no more blocks than vector
// cores. Limits and sizes are those of the public API reference (inter-core synchronisation).
#pragma once

#include <cstdint>
#include <type_traits>

#include "ascendc/global_tensor.h"
#include "ascendc/local_tensor.h"
#include "ascendc/runtime_cross_core.h"

namespace AscendC {

// Waits until every block has come here; all pipes have finished before.
template <bool isAIVOnly = true>
void SyncAll(detail::Site site = detail::Site::Here()) {
  detail::SyncAll(site);
}

// gmWorkspace: zeros, 32 bytes for each core; ubWorkspace: 32 bytes for each core. usedCores: how many blocks
// take part, from block 0 on; 0: all.
template <bool isAIVOnly = true>
void SyncAll(const GlobalTensor<std::int32_t>& gmWorkspace, const LocalTensor<std::int32_t>& ubWorkspace,
             std::int32_t usedCores = 0, detail::Site site = detail::Site::Here()) {
  detail::SyncAll({gmWorkspace.Memory(), ubWorkspace.Memory()}, usedCores, site);
}

// Mode 0: a counter for each block goes up when all blocks have set the flag. Modes 1 and 2 are for the
// vector and cube cores of one AI core; a vector launch has no such groups.
template <std::uint8_t modeId, pipe_t pipe>
void CrossCoreSetFlag(std::uint16_t flagId, detail::Site site = detail::Site::Here()) {
  static_assert(modeId == 0,
                "CrossCoreSetFlag: modes 1 and 2 order the cores of one AI core, but a vector kernel has one "
                "core a block; use mode 0");
  static_assert(pipe != PIPE_S && pipe != PIPE_ALL, "CrossCoreSetFlag: pipe must not be PIPE_S or PIPE_ALL");
  detail::CrossCoreSetFlag(pipe, flagId, site);
}

template <std::uint8_t modeId = 0, pipe_t pipe = PIPE_S>
void CrossCoreWaitFlag(std::uint16_t flagId, detail::Site site = detail::Site::Here()) {
  static_assert(
      modeId == 0,
      "CrossCoreWaitFlag: modes 1 and 2 order the cores of one AI core, but a vector kernel has one "
      "core a block; use mode 0");
  detail::CrossCoreWaitFlag(flagId, site);
}

// The event `eventID` of block `blockIdx`: IBSet sets it, IBWait in another block waits for it and clears it.
// gmWorkspace: zeros, 32 bytes for each core and event; ubWorkspace: 32 bytes.
template <bool isAIVOnly = true>
void IBSet(const GlobalTensor<std::int32_t>& gmWorkspace, const LocalTensor<std::int32_t>& ubWorkspace,
           std::int32_t blockIdx, std::int32_t eventID, detail::Site site = detail::Site::Here()) {
  detail::IbSet({gmWorkspace.Memory(), ubWorkspace.Memory()}, blockIdx, eventID, site);
}
template <bool isAIVOnly = true>
void IBWait(const GlobalTensor<std::int32_t>& gmWorkspace, const LocalTensor<std::int32_t>& ubWorkspace,
            std::int32_t blockIdx, std::int32_t eventID, detail::Site site = detail::Site::Here()) {
  detail::IbWait({gmWorkspace.Memory(), ubWorkspace.Memory()}, blockIdx, eventID, site);
}

// Blocks go one after the other: WaitPreBlock waits for the NotifyNextBlock of the block before.
// gmWorkspace: 32 bytes for each block; ubWorkspace: 32 bytes for each block and 32 more.
inline void InitDetermineComputeWorkspace(GlobalTensor<std::int32_t>& gmWorkspace,
                                          LocalTensor<std::int32_t>& ubWorkspace,
                                          detail::Site site = detail::Site::Here()) {
  detail::InitTurns({gmWorkspace.Memory(), ubWorkspace.Memory()}, site);
}
inline void WaitPreBlock(GlobalTensor<std::int32_t>& gmWorkspace, LocalTensor<std::int32_t>& ubWorkspace,
                         detail::Site site = detail::Site::Here()) {
  detail::WaitPreBlock({gmWorkspace.Memory(), ubWorkspace.Memory()}, site);
}
inline void NotifyNextBlock(GlobalTensor<std::int32_t>& gmWorkspace, LocalTensor<std::int32_t>& ubWorkspace,
                            detail::Site site = detail::Site::Here()) {
  detail::NotifyNextBlock({gmWorkspace.Memory(), ubWorkspace.Memory()}, site);
}

enum class PipeMode : std::uint8_t { SCALAR_MODE, MTE3_MODE, MAX };

// waitSizeIn blocks wait until arriveSizeIn other blocks have arrived. groupWorkspace: zeros, aligned to 512
// bytes, GetWorkspaceLen() bytes.
template <PipeMode pipeMode>
class GroupBarrier {
  static_assert(pipeMode == PipeMode::MTE3_MODE, "GroupBarrier: only PipeMode::MTE3_MODE is supported");

 public:
  GroupBarrier(__gm__ std::uint8_t* groupWorkspace, std::uint32_t arriveSizeIn, std::uint32_t waitSizeIn,
               detail::Site site = detail::Site::Here())
      : group_{reinterpret_cast<std::byte*>(groupWorkspace), arriveSizeIn, waitSizeIn} {
    detail::CheckGroup(group_, site);
  }

  // arriveIndex: 0..arriveSizeIn-1, waitIndex: 0..waitSizeIn-1.
  void Arrive(std::uint32_t arriveIndex, detail::Site site = detail::Site::Here()) {
    detail::Arrive(group_, arriveIndex, site);
  }
  void Wait(std::uint32_t waitIndex, detail::Site site = detail::Site::Here()) {
    detail::WaitForGroup(group_, waitIndex, site);
  }
  std::uint64_t GetWorkspaceLen() const { return detail::GroupBytes(group_); }

 private:
  detail::Group group_;
};

using MutexID = std::uint8_t;

// Orders the pipes of one block: what a pipe gets between Lock and Unlock starts after what the pipe that had
// the mutex before got in between. Of dav-3510; ids 0..27.
class Mutex {
  template <pipe_t pipe>
  static constexpr bool kAvailable = __NPU_ARCH__ == 3510;

 public:
  template <pipe_t pipe>
  static void Lock(MutexID id, detail::Site site = detail::Site::Here()) {
    static_assert(kAvailable<pipe>, "Mutex belongs to dav-3510; on dav-2201 use SetFlag and WaitFlag");
    detail::LockMutex(pipe, id, site);
  }
  template <pipe_t pipe>
  static void Unlock(MutexID id, detail::Site site = detail::Site::Here()) {
    static_assert(kAvailable<pipe>, "Mutex belongs to dav-3510; on dav-2201 use SetFlag and WaitFlag");
    detail::UnlockMutex(pipe, id, site);
  }
};

inline MutexID AllocMutexID(detail::Site site = detail::Site::Here()) { return detail::AllocMutex(site); }
inline void ReleaseMutexID(MutexID id, detail::Site site = detail::Site::Here()) {
  detail::ReleaseMutex(id, site);
}

}  // namespace AscendC
