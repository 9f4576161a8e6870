// SPDX-License-Identifier: Apache-2.0
// What the torch side of elementwise operators has in common.
#pragma once

#include <ATen/core/Tensor.h>

#include <initializer_list>
#include <string>

namespace ascendc_ops {

// Raises "<op>: <problem>" unless `problem`, what a rule of kernel/<op>.h answered, is empty.
void CheckRule(const char* op, const std::string& problem);

// Raises unless `tensor` is on `device`; `op` and `argument` name the culprit.
void CheckDevice(const char* op, const char* argument, const at::Tensor& tensor, at::Device device);

// Raises in the operator's own words for a call whose tensors, `arguments`, are on the CPU, where there is no
// kernel.
[[noreturn]] void RefuseCpu(const char* op, std::initializer_list<const char*> arguments);

// Whether two dimensions are equal, for rules about shapes; symbolic ones get a guard.
struct SymIntsAgree {
  bool operator()(const c10::SymInt& a, const c10::SymInt& b) const {
    return a.sym_eq(b).guard_bool(__FILE__, __LINE__);
  }
};

// A dense row-major tensor of `like`'s shape, dtype and device: what GE makes in a graph, whatever `like`'s
// strides are.
at::Tensor DenseLike(const at::Tensor& like);

}  // namespace ascendc_ops
