// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/core/Device.h>

namespace cann_emulator::aten {

// Waits until everything queued so far on the device's current stream, torch_npu's task queue included, has
// run. Errors of that work are thrown here.
void WaitForStream(c10::Device device);

}  // namespace cann_emulator::aten
