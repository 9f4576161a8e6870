// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ascendc/fault.h"

namespace cann_emulator::ascendc {

class RunningBlock;

// Throws the KernelFailure that tells the kernel's author what its own C++ did, where, and what would mend
// it.
[[noreturn]] void ReportFault(RunningBlock& block, const Fault& fault);

}  // namespace cann_emulator::ascendc
