// SPDX-License-Identifier: Apache-2.0
#include "elementwise.h"

#include <ATen/ops/empty.h>
#include <c10/util/Exception.h>

namespace ascendc_ops {

void CheckRule(const char* op, const std::string& problem) {
  TORCH_CHECK(problem.empty(), op, ": ", problem);
}

namespace {

std::string Places(std::initializer_list<Argument> arguments) {
  std::string places;
  for (const Argument& argument : arguments) {
    places += (places.empty() ? "" : " and ") + std::string(argument.name) + " on " +
              argument.tensor.device().str();
  }
  return places;
}

}  // namespace

at::Device CheckOnNpu(const char* op, std::initializer_list<Argument> arguments) {
  const Argument* on_npu = nullptr;
  for (const Argument& argument : arguments) {
    TORCH_CHECK(argument.tensor.defined(), op, ": expected a tensor as ", argument.name, ", got None");
    if (on_npu == nullptr && argument.tensor.is_privateuseone()) {
      on_npu = &argument;
    }
  }
  TORCH_CHECK(on_npu != nullptr, op, ": expected every argument on an NPU, got ", Places(arguments),
              "; move them there with .npu()");
  const at::Device device = on_npu->tensor.device();
  for (const Argument& argument : arguments) {
    TORCH_CHECK(argument.tensor.device() == device, op, ": expected every argument on ", device, ", got ",
                argument.name, " on ", argument.tensor.device(), "; move it there with .to(\"", device,
                "\")");
  }
  return device;
}

at::Tensor DenseLike(const at::Tensor& like) { return DenseLike(like, like.sym_sizes()); }

at::Tensor DenseLike(const at::Tensor& like, c10::SymIntArrayRef sizes) {
  return at::empty_symint(sizes, like.options().memory_format(at::MemoryFormat::Contiguous));
}

}  // namespace ascendc_ops
