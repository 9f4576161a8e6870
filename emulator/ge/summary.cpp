// SPDX-License-Identifier: Apache-2.0
#include "ge/summary.h"

namespace ge {

std::shared_ptr<CompiledGraphSummary> CompiledGraphSummary::Builder::Build(
    const std::shared_ptr<const cann_emulator::engine::CompiledGraph>& graph, std::size_t feature_size) {
  auto summary = std::make_shared<CompiledGraphSummary>();
  summary->data_ = std::make_unique<SummaryData>(SummaryData{graph, feature_size});
  return summary;
}

CompiledGraphSummary::~CompiledGraphSummary() = default;

bool CompiledGraphSummary::IsStatic() const { return data_->graph->is_static; }

graphStatus CompiledGraphSummary::GetConstMemorySize(std::size_t& size) const {
  size = data_->graph->const_size;
  return GRAPH_SUCCESS;
}

graphStatus CompiledGraphSummary::GetFeatureMemorySize(std::size_t& size) const {
  size = data_->feature_size;
  return GRAPH_SUCCESS;
}

graphStatus CompiledGraphSummary::GetFixedFeatureMemorySize(std::size_t& size) const {
  size = 0;  // no part of the feature memory has to stay in place
  return GRAPH_SUCCESS;
}

graphStatus CompiledGraphSummary::GetRefreshableFeatureMemorySize(std::size_t& size) const {
  size = data_->feature_size;
  return GRAPH_SUCCESS;
}

graphStatus CompiledGraphSummary::GetFeatureMemoryBaseRefreshable(bool& refreshable) const {
  refreshable = data_->graph->options.feature_base_refreshable;
  return GRAPH_SUCCESS;
}

graphStatus CompiledGraphSummary::GetOutputShapes(std::vector<Shape>& shapes) const {
  for (const auto& output : data_->graph->outputs) {
    shapes.emplace_back(output.dims);
  }
  return GRAPH_SUCCESS;
}

graphStatus CompiledGraphSummary::GetOutputDtypes(std::vector<DataType>& dtypes) const {
  for (const auto& output : data_->graph->outputs) {
    dtypes.push_back(output.dtype);
  }
  return GRAPH_SUCCESS;
}

}  // namespace ge
