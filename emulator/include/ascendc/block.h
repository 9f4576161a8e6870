// SPDX-License-Identifier: Apache-2.0
// The running block: its index, the number of blocks, and the clock.
#pragma once

#include <cstdint>

#include "ascendc/api.h"
#include "ascendc/site.h"

namespace cann_emulator::ascendc {

CANN_EMULATOR_ASCENDC_API std::int64_t BlockIndex();
CANN_EMULATOR_ASCENDC_API std::int64_t BlockCount();
CANN_EMULATOR_ASCENDC_API std::int64_t SystemCycle();
CANN_EMULATOR_ASCENDC_API void InitSocState(Site site);

// block_idx and block_num are read like variables; as objects, unlike macros, they can be shadowed.
struct BlockIndexVariable {
  operator std::int64_t() const { return BlockIndex(); }
};
struct BlockCountVariable {
  operator std::int64_t() const { return BlockCount(); }
};

}  // namespace cann_emulator::ascendc

inline constexpr ::cann_emulator::ascendc::BlockIndexVariable block_idx;
inline constexpr ::cann_emulator::ascendc::BlockCountVariable block_num;

namespace AscendC {

inline std::int64_t GetBlockIdx() { return ::cann_emulator::ascendc::BlockIndex(); }
inline std::int64_t GetBlockNum() { return ::cann_emulator::ascendc::BlockCount(); }
// A vector-only launch has one vector core per block.
inline std::int64_t GetSubBlockIdx() { return 0; }
inline std::int64_t GetSubBlockNum() { return 1; }
inline std::int64_t GetTaskRation() { return 1; }

// A 50 MHz counter.
inline std::int64_t GetSystemCycle() { return ::cann_emulator::ascendc::SystemCycle(); }

// Puts the core into its initial state; kernels with static tensors begin with it.
inline void InitSocState(::cann_emulator::ascendc::Site site = ::cann_emulator::ascendc::Site::Here()) {
  ::cann_emulator::ascendc::InitSocState(site);
}

}  // namespace AscendC
