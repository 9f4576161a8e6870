// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace cann_emulator {

// The path of a library in the folder of libascendcl.so.
std::string SiblingPath(const char* name);

}  // namespace cann_emulator
