// SPDX-License-Identifier: Apache-2.0
// The arrays that a kernel declares in UB, laid out from address 0 in the order in which the block meets
// them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ascendc/runtime.h"

namespace cann_emulator::ascendc {

class UbArrays {
 public:
  Local Take(const char* name, std::uint64_t size, Site site);
  // From `address` to the end of its array; to the end of UB where the kernel has none. Fails where it has
  // some, but none there.
  Local From(const char* call, std::uint32_t address, Site site) const;

 private:
  struct Array {
    std::string name;
    Site site;
    Local memory;
  };
  std::vector<Array> arrays_;
};

}  // namespace cann_emulator::ascendc
