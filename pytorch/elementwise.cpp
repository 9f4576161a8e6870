// SPDX-License-Identifier: Apache-2.0
#include "elementwise.h"

#include <ATen/ops/empty.h>
#include <c10/util/Exception.h>

namespace ascendc_ops {

void CheckRule(const char* op, const std::string& problem) {
  TORCH_CHECK(problem.empty(), op, ": ", problem);
}

void CheckDevice(const char* op, const char* argument, const at::Tensor& tensor, at::Device device) {
  TORCH_CHECK(tensor.defined(), op, ": expected a tensor as ", argument, ", got None");
  TORCH_CHECK(tensor.device() == device, op, ": expected every argument on ", device, ", got ", argument,
              " on ", tensor.device(), "; move it there with .to(\"", device, "\")");
}

void RefuseCpu(const char* op, std::initializer_list<const char*> arguments) {
  std::string names, places;
  for (const char* argument : arguments) {
    names += (names.empty() ? "" : " and ") + std::string(argument);
    places += (places.empty() ? "" : " and ") + std::string(argument) + " on cpu";
  }
  TORCH_CHECK(false, op, ": expected ", names, " on an NPU, got ", places, "; move there with .npu()");
}

at::Tensor DenseLike(const at::Tensor& like) {
  return at::empty_symint(like.sym_sizes(), like.options().memory_format(at::MemoryFormat::Contiguous));
}

}  // namespace ascendc_ops
