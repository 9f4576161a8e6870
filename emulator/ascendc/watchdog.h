// SPDX-License-Identifier: Apache-2.0
// Ends blocks that go on for ever in the kernel's own C++.
#pragma once

#include <optional>

namespace cann_emulator::ascendc {

// CANN_EMULATOR_TIMEOUT: seconds that a block may take.
std::optional<double> BlockTimeout();

// How long a block may go on after Ctrl-C.
constexpr int kSecondsAfterInterrupt = 1;

// To be called once, before the first block. From then on blocks are stopped (TryToStop) that take longer
// than BlockTimeout(), and those that do not end after a SIGINT, if the program goes on after one as Python
// does.
void StartWatchdog();

}  // namespace cann_emulator::ascendc
