// SPDX-License-Identifier: Apache-2.0
// One launch as the runtime sees it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "ascendc/api.h"
#include "ascendc/site.h"

namespace cann_emulator::ascendc {

// What stands between the angle brackets, and where. The second argument is the size of the dynamic part of
// UB in bytes where it is an integer, and the reserved L2 control, which must be null, where it is a pointer.
struct LaunchConfig {
  const char* kernel = "";
  std::int64_t blocks = 0;
  std::uint64_t dynamic_ub_size = 0;
  const void* l2_control = nullptr;
  void* stream = nullptr;
  Site site;
  int npu_arch = 0;                  // that the kernel was compiled for: 2201 or 3510
  std::uint64_t headers_digest = 0;  // of the headers that it was compiled with
};

// Whether launches of this thread are recorded, to be replayed; then their arguments are noted before each.
CANN_EMULATOR_ASCENDC_API bool LaunchesAreRecorded();
CANN_EMULATOR_ASCENDC_API void NoteLaunchArgument(std::size_t number, const void* bytes, std::size_t size);

// Queues the kernel on the stream and returns at once. `body` runs once per block.
// Anything wrong with the configuration is reported when the stream reaches the launch.
CANN_EMULATOR_ASCENDC_API void LaunchKernel(const LaunchConfig& config, std::function<void()> body);

}  // namespace cann_emulator::ascendc
