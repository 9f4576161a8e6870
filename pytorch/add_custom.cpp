// SPDX-License-Identifier: Apache-2.0
// torch's part of z = x + y: schema, Meta, NPU, autograd and autocast of ascendc_ops::ascendc_add.
#include "add_custom.h"

#include <ATen/autocast_mode.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/ops/zeros_like.h>
#include <c10/core/DeviceGuard.h>
#include <torch/library.h>

#include "autograd_node.h"
#include "elementwise.h"
#include "npu_functions.h"
#include "npu_launch.h"
#include "torch_data_type.h"

namespace ascendc_ops {
namespace {

constexpr char kName[] = "ascendc_add";

at::Tensor CallAdd(const at::Tensor& x, const at::Tensor& y) {
  static const auto op = c10::Dispatcher::singleton()
                             .findSchemaOrThrow("ascendc_ops::ascendc_add", "")
                             .typed<at::Tensor(const at::Tensor&, const at::Tensor&)>();
  return op.call(x, y);
}

void CheckDataTypes(const at::Tensor& x, const at::Tensor& y) {
  CheckRule(kName, CheckAddCustomDataTypes(FromTorch(x.scalar_type()), FromTorch(y.scalar_type())));
}

at::Tensor AddMeta(const at::Tensor& x, const at::Tensor& y) {
  CheckDataTypes(x, y);
  std::vector<c10::SymInt> sizes;
  CheckRule(kName, AddCustomShape(x.sym_sizes(), y.sym_sizes(), sizes, BroadcastSymInts));
  return DenseLike(x, sizes);
}

}  // namespace

at::Tensor AddNpu(const at::Tensor& x, const at::Tensor& y) {
  const at::Device device = CheckOnNpu(kName, {{"x", x}, {"y", y}});
  CheckDataTypes(x, y);
  std::vector<std::int64_t> sizes;
  CheckRule(kName, AddCustomShape(x.sizes(), y.sizes(), sizes, BroadcastDimOf));

  const c10::OptionalDeviceGuard guard(device);
  at::Tensor z = DenseLike(x, c10::fromIntArrayRefSlow(sizes));
  if (z.numel() == 0) {
    return z;
  }
  EnqueueLaunch(kName, [x = x.contiguous(), y = y.contiguous(), z](void* stream) {
    return LaunchAddCustomBroadcast(FromTorch(z.scalar_type()), x.const_data_ptr(), x.sizes().vec(),
                                    y.const_data_ptr(), y.sizes().vec(), z.mutable_data_ptr(), stream);
  });
  return z;
}

namespace {

// d(x + y)/dx and d(x + y)/dy are 1; where one was repeated, its gradients are summed.
struct AscendcAddBackward : torch::autograd::Node {
  std::string name() const override { return "AscendcAddBackward"; }
  torch::autograd::variable_list apply(torch::autograd::variable_list&& gradients) override {
    return {SumTo(gradients[0], x_sizes), SumTo(gradients[0], y_sizes)};
  }

  std::vector<c10::SymInt> x_sizes, y_sizes;
};

at::Tensor AddAutograd(const at::Tensor& x, const at::Tensor& y) {
  const auto node = MakeNode<AscendcAddBackward>(x, y);
  if (node) {
    node->x_sizes = x.sym_sizes().vec();
    node->y_sizes = y.sym_sizes().vec();
  }
  at::Tensor z = [&] {
    const at::AutoDispatchBelowADInplaceOrView guard;
    return CallAdd(x, y);
  }();
  if (node) {
    torch::autograd::set_history(z, node);
  }
  if (HasTangent(x) || HasTangent(y)) {
    SetTangent(z, CallAdd(HasTangent(x) ? Tangent(x) : at::zeros_like(x),
                          HasTangent(y) ? Tangent(y) : at::zeros_like(y)));
  }
  return z;
}

// Under autocast two floating dtypes meet at the one that torch.add would give; nothing is cast down.
at::Tensor AddAutocast(const at::Tensor& x, const at::Tensor& y) {
  const c10::impl::ExcludeDispatchKeyGuard guard(c10::DispatchKey::AutocastPrivateUse1);
  if (!x.is_floating_point() || !y.is_floating_point()) {
    return CallAdd(x, y);
  }
  const at::ScalarType dtype = c10::promoteTypes(x.scalar_type(), y.scalar_type());
  return CallAdd(at::autocast::cached_cast(dtype, x, at::kPrivateUse1),
                 at::autocast::cached_cast(dtype, y, at::kPrivateUse1));
}

}  // namespace

TORCH_LIBRARY_FRAGMENT(ascendc_ops, m) { m.def("ascendc_add(Tensor x, Tensor y) -> Tensor"); }

TORCH_LIBRARY_IMPL(ascendc_ops, Meta, m) { m.impl("ascendc_add", TORCH_FN(AddMeta)); }

TORCH_LIBRARY_IMPL(ascendc_ops, PrivateUse1, m) { m.impl("ascendc_add", TORCH_FN(AddNpu)); }

// There is no CPU kernel: the NPU's refuses CPU tensors in the operator's own words.
TORCH_LIBRARY_IMPL(ascendc_ops, CPU, m) { m.impl("ascendc_add", TORCH_FN(AddNpu)); }

TORCH_LIBRARY_IMPL(ascendc_ops, Autograd, m) { m.impl("ascendc_add", TORCH_FN(AddAutograd)); }

TORCH_LIBRARY_IMPL(ascendc_ops, AutocastPrivateUse1, m) { m.impl("ascendc_add", TORCH_FN(AddAutocast)); }

}  // namespace ascendc_ops
