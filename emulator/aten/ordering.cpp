// SPDX-License-Identifier: Apache-2.0
#include "aten/ordering.h"

#include <c10/core/impl/VirtualGuardImpl.h>

namespace cann_emulator::aten {
namespace {

// In the number of a stream that torch_npu did not make (torch.npu.ExternalStream, GE's in the operators that
// TorchAir generates; measured). torch_npu refuses to wait for such a stream alone.
constexpr c10::StreamId kExternal = c10::StreamId{1} << 30;

}  // namespace

void WaitForStream(c10::Device device) {
  const c10::impl::VirtualGuardImpl guard(c10::DeviceType::PrivateUse1);
  const c10::Stream stream = guard.getStream(device);
  if ((stream.id() & kExternal) != 0) {
    guard.synchronizeDevice(device.index());
  } else {
    guard.synchronizeStream(stream);
  }
}

}  // namespace cann_emulator::aten
