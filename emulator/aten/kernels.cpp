// SPDX-License-Identifier: Apache-2.0
#include "aten/kernels.h"

#include <ATen/ATen.h>
#include <c10/util/Exception.h>

#include "aten/fallback.h"
#include "aten/ge_operators.h"
#include "aten/host_views.h"
#include "aten/ordering.h"

namespace cann_emulator::aten {
namespace {

using c10::IValue;

bool IsPlain(const at::Tensor& tensor) {
  return tensor.is_contiguous() && !tensor.is_conj() && !tensor.is_neg();
}

// Both operands of one dtype on one device, dense and without scaling, so that no promotion is involved. A
// number may stand in for the second where it is exact in the first one's dtype: half types would round it
// first.
bool SameTypeOperands(at::ArrayRef<IValue> arguments) {
  const at::Tensor& self = arguments[0].toTensor();
  const at::Tensor& other = arguments[1].toTensor();
  const bool unscaled = arguments.size() < 3 || !arguments[2].isScalar() || arguments[2].toScalar().equal(1);
  const at::ScalarType type = self.scalar_type();
  if (!IsNpu(self) || !IsPlain(self) || !unscaled || self.numel() == 0) return false;
  if (IsNpu(other)) {
    return other.device() == self.device() && IsPlain(other) && other.scalar_type() == type &&
           other.numel() != 0 &&
           (type == at::kFloat || type == at::kHalf || type == at::kBFloat16 || type == at::kInt);
  }
  if (other.dim() != 0 || !other.is_cpu()) return false;
  return type == at::kFloat
             ? !at::isComplexType(other.scalar_type())
             : type == at::kInt && at::isIntegralType(other.scalar_type(), /*includeBool=*/false);
}

// torch_npu's path for devices without aclnn warns of internal formats whatever the format is.
class WithoutFormatWarning final : public c10::WarningHandler {
 public:
  void process(const c10::Warning& warning) override {
    if (warning.msg().find("Cannot create tensor with internal format") != 0) outer_->process(warning);
  }

 private:
  c10::WarningHandler* outer_ = c10::WarningUtils::get_warning_handler();
  c10::WarningUtils::WarningHandlerGuard installed_{this};
};

at::Tensor HostSide(HostViews& views, const at::Tensor& tensor) {
  return IsNpu(tensor) ? views.ViewOf(tensor) : tensor;
}

void CopyOnHost(const at::Tensor& self, const at::Tensor& source) {
  if (IsNpu(source)) WaitForStream(source.device());
  if (IsNpu(self)) WaitForStream(self.device());
  HostViews views(IsNpu(self) ? self.device() : source.device());
  at::Tensor destination = HostSide(views, self);
  destination.copy_(HostSide(views, source));
}

}  // namespace

void GenericKernel::operator()(const c10::OperatorHandle& op, c10::DispatchKeySet keys,
                               torch::jit::Stack* stack) {
  generic_.callBoxed(op, keys, stack);
}

void QueuedKernel::operator()(const c10::OperatorHandle& op, c10::DispatchKeySet keys,
                              torch::jit::Stack* stack) {
  const std::size_t count = op.schema().arguments().size();
  if (SameTypeOperands(torch::jit::last(*stack, count))) {
    const WithoutFormatWarning quiet;
    torch_npu_.callBoxed(op, keys, stack);
  } else {
    RunOnHost(op, stack);
  }
}

void GeKernel::operator()(const c10::OperatorHandle& op, c10::DispatchKeySet keys, torch::jit::Stack* stack) {
  if (ServedByGe(op, *stack)) {
    RunGeOperator(op, stack);
  } else {
    torch_npu_.callBoxed(op, keys, stack);
  }
}

void CopyKernel::operator()(const c10::OperatorHandle& op, c10::DispatchKeySet keys,
                            torch::jit::Stack* stack) {
  const auto arguments = torch::jit::last(*stack, 3);
  const at::Tensor self = arguments[0].toTensor();
  const at::Tensor source = arguments[1].toTensor();
  const bool bytes = IsPlain(self) && IsPlain(source) && self.scalar_type() == source.scalar_type() &&
                     self.sizes() == source.sizes();
  if (bytes) {
    torch_npu_.callBoxed(op, keys, stack);
    return;
  }
  CopyOnHost(self, source);
  torch::jit::drop(*stack, 3);
  stack->emplace_back(self);
}

}  // namespace cann_emulator::aten
