// SPDX-License-Identifier: Apache-2.0
// Runs a compiled graph on a stream.
#pragma once

#include <memory>
#include <vector>

#include "ge/compiled_graph.h"
#include "ge/device_memory.h"
#include "graph/tensor.h"

namespace cann_emulator::engine {

struct RunRequest {
  void* stream = nullptr;
  // Memory of this run, of outputs without data, and of a static graph's intermediate values, which keep it
  // until the graph is removed.
  std::shared_ptr<::ge::Allocator> allocator;
  std::shared_ptr<::ge::Allocator> pool;  // other memory that stays until the graph is removed
  void* const_base = nullptr;             // given by the caller; null: GE's own
  void* feature_base = nullptr;           // likewise
  const std::vector<::ge::Tensor>* inputs = nullptr;
  std::vector<::ge::Tensor>* outputs = nullptr;  // one for each output of the graph
};

class Executor {
 public:
  virtual ~Executor() = default;
  // Returns when the work is on the stream. Thread-safe.
  virtual Status Run(const RunRequest& request) = 0;
};

std::unique_ptr<Executor> MakeStaticExecutor(std::shared_ptr<const CompiledGraph> graph);
std::unique_ptr<Executor> MakeDynamicExecutor(std::shared_ptr<const CompiledGraph> graph);

}  // namespace cann_emulator::engine
