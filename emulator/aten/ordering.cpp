// SPDX-License-Identifier: Apache-2.0
#include "aten/ordering.h"

#include <c10/core/impl/VirtualGuardImpl.h>

namespace cann_emulator::aten {

void WaitForStream(c10::Device device) {
  const c10::impl::VirtualGuardImpl guard(c10::DeviceType::PrivateUse1);
  guard.synchronizeStream(guard.getStream(device));
}

}  // namespace cann_emulator::aten
