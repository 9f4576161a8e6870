// SPDX-License-Identifier: Apache-2.0
// Shape inference that elementwise operators have in common.
#pragma once

#include <optional>

#include "elementwise_rule.h"
#include "exe_graph/runtime/infer_shape_context.h"
#include "report.h"
#include "shape.h"

namespace ascendc_ops {

// Output 0 gets the shape of input 0.
inline ge::graphStatus InferShapeOfInput(const char* op_type, gert::InferShapeContext* context) {
  const gert::Shape* input = context->GetInputShape(0);
  gert::Shape* output = context->GetOutputShape(0);
  if (input == nullptr || output == nullptr) {
    return Fail(op_type, context, "the node lacks its input or its output");
  }
  *output = *input;
  return ge::GRAPH_SUCCESS;
}

// Output 0 gets the shape that inputs 0 and 1 have in common: where one side is unknown, the other side's
// dimension. `check(a, b, agree)` is the operator's rule for two known ranks.
template <typename Check>
ge::graphStatus InferShapeOfPair(const char* op_type, gert::InferShapeContext* context, Check check) {
  const gert::Shape* a = context->GetInputShape(0);
  const gert::Shape* b = context->GetInputShape(1);
  gert::Shape* output = context->GetOutputShape(0);
  if (a == nullptr || b == nullptr || output == nullptr) {
    return Fail(op_type, context, "the node lacks one of its two inputs or its output");
  }
  if (IsUnknownRank(*a) || IsUnknownRank(*b)) {
    *output = IsUnknownRank(*a) ? *b : *a;
    return ge::GRAPH_SUCCESS;
  }
  const auto may_agree = [](std::int64_t m, std::int64_t n) {
    return m == n || m == kUnknownDim || n == kUnknownDim;
  };
  const std::string problem = check(Dims(*a), Dims(*b), may_agree);
  if (!problem.empty()) {
    return Fail(op_type, context, problem);
  }
  *output = *a;
  for (std::size_t i = 0; i < output->GetDimNum(); ++i) {
    if (a->GetDim(i) == kUnknownDim) {
      output->SetDim(i, b->GetDim(i));
    }
  }
  return ge::GRAPH_SUCCESS;
}

// BroadcastDimOf where a dimension may be unknown: what is known of the result, given that the node is valid.
inline std::optional<std::int64_t> BroadcastMaybeUnknown(std::int64_t a, std::int64_t b) {
  if (a == kUnknownDim || b == kUnknownDim) {
    const std::int64_t known = a == kUnknownDim ? b : a;
    return known == 1 ? kUnknownDim : known;
  }
  return BroadcastDimOf(a, b);
}

}  // namespace ascendc_ops
