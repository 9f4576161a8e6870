// SPDX-License-Identifier: Apache-2.0
// What is known of a graph once it is compiled.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "graph/ge_error_codes.h"
#include "graph/tensor.h"

namespace ge {

class CompiledGraphSummary {
 public:
  class Builder;
  class SummaryData;
  ~CompiledGraphSummary();

  // True when every shape of the graph is known.
  bool IsStatic() const;
  // Bytes of device memory; the caller may give the memory (Session::Set/UpdateGraph...Base).
  graphStatus GetConstMemorySize(std::size_t& size) const;
  graphStatus GetFeatureMemorySize(std::size_t& size) const;
  graphStatus GetFixedFeatureMemorySize(std::size_t& size) const;
  graphStatus GetRefreshableFeatureMemorySize(std::size_t& size) const;
  // True when the feature memory may be another one after each run.
  graphStatus GetFeatureMemoryBaseRefreshable(bool& refreshable) const;
  // Unknown dimensions are -1, an unknown rank is the single dimension -2.
  graphStatus GetOutputShapes(std::vector<Shape>& shapes) const;
  graphStatus GetOutputDtypes(std::vector<DataType>& dtypes) const;

 private:
  std::unique_ptr<SummaryData> data_;
};

}  // namespace ge
