// SPDX-License-Identifier: Apache-2.0
// GE as a whole: initialisation and the device that synchronous runs use.
#pragma once

#include "acl/runtime.h"

namespace cann_emulator::engine {

// Makes the calling thread use the device that GEInitialize named, unless it already uses one.
Status EnsureDevice();

}  // namespace cann_emulator::engine
