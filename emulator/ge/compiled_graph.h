// SPDX-License-Identifier: Apache-2.0
// A graph with inferred shapes and dtypes.
#pragma once

#include <memory>
#include <vector>

#include "ge/graph_ir.h"
#include "ge/host_value.h"
#include "ge/options.h"

namespace cann_emulator::engine {

struct CompiledGraph {
  GraphIr ir;
  GraphOptions options;
  std::vector<std::vector<ValueInfo>> values;  // per node, per output
  std::vector<std::vector<HostValue>> known;   // per node: the outputs' values, or empty
  bool is_static = false;                      // every shape and dtype is known
  std::vector<ValueInfo> outputs;              // of the graph: inferred, or else as the model declares
  std::vector<std::size_t> const_offsets;      // per node; meaningful for kConst
  std::size_t const_size = 0;                  // bytes

  const ValueInfo& Value(const ValueRef& ref) const { return values[ref.node][ref.output]; }
};

// Memory blocks and planned tensors start at multiples of this and have room for the next one (GE's own
// rule).
constexpr std::size_t kMemoryAlignment = 512;
constexpr std::size_t AlignMemory(std::size_t size) {
  return (size + kMemoryAlignment - 1) / kMemoryAlignment * kMemoryAlignment;
}

// Binds and infers. On failure *compiled is null.
Status Compile(const std::shared_ptr<const Model>& model, const GraphOptions& options,
               std::shared_ptr<const CompiledGraph>* compiled);

// The host-readable value of a constant, or of what follows from constants and shapes; null for any other
// value.
const void* KnownData(const CompiledGraph& graph, const ValueRef& ref);

}  // namespace cann_emulator::engine
