// SPDX-License-Identifier: Apache-2.0
// A node of a graph, as far as callers of Graph::GetAllNodes need it.
#ifndef INC_EXTERNAL_GRAPH_GNODE_H_
#define INC_EXTERNAL_GRAPH_GNODE_H_

#include <memory>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"

namespace ge {

class NodeImpl;

class GNode {
 public:
  GNode() = default;
  explicit GNode(std::shared_ptr<NodeImpl> impl) : impl_(std::move(impl)) {}
  graphStatus GetType(AscendString& type) const;
  graphStatus GetName(AscendString& name) const;

 private:
  std::shared_ptr<NodeImpl> impl_;
};
static_assert(sizeof(GNode) == 16, "layout of GE's interface");

}  // namespace ge

#endif  // INC_EXTERNAL_GRAPH_GNODE_H_
