// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "acl/runtime.h"

namespace cann_emulator {

// In a process that has torch_npu loaded: loads libcann_emulator_aten.so from this library's folder, which
// registers the operators on npu tensors that torch_npu leaves to a library the emulator does not have. Does
// nothing elsewhere, where that library does not exist, or with CANN_EMULATOR_ATEN=off.
Status LoadAten();

}  // namespace cann_emulator
