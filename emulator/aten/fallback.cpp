// SPDX-License-Identifier: Apache-2.0
#include "aten/fallback.h"

#include <ATen/core/LegacyTypeDispatch.h>
#include <c10/core/DeviceGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <memory>
#include <optional>
#include <set>

#include "aten/ge_operators.h"
#include "aten/generator.h"
#include "aten/host_views.h"
#include "aten/ordering.h"
#include "aten/sparse_views.h"

namespace cann_emulator::aten {
namespace {

using c10::IValue;
using torch::jit::Stack;

// Operators that take CPU tensors beside NPU tensors on purpose: indices and lengths.
bool MayMixDevices(const c10::OperatorHandle& op) {
  static const std::set<std::string> kNames = {"aten::index",          "aten::index_put",
                                               "aten::index_put_",     "aten::_index_put_impl_",
                                               "aten::_foreach_copy_", "aten::_pack_padded_sequence",
                                               "aten::_unsafe_index",  "aten::_unsafe_index_put"};
  return kNames.count(op.operator_name().name) != 0;
}

// Result `index` lives on the CPU for every device.
bool StaysOnCpu(const c10::OperatorHandle& op, std::size_t index) {
  return op.operator_name().name == "aten::_pack_padded_sequence" && index == 1;
}

template <typename F>
void ForEachTensor(const IValue& value, F visit) {
  if (value.isTensor()) {
    visit(value.toTensor());
  } else if (value.isTensorList()) {
    for (const at::Tensor& tensor : value.toTensorList()) visit(tensor);
  } else if (value.isOptionalTensorList()) {
    for (const std::optional<at::Tensor>& tensor : value.toOptionalTensorList()) {
      if (tensor.has_value()) visit(*tensor);
    }
  }
}

template <typename F>
IValue MapTensors(const IValue& value, F map) {
  if (value.isTensor()) return map(value.toTensor());
  if (value.isTensorList()) {
    c10::List<at::Tensor> list;
    for (const at::Tensor& tensor : value.toTensorList()) list.push_back(map(tensor));
    return list;
  }
  if (value.isOptionalTensorList()) {
    c10::List<std::optional<at::Tensor>> list;
    for (const std::optional<at::Tensor>& tensor : value.toOptionalTensorList()) {
      list.push_back(tensor.has_value() ? std::optional<at::Tensor>(map(*tensor)) : std::nullopt);
    }
    return list;
  }
  return value;
}

class HostCall {
 public:
  using Compute = void (*)(const c10::OperatorHandle&, Stack*);

  // `compute` takes CPU tensors from the stack and leaves CPU tensors there.
  HostCall(const c10::OperatorHandle& op, Stack* stack, Compute compute)
      : op_(op),
        stack_(*stack),
        compute_(compute),
        first_(stack->size() - op.schema().arguments().size()),
        device_(FindDevice()) {}

  void Run() {
    const c10::DeviceGuard on_device(device_);
    // Also without an NPU tensor: the memory of the results may have been that of a tensor whose readers are
    // queued.
    WaitForStream(device_);
    HostViews views(device_);
    SparseViews sparse(&views);
    ConvertArguments(views, sparse);
    {
      const at::AutoDispatchBelowADInplaceOrView below;
      compute_(op_, &stack_);
    }
    views.CarryResizes();
    ConvertResults(views, sparse);
  }

 private:
  const c10::Argument& ArgumentAt(std::size_t position) const {
    return op_.schema().arguments()[position - first_];
  }

  // Of the first NPU tensor; without one, of the device argument (factories).
  c10::Device FindDevice() {
    std::optional<c10::Device> device;
    for (std::size_t i = first_; i < stack_.size(); ++i) {
      ForEachTensor(stack_[i], [&](const at::Tensor& tensor) {
        if (IsNpu(tensor) && !device) device = tensor.device();
      });
    }
    for (std::size_t i = first_; i < stack_.size() && !device; ++i) {
      if (stack_[i].isDevice() && stack_[i].toDevice().is_privateuseone()) device = stack_[i].toDevice();
    }
    const c10::Device current = c10::impl::VirtualGuardImpl(c10::DeviceType::PrivateUse1).getDevice();
    return device && device->has_index() ? *device : current;
  }

  // What is indexed or packed decides; a list may be of CPU tensors.
  bool MayBeOnCpu(const c10::Argument& argument) const {
    const bool leads = &argument == op_.schema().arguments().data();
    return MayMixDevices(op_) && !(leads && argument.type()->kind() == c10::TypeKind::TensorType);
  }

  // A CPU tensor of one element and no dimension counts as a number.
  void CheckDevice(const at::Tensor& tensor, const c10::Argument& argument) const {
    if (!tensor.defined() || tensor.device() == device_ || MayBeOnCpu(argument)) return;
    if (tensor.is_cpu() && tensor.dim() == 0) return;
    TORCH_CHECK(false, "Expected all tensors to be on the same device, but found at least two devices, ",
                device_, " and ", tensor.device(), "! (argument ", argument.name(), " of ",
                op_.operator_name(), ")");
  }

  void ConvertArguments(HostViews& views, SparseViews& sparse) {
    for (std::size_t i = first_; i < stack_.size(); ++i) {
      const c10::Argument& argument = ArgumentAt(i);
      IValue& value = stack_[i];
      if (value.isDevice()) {
        value = c10::Device(at::kCPU);
      } else if (argument.name() == "pin_memory") {
        value = IValue();
      } else if (argument.name() == "generator") {
        random_.emplace(value.isNone() ? at::Generator() : value.toGenerator(), device_);
        value = random_->cpu();
      } else {
        value = MapTensors(value, [&](const at::Tensor& tensor) {
          CheckDevice(tensor, argument);
          if (!IsNpu(tensor)) return tensor;
          return tensor.is_sparse() ? sparse.ViewOf(tensor) : views.ViewOf(tensor);
        });
      }
    }
    if (!random_ && op_.hasTag(at::Tag::nondeterministic_seeded)) loan_.emplace(device_);
  }

  void ConvertResults(HostViews& views, SparseViews& sparse) {
    const std::size_t count = op_.schema().returns().size();
    for (std::size_t i = 0; i < count; ++i) {
      IValue& value = stack_[stack_.size() - count + i];
      if (StaysOnCpu(op_, i)) continue;
      value = MapTensors(value, [&](const at::Tensor& tensor) {
        return tensor.is_sparse() ? sparse.Return(tensor) : views.Return(tensor);
      });
    }
  }

  const c10::OperatorHandle& op_;
  Stack& stack_;
  Compute compute_;
  std::size_t first_;
  c10::Device device_;
  std::optional<RandomScope> random_;
  std::optional<DefaultGeneratorLoan> loan_;
};

}  // namespace

void RunOnHost(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  HostCall(op, stack, [](const c10::OperatorHandle& call, Stack* values) { call.callBoxed(values); }).Run();
}

void RunGeOperator(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  HostCall(op, stack, ComputeByGeOperator).Run();
}

}  // namespace cann_emulator::aten
