// SPDX-License-Identifier: Apache-2.0
// What the nodes of graphs made, for CANN_EMULATOR_COMPARE (cann_emulator/compare.py).
#pragma once

#include <cstdint>

#include "ge/graph_ir.h"

namespace cann_emulator::engine {

// Whether values are to be kept. Off, a node costs one look at it.
bool CapturesValues();

// Keeps a copy of the dense value at `data`, called by the stream's thread when it is there. Thread-safe.
void CaptureValue(const Node& node, std::size_t output, const ValueInfo& info, const void* data);

}  // namespace cann_emulator::engine

extern "C" {

struct cann_emulator_captured {
  const char* node;
  std::uint64_t output;
  std::int64_t dtype;  // ge::DataType
  std::uint64_t rank;
  const std::int64_t* dims;
  const void* data;
  std::uint64_t size;  // bytes
};

// From now on values are kept, or no longer; those kept before are let go of.
CANN_EMULATOR_API void cann_emulator_capture_values(int on);
// Value number `index` since, in the order of execution, valid until the next call of the function above.
// False behind the last one. No graph may run.
CANN_EMULATOR_API bool cann_emulator_captured_value(std::uint64_t index, cann_emulator_captured* value);
}
