// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace cann_emulator::engine {

// The folder of libge_runner.so: lib64 of the home in use. Empty when it cannot be found.
std::filesystem::path OwnFolder();

}  // namespace cann_emulator::engine
