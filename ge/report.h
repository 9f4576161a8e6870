// SPDX-License-Identifier: Apache-2.0
// How an operator tells GE why it failed: one line in CANN's log, then GRAPH_FAILED.
#pragma once

#include <string>

#include "acl/acl.h"
#include "graph/ge_error_codes.h"

namespace ascendc_ops {

// `node` is the node's name in the graph, `problem` a sentence for the author of the model.
inline ge::graphStatus Fail(const char* op_type, const char* node, const std::string& problem) {
  aclAppLog(ACL_ERROR, op_type, __FILE__, __LINE__, "%s (node %s): %s", op_type, node, problem.c_str());
  return ge::GRAPH_FAILED;
}

}  // namespace ascendc_ops
