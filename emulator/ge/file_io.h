// SPDX-License-Identifier: Apache-2.0
// Whole files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "acl/runtime.h"

namespace cann_emulator::engine {

// Reads a regular file.
Status ReadFile(const std::string& path, std::string* bytes);

// Writes the parts one after another to a temporary file in the target's folder and renames it: readers see
// the old file or the new one, and a failure leaves the old one.
Status WriteFile(const std::string& path, const std::vector<std::string_view>& parts);

}  // namespace cann_emulator::engine
