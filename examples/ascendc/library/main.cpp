// SPDX-License-Identifier: Apache-2.0
// Plain C++: linked with the kernel's library, static or shared, or with its object.
#include "../device.h"
#include "../expect.h"
#include "scale.h"

int main() {
  constexpr std::uint32_t kCount = 800;
  const Device device;
  const auto x = Generate<float>(kCount, [](std::size_t i) { return i; });
  const DeviceArray<float> in(x), out(kCount);
  LaunchScale(in.address(), out.address(), kCount, 4.0F, device.stream());
  device.Wait();
  Expectations expectations;
  expectations.Equal("scale", out.Get(), [&](std::size_t i) { return 4 * x[i]; });
  return expectations.ExitCode();
}
