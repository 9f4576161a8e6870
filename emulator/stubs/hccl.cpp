// SPDX-License-Identifier: Apache-2.0
// TorchAir sets HCCL's options before every run, whether or not the graph communicates.
#include <cstdint>

#include "acl/runtime.h"

// Sets whether communication is deterministic. There is none (Hccl* fail by name), so every value holds.
// Returns a HcclResult: 0 is success.
extern "C" CANN_EMULATOR_API int HcclSetConfig(int, std::int64_t) { return 0; }
