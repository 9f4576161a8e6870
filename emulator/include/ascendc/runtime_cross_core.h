// SPDX-License-Identifier: Apache-2.0
// What cross_core.h asks of libascendc_runtime.so. A wait that can never end is reported as a deadlock.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ascendc/runtime.h"

namespace cann_emulator::ascendc {

struct SyncWorkspace {
  Global gm;
  Local ub;
};

CANN_EMULATOR_ASCENDC_API void SyncAll(Site site);
CANN_EMULATOR_ASCENDC_API void SyncAll(SyncWorkspace workspace, std::int32_t used_cores, Site site);
CANN_EMULATOR_ASCENDC_API void CrossCoreSetFlag(pipe_t pipe, std::uint16_t id, Site site);
CANN_EMULATOR_ASCENDC_API void CrossCoreWaitFlag(std::uint16_t id, Site site);
CANN_EMULATOR_ASCENDC_API void IbSet(SyncWorkspace workspace, std::int32_t block, std::int32_t event,
                                     Site site);
CANN_EMULATOR_ASCENDC_API void IbWait(SyncWorkspace workspace, std::int32_t block, std::int32_t event,
                                      Site site);
CANN_EMULATOR_ASCENDC_API void InitTurns(SyncWorkspace workspace, Site site);
CANN_EMULATOR_ASCENDC_API void WaitPreBlock(SyncWorkspace workspace, Site site);
CANN_EMULATOR_ASCENDC_API void NotifyNextBlock(SyncWorkspace workspace, Site site);

// A GroupBarrier.
struct Group {
  std::byte* workspace;
  std::uint32_t arrive_size;
  std::uint32_t wait_size;
};
constexpr std::uint64_t GroupBytes(const Group& group) { return std::uint64_t{512} * group.wait_size; }

CANN_EMULATOR_ASCENDC_API void CheckGroup(const Group& group, Site site);
CANN_EMULATOR_ASCENDC_API void Arrive(const Group& group, std::uint32_t index, Site site);
CANN_EMULATOR_ASCENDC_API void WaitForGroup(const Group& group, std::uint32_t index, Site site);

CANN_EMULATOR_ASCENDC_API void LockMutex(pipe_t pipe, std::uint8_t id, Site site);
CANN_EMULATOR_ASCENDC_API void UnlockMutex(pipe_t pipe, std::uint8_t id, Site site);
CANN_EMULATOR_ASCENDC_API std::uint8_t AllocMutex(Site site);
CANN_EMULATOR_ASCENDC_API void ReleaseMutex(std::uint8_t id, Site site);

}  // namespace cann_emulator::ascendc
