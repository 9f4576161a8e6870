// SPDX-License-Identifier: Apache-2.0
// Derivatives the way torch's own operators have them: a Node for reverse mode, tangents for forward mode.
// Unlike torch::autograd::Function they work under torch.func's transforms.
#pragma once

#include <ATen/ExpandUtils.h>
#include <torch/csrc/autograd/VariableTypeUtils.h>

namespace ascendc_ops {

// The node behind `inputs` in reverse mode; null when none of them requires a gradient. Its inputs are in
// this order.
template <typename Node, typename... Tensors>
c10::intrusive_ptr<Node> MakeNode(const Tensors&... inputs) {
  if (!torch::autograd::compute_requires_grad(inputs...)) {
    return {};
  }
  auto node = c10::make_intrusive<Node>();
  node->set_next_edges(torch::autograd::collect_next_edges(inputs...));
  return node;
}

// The gradient of a tensor of `sizes` that was broadcast, from that of the result; undefined stays undefined.
inline at::Tensor SumTo(const at::Tensor& gradient, c10::SymIntArrayRef sizes) {
  return gradient.defined() ? at::sum_to(gradient, sizes) : gradient;
}

inline bool HasTangent(const at::Tensor& tensor) { return torch::autograd::isFwGradDefined(tensor); }

// The tangent of `primal` in forward mode; undefined when it has none.
inline at::Tensor Tangent(const at::Tensor& primal) { return primal._fw_grad(/*level=*/0); }

inline void SetTangent(const at::Tensor& primal, const at::Tensor& tangent) {
  primal._set_fw_grad(tangent, /*level=*/0, /*is_inplace_op=*/false);
}

}  // namespace ascendc_ops
