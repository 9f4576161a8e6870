// SPDX-License-Identifier: Apache-2.0
// One operand of a vector instruction.
#pragma once

#include <cstdint>

#include "ascendc/memory_map.h"
#include "ascendc/runtime.h"

namespace cann_emulator::ascendc {

// Where it starts, and how its blocks lie in repeats.
struct VectorOperand {
  const char* name;
  Local memory;
  std::uint32_t element_size;
  LaneStride stride;

  std::uint32_t LanesPerBlock() const { return kBlockBytes / element_size; }
  std::uint64_t OffsetOf(std::uint64_t repeat, std::uint32_t lane) const {
    const std::uint32_t block = lane / LanesPerBlock();
    const std::uint64_t blocks = repeat * stride.repeat + std::uint64_t{block} * stride.block;
    return blocks * kBlockBytes + lane % LanesPerBlock() * element_size;
  }
};

}  // namespace cann_emulator::ascendc
