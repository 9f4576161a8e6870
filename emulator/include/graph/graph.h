// SPDX-License-Identifier: Apache-2.0
// A graph as GE receives it: a serialised model.
#ifndef INC_EXTERNAL_GRAPH_GRAPH_H_
#define INC_EXTERNAL_GRAPH_GRAPH_H_

#include <cstddef>
#include <memory>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "graph/gnode.h"

namespace ge {

class GraphImpl;

class Graph {
 public:
  Graph() = default;
  explicit Graph(const char* name);

  // Replaces the content by a serialised ge.proto.ModelDef of exactly one graph. The bytes are copied.
  // Malformed input is an error and leaves the graph as it was.
  graphStatus LoadFromSerializedModelArray(const void* serialized_model, std::size_t size);
  // Writes the model that was loaded.
  graphStatus SaveToFile(const char* file_name) const;
  graphStatus CopyFrom(const Graph& source);
  std::vector<GNode> GetAllNodes() const;
  graphStatus GetName(AscendString& name) const;

  const std::shared_ptr<GraphImpl>& Impl() const { return impl_; }

 private:
  std::shared_ptr<GraphImpl> impl_;
};
static_assert(sizeof(Graph) == 16, "layout of GE's interface");

}  // namespace ge

#endif  // INC_EXTERNAL_GRAPH_GRAPH_H_
