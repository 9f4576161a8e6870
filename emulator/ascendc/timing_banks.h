// SPDX-License-Identifier: Apache-2.0
// Bank conflicts of vector instructions in UB, on dav-2201.
#pragma once

#include <cstdint>

#include "ascendc/runtime.h"

namespace cann_emulator::ascendc {

// One operand of a repeat: its first byte in UB and the blocks between the eight blocks it takes.
struct BankOperand {
  std::uint64_t address = 0;
  std::uint32_t block_stride = 1;
  std::uint32_t blocks = kRepeatBytes / kBlockBytes;
};

// Cycles that one repeat takes. UB has 16 bank groups of three banks; consecutive blocks of 32 bytes lie in
// consecutive groups, and 64 KiB further the same groups have their next bank. A group serves one read and
// one write of 32 bytes a cycle, unless both meet in one bank (`read_write_conflict` cycles). A source that
// is the destination itself costs nothing.
double CyclesPerRepeat(const BankOperand& destination, const BankOperand* sources, int source_count,
                       double read_write_conflict);

}  // namespace cann_emulator::ascendc
