// SPDX-License-Identifier: Apache-2.0
// What ge::CompiledGraphSummary holds.
#pragma once

#include <memory>

#include "ge/compiled_graph.h"
#include "ge/ge_graph_compile_summary.h"

namespace ge {

class CompiledGraphSummary::SummaryData {
 public:
  std::shared_ptr<const cann_emulator::engine::CompiledGraph> graph;
  std::size_t feature_size = 0;
};

class CompiledGraphSummary::Builder {
 public:
  static std::shared_ptr<CompiledGraphSummary> Build(
      const std::shared_ptr<const cann_emulator::engine::CompiledGraph>& graph, std::size_t feature_size);
};

}  // namespace ge
