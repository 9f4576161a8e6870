// SPDX-License-Identifier: Apache-2.0
// torch's part of z = x + y: schema, Meta, NPU and autograd of ascendc_ops::ascendc_add.
#include "add_custom.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/ops/empty.h>
#include <c10/core/DeviceGuard.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/library.h>

#include "npu_launch.h"
#include "torch_data_type.h"

namespace ascendc_ops {
namespace {

constexpr char kName[] = "ascendc_add";

void CheckDataTypes(const at::Tensor& x, const at::Tensor& y) {
  const std::string problem =
      CheckAddCustomDataTypes(FromTorch(x.scalar_type()), FromTorch(y.scalar_type()));
  TORCH_CHECK(problem.empty(), kName, ": ", problem);
}

// A dense row-major tensor of x's shape and dtype, as GE makes it in a graph, whatever the strides of x and y are.
at::Tensor AddMeta(const at::Tensor& x, const at::Tensor& y) {
  CheckDataTypes(x, y);
  const auto agree = [](const c10::SymInt& a, const c10::SymInt& b) {
    return a.sym_eq(b).guard_bool(__FILE__, __LINE__);
  };
  const std::string problem = CheckAddCustomShapes(x.sym_sizes(), y.sym_sizes(), agree);
  TORCH_CHECK(problem.empty(), kName, ": ", problem);
  return at::empty_symint(x.sym_sizes(), x.options().memory_format(at::MemoryFormat::Contiguous));
}

at::Tensor AddNpu(const at::Tensor& x, const at::Tensor& y) {
  const at::Device device = x.is_privateuseone() ? x.device() : y.device();
  CheckDevice(kName, "x", x, device);
  CheckDevice(kName, "y", y, device);
  CheckDataTypes(x, y);
  const std::string problem = CheckAddCustomShapes(x.sizes(), y.sizes(), std::equal_to<>());
  TORCH_CHECK(problem.empty(), kName, ": ", problem);

  const c10::OptionalDeviceGuard guard(device);
  at::Tensor z = at::empty(x.sizes(), x.options().memory_format(at::MemoryFormat::Contiguous));
  if (z.numel() == 0) {
    return z;
  }
  EnqueueLaunch(kName, [x = x.contiguous(), y = y.contiguous(), z](void* stream) {
    return LaunchAddCustom(FromTorch(z.scalar_type()), x.const_data_ptr(), y.const_data_ptr(),
                           z.mutable_data_ptr(), static_cast<std::uint64_t>(z.numel()), stream);
  });
  return z;
}

// There is no CPU kernel: this one says so in the operator's own words.
at::Tensor AddCpu(const at::Tensor& x, const at::Tensor& y) {
  TORCH_CHECK(false, kName, ": expected x and y on an NPU, got x on ", x.device(), " and y on ", y.device(),
              "; move them there with .npu()");
}

at::Tensor CallAdd(const at::Tensor& x, const at::Tensor& y) {
  static const auto op = c10::Dispatcher::singleton()
                             .findSchemaOrThrow("ascendc_ops::ascendc_add", "")
                             .typed<at::Tensor(const at::Tensor&, const at::Tensor&)>();
  return op.call(x, y);
}

class AddFunction : public torch::autograd::Function<AddFunction> {
 public:
  static at::Tensor forward(torch::autograd::AutogradContext*, const at::Tensor& x, const at::Tensor& y) {
    const at::AutoDispatchBelowADInplaceOrView guard;
    return CallAdd(x, y);
  }

  // d(x + y)/dx and d(x + y)/dy are 1.
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext*,
                                                 torch::autograd::variable_list gradients) {
    return {gradients[0], gradients[0]};
  }
};

at::Tensor AddAutograd(const at::Tensor& x, const at::Tensor& y) { return AddFunction::apply(x, y); }

}  // namespace

TORCH_LIBRARY_FRAGMENT(ascendc_ops, m) { m.def("ascendc_add(Tensor x, Tensor y) -> Tensor"); }

TORCH_LIBRARY_IMPL(ascendc_ops, Meta, m) { m.impl("ascendc_add", TORCH_FN(AddMeta)); }

TORCH_LIBRARY_IMPL(ascendc_ops, PrivateUse1, m) { m.impl("ascendc_add", TORCH_FN(AddNpu)); }

TORCH_LIBRARY_IMPL(ascendc_ops, CPU, m) { m.impl("ascendc_add", TORCH_FN(AddCpu)); }

TORCH_LIBRARY_IMPL(ascendc_ops, Autograd, m) { m.impl("ascendc_add", TORCH_FN(AddAutograd)); }

}  // namespace ascendc_ops
