// SPDX-License-Identifier: Apache-2.0
#include "acl/sibling.h"

#include <dlfcn.h>

namespace cann_emulator {

std::string SiblingPath(const char* name) {
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(&SiblingPath), &info) == 0 || info.dli_fname == nullptr) return name;
  const std::string self = info.dli_fname;
  return self.substr(0, self.rfind('/') + 1) + name;
}

}  // namespace cann_emulator
