// SPDX-License-Identifier: Apache-2.0
// torch's part of output = input * alpha + sqrt(input): schema, Meta, NPU and autograd of
// ascendc_ops::dispersion_correction.
//
// There is no autocast rule: under autocast it runs in the dtype of its input, as torch.sqrt does. Casting
// down would turn inputs below 6e-8 into zeros with an infinite gradient, and casting up would gain little,
// since the kernel computes in float32 whatever the dtype is.
#include "dispersion_correction.h"

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

constexpr char kName[] = "dispersion_correction";

at::Tensor CallCorrection(const at::Tensor& input, double alpha) {
  static const auto op = c10::Dispatcher::singleton()
                             .findSchemaOrThrow("ascendc_ops::dispersion_correction", "")
                             .typed<at::Tensor(const at::Tensor&, double)>();
  return op.call(input, alpha);
}

at::Tensor CorrectionMeta(const at::Tensor& input, double) {
  CheckRule(kName, CheckDispersionCorrectionDataType(FromTorch(input.scalar_type())));
  return DenseLike(input);
}

}  // namespace

at::Tensor DispersionCorrectionNpu(const at::Tensor& input, double alpha) {
  const at::Device device = CheckOnNpu(kName, {{"input", input}});
  CheckRule(kName, CheckDispersionCorrectionDataType(FromTorch(input.scalar_type())));
  const c10::OptionalDeviceGuard guard(device);
  at::Tensor output = DenseLike(input);
  if (output.numel() == 0) {
    return output;
  }
  EnqueueLaunch(kName, [input = input.contiguous(), alpha = static_cast<float>(alpha), output](void* stream) {
    return LaunchDispersionCorrection(FromTorch(output.scalar_type()), input.const_data_ptr(), alpha,
                                      output.mutable_data_ptr(), static_cast<std::uint64_t>(output.numel()),
                                      stream);
  });
  return output;
}

namespace {

struct DispersionCorrectionBackward : torch::autograd::Node {
  std::string name() const override { return "DispersionCorrectionBackward"; }
  torch::autograd::variable_list apply(torch::autograd::variable_list&& gradients) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    const at::Tensor& grad = gradients[0];
    return {grad.defined() ? CallDispersionCorrectionBackward(grad, input.unpack(), alpha) : at::Tensor()};
  }
  void release_variables() override { input.reset_data(); }

  torch::autograd::SavedVariable input;
  double alpha = 0;
};

at::Tensor CorrectionAutograd(const at::Tensor& input, double alpha) {
  const auto node = MakeNode<DispersionCorrectionBackward>(input);
  if (node) {
    node->input = torch::autograd::SavedVariable(input, /*is_output=*/false);
    node->alpha = alpha;
  }
  at::Tensor output = [&] {
    const at::AutoDispatchBelowADInplaceOrView guard;
    return CallCorrection(input, alpha);
  }();
  if (node) {
    torch::autograd::set_history(output, node);
  }
  if (HasTangent(input)) {
    SetTangent(output,
               CallDispersionCorrectionBackward(Tangent(input), input._fw_primal(/*level=*/0), alpha));
  }
  return output;
}

}  // namespace

TORCH_LIBRARY_FRAGMENT(ascendc_ops, m) {
  m.def("dispersion_correction(Tensor input, float alpha) -> Tensor");
}

TORCH_LIBRARY_IMPL(ascendc_ops, Meta, m) { m.impl("dispersion_correction", TORCH_FN(CorrectionMeta)); }

TORCH_LIBRARY_IMPL(ascendc_ops, PrivateUse1, m) {
  m.impl("dispersion_correction", TORCH_FN(DispersionCorrectionNpu));
}

// There is no CPU kernel: the NPU's refuses CPU tensors in the operator's own words.
TORCH_LIBRARY_IMPL(ascendc_ops, CPU, m) {
  m.impl("dispersion_correction", TORCH_FN(DispersionCorrectionNpu));
}

TORCH_LIBRARY_IMPL(ascendc_ops, Autograd, m) {
  m.impl("dispersion_correction", TORCH_FN(CorrectionAutograd));
}

}  // namespace ascendc_ops
