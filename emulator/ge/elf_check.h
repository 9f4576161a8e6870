// SPDX-License-Identifier: Apache-2.0
// Whether a file is a whole shared library of this machine. The dynamic linker maps what the headers name
// without looking whether the file holds it: a truncated library ends the process with a bus error.
#pragma once

#include <filesystem>
#include <string>

namespace cann_emulator::engine {

// Empty, or what is wrong with the file. Its code is not run.
std::string CheckSharedLibrary(const std::filesystem::path& file);

}  // namespace cann_emulator::engine
