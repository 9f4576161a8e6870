// SPDX-License-Identifier: Apache-2.0
// The lower-case spellings of synchronisation and of the special registers.
#pragma once

#include <cstdint>

#include "ascendc/runtime.h"

// SetFlag and WaitFlag of the event from pipe `from` to pipe `to`.
inline void set_flag(pipe_t from, pipe_t to, std::int32_t id,
                     ::cann_emulator::ascendc::Site site = ::cann_emulator::ascendc::Site::Here()) {
  ::cann_emulator::ascendc::SetFlag(::cann_emulator::ascendc::EventBetween("set_flag", from, to, site), id,
                                    site);
}
inline void wait_flag(pipe_t from, pipe_t to, std::int32_t id,
                      ::cann_emulator::ascendc::Site site = ::cann_emulator::ascendc::Site::Here()) {
  ::cann_emulator::ascendc::WaitFlag(::cann_emulator::ascendc::EventBetween("wait_flag", from, to, site), id,
                                     site);
}
inline void pipe_barrier(pipe_t pipe,
                         ::cann_emulator::ascendc::Site site = ::cann_emulator::ascendc::Site::Here()) {
  ::cann_emulator::ascendc::PipeBarrier(pipe, site);
}

inline void set_mask_count() { ::cann_emulator::ascendc::SetCounterMode(true); }
inline void set_mask_norm() { ::cann_emulator::ascendc::SetCounterMode(false); }
inline void set_vector_mask(std::uint64_t high, std::uint64_t low) {
  ::cann_emulator::ascendc::SetMaskRegister(low, high);
}
inline std::int64_t get_block_idx() { return ::cann_emulator::ascendc::BlockIndex(); }
inline std::int64_t get_block_num() { return ::cann_emulator::ascendc::BlockCount(); }
inline std::int64_t get_subblockid() { return 0; }
