// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "acl/runtime.h"

namespace cann_emulator {

// The path of a library in the folder of libascendcl.so, where all the emulator's libraries are.
CANN_EMULATOR_API std::string SiblingPath(const char* name);

}  // namespace cann_emulator
