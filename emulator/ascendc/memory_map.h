// SPDX-License-Identifier: Apache-2.0
// Range checks: what an instruction may touch in UB and in device memory.
#pragma once

#include <array>
#include <cstdint>

#include "acl/runtime.h"
#include "ascendc/runtime.h"

namespace cann_emulator::ascendc {

// The device allocations that a block has touched lately, so that most checks need no look-up.
class MemoryMap {
 public:
  // The allocation that holds the address; null where none does. The result is valid until the next call.
  const Allocation* Find(const std::byte* address);

 private:
  std::array<Allocation, 4> recent_{};
  std::size_t next_ = 0;
};

// One operand of an instruction, for the report.
struct Access {
  const char* instruction;
  const char* operand;  // "destination", "source", ...
  Site site;
};

// Throws unless [offset, offset + size) lies in the tensor and the tensor's start is aligned to `alignment`.
void CheckLocal(const Access& access, Local tensor, std::uint64_t offset, std::uint64_t size,
                std::uint32_t alignment);

// Throws unless the bytes lie in the tensor and in one device allocation.
void CheckGlobal(const Access& access, Global tensor, std::uint64_t offset, std::uint64_t size,
                 std::uint32_t alignment);

}  // namespace cann_emulator::ascendc
