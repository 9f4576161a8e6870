// SPDX-License-Identifier: Apache-2.0
#include "ge/own_folder.h"

#include <dlfcn.h>

namespace cann_emulator::engine {

std::filesystem::path OwnFolder() {
  Dl_info self;
  if (dladdr(reinterpret_cast<const void*>(&OwnFolder), &self) == 0 || self.dli_fname == nullptr) {
    return {};
  }
  return std::filesystem::path(self.dli_fname).parent_path();
}

}  // namespace cann_emulator::engine
