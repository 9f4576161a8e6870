// SPDX-License-Identifier: Apache-2.0
// The C API's system variables: the block and its core.
#pragma once

#include "c_api/operands.h"

inline void asc_init() { AscendC::InitSocState(); }
inline std::int64_t asc_get_block_idx() { return AscendC::GetBlockIdx(); }
inline std::int64_t asc_get_block_num() { return AscendC::GetBlockNum(); }
inline std::int64_t asc_get_sub_block_id() { return AscendC::GetSubBlockIdx(); }
inline std::int64_t asc_get_sub_block_num() { return AscendC::GetSubBlockNum(); }
inline std::int64_t asc_get_system_cycle() { return AscendC::GetSystemCycle(); }
// The address in UB `offset` bytes from its start, to be cast to a pointer.
inline std::uint64_t asc_get_phy_buf_addr(std::uint64_t offset, CANN_EMULATOR_C_SITE) {
  return ::cann_emulator::ascendc::UbAddress(offset, site);
}
