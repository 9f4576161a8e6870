// SPDX-License-Identifier: Apache-2.0
// torch's part of the gradient of dispersion_correction: schema, Meta, NPU and autograd of
// ascendc_ops::dispersion_correction_backward.
#include "dispersion_correction_backward.h"

#include <ATen/TensorOperators.h>
#include <c10/core/DeviceGuard.h>
#include <torch/library.h>

#include "autograd_node.h"
#include "dispersion_correction_gradient.h"
#include "elementwise.h"
#include "npu_functions.h"
#include "npu_launch.h"
#include "torch_data_type.h"

namespace ascendc_ops {
namespace {

constexpr char kName[] = "dispersion_correction_backward";

void CheckDataTypes(const at::Tensor& grad, const at::Tensor& input) {
  CheckRule(kName, CheckDispersionCorrectionBackwardDataTypes(FromTorch(grad.scalar_type()),
                                                              FromTorch(input.scalar_type())));
}

at::Tensor BackwardMeta(const at::Tensor& grad, const at::Tensor& input, double) {
  CheckDataTypes(grad, input);
  CheckRule(kName,
            CheckDispersionCorrectionBackwardShapes(grad.sym_sizes(), input.sym_sizes(), SymIntsAgree()));
  return DenseLike(input);
}

}  // namespace

at::Tensor DispersionCorrectionBackwardNpu(const at::Tensor& grad, const at::Tensor& input, double alpha) {
  const at::Device device = CheckOnNpu(kName, {{"grad", grad}, {"input", input}});
  CheckDataTypes(grad, input);
  CheckRule(kName, CheckDispersionCorrectionBackwardShapes(grad.sizes(), input.sizes(), std::equal_to<>()));

  const c10::OptionalDeviceGuard guard(device);
  at::Tensor grad_input = DenseLike(input);
  if (grad_input.numel() == 0) {
    return grad_input;
  }
  EnqueueLaunch(kName, [grad = grad.contiguous(), input = input.contiguous(),
                        alpha = static_cast<float>(alpha), grad_input](void* stream) {
    return LaunchDispersionCorrectionBackward(FromTorch(grad_input.scalar_type()), grad.const_data_ptr(),
                                              input.const_data_ptr(), alpha, grad_input.mutable_data_ptr(),
                                              static_cast<std::uint64_t>(grad_input.numel()), stream);
  });
  return grad_input;
}

namespace {

// v * grad * d(alpha + 0.5 / sqrt(input))/d(input): the derivative with respect to input in the direction v.
at::Tensor DerivativeOfInput(const at::Tensor& v, const at::Tensor& grad, const at::Tensor& input) {
  return v * grad * -0.25 / (input * input.sqrt());
}

struct DispersionCorrectionBackwardBackward : torch::autograd::Node {
  std::string name() const override { return "DispersionCorrectionBackwardBackward"; }
  torch::autograd::variable_list apply(torch::autograd::variable_list&& gradients) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    const at::Tensor& v = gradients[0];
    torch::autograd::variable_list result(2);
    if (v.defined() && task_should_compute_output(0)) {
      result[0] = CallDispersionCorrectionBackward(v, input.unpack(), alpha);
    }
    if (v.defined() && task_should_compute_output(1)) {
      result[1] = DerivativeOfInput(v, grad.unpack(), input.unpack());
    }
    return result;
  }
  void release_variables() override {
    grad.reset_data();
    input.reset_data();
  }

  torch::autograd::SavedVariable grad, input;
  double alpha = 0;
};

at::Tensor BackwardAutograd(const at::Tensor& grad, const at::Tensor& input, double alpha) {
  const auto node = MakeNode<DispersionCorrectionBackwardBackward>(grad, input);
  if (node) {
    node->grad = torch::autograd::SavedVariable(grad, /*is_output=*/false);
    node->input = torch::autograd::SavedVariable(input, /*is_output=*/false);
    node->alpha = alpha;
  }
  at::Tensor grad_input = [&] {
    const at::AutoDispatchBelowADInplaceOrView guard;
    return CallDispersionCorrectionBackward(grad, input, alpha);
  }();
  if (node) {
    torch::autograd::set_history(grad_input, node);
  }
  if (HasTangent(grad) || HasTangent(input)) {
    const at::Tensor plain_grad = grad._fw_primal(/*level=*/0);
    const at::Tensor plain_input = input._fw_primal(/*level=*/0);
    at::Tensor tangent;
    if (HasTangent(grad)) {
      tangent = CallDispersionCorrectionBackward(Tangent(grad), plain_input, alpha);
    }
    if (HasTangent(input)) {
      const at::Tensor of_input = DerivativeOfInput(Tangent(input), plain_grad, plain_input);
      tangent = tangent.defined() ? tangent + of_input : of_input;
    }
    SetTangent(grad_input, tangent);
  }
  return grad_input;
}

}  // namespace

TORCH_LIBRARY_FRAGMENT(ascendc_ops, m) {
  m.def("dispersion_correction_backward(Tensor grad, Tensor input, float alpha) -> Tensor");
}

TORCH_LIBRARY_IMPL(ascendc_ops, Meta, m) { m.impl("dispersion_correction_backward", TORCH_FN(BackwardMeta)); }

TORCH_LIBRARY_IMPL(ascendc_ops, PrivateUse1, m) {
  m.impl("dispersion_correction_backward", TORCH_FN(DispersionCorrectionBackwardNpu));
}

// There is no CPU kernel: the NPU's refuses CPU tensors in the operator's own words.
TORCH_LIBRARY_IMPL(ascendc_ops, CPU, m) {
  m.impl("dispersion_correction_backward", TORCH_FN(DispersionCorrectionBackwardNpu));
}

TORCH_LIBRARY_IMPL(ascendc_ops, Autograd, m) {
  m.impl("dispersion_correction_backward", TORCH_FN(BackwardAutograd));
}

}  // namespace ascendc_ops
