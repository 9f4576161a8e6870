// SPDX-License-Identifier: Apache-2.0
// Values that need no memory and no computation: the outputs of Transpose, Reshape, Split and the like, read
// in place by other built-in operators, as torch's views are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "ge/compiled_graph.h"

namespace cann_emulator::engine {

// Which values of a graph may be views. What custom operators and the graph's outputs read is dense, and so
// no view; neither is what custom operators may write.
class ViewRules {
 public:
  explicit ViewRules(const GraphIr& graph);

  // The outputs of a node as views of its inputs, whose `data` is set where the host knows their elements.
  // Empty unless all of them may be and are.
  std::vector<ValueView> Views(std::size_t node, const std::vector<Value>& inputs) const;

 private:
  const GraphIr& graph_;
  std::set<std::size_t> dense_;                            // nodes
  std::set<std::pair<std::size_t, std::size_t>> written_;  // node and output
};

// A value of a static graph that lies in another.
struct View {
  std::size_t root = 0;               // number of the other, which is no view
  std::size_t offset = 0;             // bytes
  std::vector<std::int64_t> strides;  // elements
};

// By the number of the value; node i's outputs are numbered from first_value[i] on.
std::map<std::size_t, View> FindViews(const CompiledGraph& graph,
                                      const std::vector<std::size_t>& first_value);

// Bytes before an element of a type without packed elements.
std::size_t ByteOffset(::ge::DataType dtype, std::size_t elements);

}  // namespace cann_emulator::engine
