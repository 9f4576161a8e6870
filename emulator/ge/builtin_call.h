// SPDX-License-Identifier: Apache-2.0
// One call of a built-in operator with known descriptions, run by the stream's thread.
#pragma once

#include <vector>

#include "ge/graph_ir.h"

namespace cann_emulator::engine {

struct BuiltinCall {
  const Node* node = nullptr;
  std::vector<Value> inputs;
  std::vector<Value> outputs;  // the memory to write

  // Computes into `outputs`. An operator whose result differs from what inference said fails.
  Status Run() const;
};

}  // namespace cann_emulator::engine
