// SPDX-License-Identifier: Apache-2.0
// A graph as GE receives it: a serialised model, from memory or from an .air file.
#ifndef INC_EXTERNAL_GRAPH_GRAPH_H_
#define INC_EXTERNAL_GRAPH_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "graph/gnode.h"
#include "graph/graph_buffer.h"
#include "graph/operator.h"

namespace ge {

class GraphImpl;

class Graph {
 public:
  Graph() = default;
  explicit Graph(const char* name);

  // Replaces the content by a serialised ge.proto.ModelDef of exactly one graph. The bytes are copied.
  // Malformed input is an error and leaves the graph as it was.
  graphStatus LoadFromSerializedModelArray(const void* serialized_model, std::size_t size);
  // The same for the content of an .air file. FileConstant nodes name files that must lie in the folder of
  // the .air file, or below it.
  graphStatus LoadFromFile(const char* file_name);
  // The same for what SaveToMem wrote. FileConstant nodes name files in the current folder, or below it.
  graphStatus LoadFromMem(const GraphBuffer& graph_buffer);
  graphStatus LoadFromMem(const std::uint8_t* data, const std::size_t len);
  // Writes the model that was loaded. The file appears whole or not at all.
  graphStatus SaveToFile(const char* file_name) const;
  graphStatus SaveToMem(GraphBuffer& graph_buffer) const;
  // Builds the graph of all operators that the outputs need; `inputs` are of type Data, in the order of the
  // graph's inputs. SetOutputs comes last: a graph that cannot be built is left without content, and the
  // reason is GEGetErrorMsg(). Of each output operator all outputs are the graph's, or those of the given
  // numbers.
  Graph& SetInputs(const std::vector<Operator>& inputs);
  Graph& SetOutputs(const std::vector<Operator>& outputs);
  Graph& SetOutputs(const std::vector<std::pair<Operator, std::vector<std::size_t>>>& output_indexs);
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
