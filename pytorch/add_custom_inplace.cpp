// SPDX-License-Identifier: Apache-2.0
// torch's part of x += y: schema, Meta, NPU, version counter, autograd and autocast of
// ascendc_ops::ascendc_add_.
#include "add_custom_inplace.h"

#include <ATen/MemoryOverlap.h>
#include <ATen/autocast_mode.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <c10/core/DeviceGuard.h>
#include <torch/library.h>

#include "autograd_node.h"
#include "elementwise.h"
#include "npu_functions.h"
#include "npu_launch.h"
#include "torch_data_type.h"

namespace ascendc_ops {
namespace {

constexpr char kName[] = "ascendc_add_";

void CallAddInplace(at::Tensor& x, const at::Tensor& y) {
  static const auto op = c10::Dispatcher::singleton()
                             .findSchemaOrThrow("ascendc_ops::ascendc_add_", "")
                             .typed<void(at::Tensor&, const at::Tensor&)>();
  op.call(x, y);
}

void CheckDataTypes(const at::Tensor& x, const at::Tensor& y) {
  CheckRule(kName, CheckAddCustomInplaceDataTypes(FromTorch(x.scalar_type()), FromTorch(y.scalar_type())));
}

// Raises as torch does when an element of x would be written twice, or written before it is read as a part of
// y.
void CheckOverlap(const at::Tensor& x, const at::Tensor& y) {
  at::assert_no_internal_overlap(x);
  at::assert_no_partial_overlap(x, y);
}

void AddInplaceMeta(at::Tensor& x, const at::Tensor& y) {
  CheckDataTypes(x, y);
  CheckRule(kName, CheckAddCustomInplaceShapes(
                       x.sym_sizes(), y.sym_sizes(), [](const c10::SymInt& a, const c10::SymInt& b) {
                         return b.sym_eq(1).guard_or_false(__FILE__, __LINE__) || SymIntsAgree()(a, b);
                       }));
  if (!x.unsafeGetTensorImpl()->has_symbolic_sizes_strides() &&
      !y.unsafeGetTensorImpl()->has_symbolic_sizes_strides()) {
    CheckOverlap(x, y);
  }
}

}  // namespace

void AddInplaceNpu(at::Tensor& x, const at::Tensor& y) {
  const at::Device device = CheckOnNpu(kName, {{"x", x}, {"y", y}});
  CheckDataTypes(x, y);
  CheckRule(kName, CheckAddCustomInplaceShapes(x.sizes(), y.sizes(), [](std::int64_t a, std::int64_t b) {
              return b == 1 || a == b;
            }));
  CheckOverlap(x, y);
  if (x.numel() == 0) {
    return;
  }
  const c10::OptionalDeviceGuard guard(device);
  const at::Tensor dense = x.contiguous();  // x itself where it is dense
  EnqueueLaunch(kName, [dense, y = y.contiguous()](void* stream) {
    return LaunchAddCustomBroadcast(FromTorch(dense.scalar_type()), dense.const_data_ptr(),
                                    dense.sizes().vec(), y.const_data_ptr(), y.sizes().vec(),
                                    dense.mutable_data_ptr(), stream);
  });
  if (!dense.is_same(x)) {
    x.copy_(dense);
  }
}

namespace {

void AddInplaceVersion(at::Tensor& x, const at::Tensor& y) {
  {
    const at::AutoDispatchBelowADInplaceOrView guard;
    CallAddInplace(x, y);
  }
  torch::autograd::increment_version(x);
}

// The derivatives of x + y with respect to the former x and to y are 1; where y was repeated, its gradients
// are summed.
struct AscendcAddInplaceBackward : torch::autograd::Node {
  std::string name() const override { return "AscendcAddInplaceBackward"; }
  torch::autograd::variable_list apply(torch::autograd::variable_list&& gradients) override {
    return {gradients[0], SumTo(gradients[0], y_sizes)};
  }

  std::vector<c10::SymInt> y_sizes;
};

void AddInplaceAutograd(at::Tensor& x, const at::Tensor& y) {
  torch::autograd::check_inplace(x, torch::autograd::compute_requires_grad(x, y));
  const auto node = MakeNode<AscendcAddInplaceBackward>(x, y);
  if (node) {
    node->y_sizes = y.sym_sizes().vec();
  }
  {
    const at::AutoDispatchBelowAutograd guard;
    CallAddInplace(x, y);
  }
  if (node) {
    torch::autograd::rebase_history(x, node);
  }
  if (HasTangent(y)) {
    if (HasTangent(x)) {
      at::Tensor tangent = Tangent(x);
      CallAddInplace(tangent, Tangent(y));
    } else {
      x._set_fw_grad(Tangent(y).expand_symint(x.sym_sizes()).clone(), /*level=*/0, /*is_inplace_op=*/true);
    }
  }
}

// Under autocast y is converted to the dtype of x, which stays.
void AddInplaceAutocast(at::Tensor& x, const at::Tensor& y) {
  const c10::impl::ExcludeDispatchKeyGuard guard(c10::DispatchKey::AutocastPrivateUse1);
  const bool convert = x.is_floating_point() && y.is_floating_point();
  CallAddInplace(x, convert ? at::autocast::cached_cast(x.scalar_type(), y, at::kPrivateUse1) : y);
}

}  // namespace

TORCH_LIBRARY_FRAGMENT(ascendc_ops, m) { m.def("ascendc_add_(Tensor(a!) x, Tensor y) -> ()"); }

TORCH_LIBRARY_IMPL(ascendc_ops, Meta, m) { m.impl("ascendc_add_", TORCH_FN(AddInplaceMeta)); }

TORCH_LIBRARY_IMPL(ascendc_ops, PrivateUse1, m) { m.impl("ascendc_add_", TORCH_FN(AddInplaceNpu)); }

// There is no CPU kernel: the NPU's refuses CPU tensors in the operator's own words.
TORCH_LIBRARY_IMPL(ascendc_ops, CPU, m) { m.impl("ascendc_add_", TORCH_FN(AddInplaceNpu)); }

TORCH_LIBRARY_IMPL(ascendc_ops, ADInplaceOrView, m) { m.impl("ascendc_add_", TORCH_FN(AddInplaceVersion)); }

TORCH_LIBRARY_IMPL(ascendc_ops, Autograd, m) { m.impl("ascendc_add_", TORCH_FN(AddInplaceAutograd)); }

TORCH_LIBRARY_IMPL(ascendc_ops, AutocastPrivateUse1, m) {
  m.impl("ascendc_add_", TORCH_FN(AddInplaceAutocast));
}

}  // namespace ascendc_ops
