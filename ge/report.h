// SPDX-License-Identifier: Apache-2.0
// How an operator tells GE why it failed: one line in CANN's log, then GRAPH_FAILED.
#pragma once

#include <string>

#include "acl/acl.h"
#include "fx_origin.h"
#include "graph/ge_error_codes.h"

namespace ascendc_ops {

// `context` is any of GE's contexts of the node, `problem` a sentence for the author of the model.
template <typename Context>
ge::graphStatus Fail(const char* op_type, const Context* context, const std::string& problem) {
  aclAppLog(ACL_ERROR, op_type, __FILE__, __LINE__, "%s (node %s%s): %s", op_type, context->GetNodeName(),
            FxOrigins::Instance().Describe(context->GetNodeName()).c_str(), problem.c_str());
  return ge::GRAPH_FAILED;
}

}  // namespace ascendc_ops
