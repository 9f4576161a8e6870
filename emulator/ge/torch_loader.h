// SPDX-License-Identifier: Apache-2.0
// The torch whose CPU kernels compute the built-in operators, in a process that has not imported it.
#pragma once

#include "acl/runtime.h"

namespace cann_emulator {

// Loads libtorch_cpu.so unless the process has it. It is looked for in the folder that CANN_EMULATOR_TORCH
// names (a torch package, or libtorch), beside the installed emulator, and where the emulator's build found
// it.
Status LoadTorch();

}  // namespace cann_emulator
