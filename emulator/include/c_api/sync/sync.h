// SPDX-License-Identifier: Apache-2.0
// The C API's synchronisation: SetFlag, WaitFlag, PipeBarrier, DataSyncBarrier.
#pragma once

#include "c_api/operands.h"

// Whose memory accesses asc_sync_data_barrier waits for.
enum mem_dsb_t : std::uint8_t { DSB_ALL, DSB_DDR, DSB_UB, DSB_SEQ };

inline void asc_sync_notify(pipe_t pipe, pipe_t tpipe, std::int32_t id, CANN_EMULATOR_C_SITE) {
  set_flag(pipe, tpipe, id, site);
}
inline void asc_sync_wait(pipe_t pipe, pipe_t tpipe, std::int32_t id, CANN_EMULATOR_C_SITE) {
  wait_flag(pipe, tpipe, id, site);
}
inline void asc_sync_pipe(pipe_t pipe, CANN_EMULATOR_C_SITE) { pipe_barrier(pipe, site); }
// Between all pipes; asc_sync_vec is documented as the same.
inline void asc_sync(CANN_EMULATOR_C_SITE) { pipe_barrier(PIPE_ALL, site); }
inline void asc_sync_vec(CANN_EMULATOR_C_SITE) { pipe_barrier(PIPE_ALL, site); }
inline void asc_sync_data_barrier(mem_dsb_t arg, CANN_EMULATOR_C_SITE) {
  ::cann_emulator::ascendc::DataBarrier(static_cast<::cann_emulator::ascendc::BarrierScope>(arg), site);
}
// As Mutex::Lock and Mutex::Unlock, with their ids (0..27); of dav-3510. The documentation's third argument,
// ASC_LOCK_NON_BLOCK, is not emulated.
template <class Pipe>
void asc_lock(Pipe pipe, std::uint8_t mutex_id, CANN_EMULATOR_C_SITE) {
  CANN_EMULATOR_ON_DAV_3510(asc_lock, Pipe);
  AscendC::detail::LockMutex(pipe, mutex_id, site);
}
template <class Pipe>
void asc_unlock(Pipe pipe, std::uint8_t mutex_id, CANN_EMULATOR_C_SITE) {
  CANN_EMULATOR_ON_DAV_3510(asc_unlock, Pipe);
  AscendC::detail::UnlockMutex(pipe, mutex_id, site);
}
