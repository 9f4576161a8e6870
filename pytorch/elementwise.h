// SPDX-License-Identifier: Apache-2.0
// What the torch side of elementwise operators has in common.
#pragma once

#include <ATen/core/Tensor.h>

#include <initializer_list>
#include <optional>
#include <string>

namespace ascendc_ops {

// Raises "<op>: <problem>" unless `problem`, what a rule of kernel/<op>.h answered, is empty.
void CheckRule(const char* op, const std::string& problem);

// A tensor argument of a call and its name in the schema.
struct Argument {
  const char* name;
  const at::Tensor& tensor;
};

// The NPU that all `arguments` are on. Raises, naming the culprit, when they are not on one NPU.
at::Device CheckOnNpu(const char* op, std::initializer_list<Argument> arguments);

// Whether two dimensions are equal, for rules about shapes; symbolic ones get a guard.
struct SymIntsAgree {
  bool operator()(const c10::SymInt& a, const c10::SymInt& b) const {
    return a.sym_eq(b).guard_bool(__FILE__, __LINE__);
  }
};

// BroadcastDimOf for symbolic dimensions, as torch broadcasts them: a guard only where neither is known to
// be 1.
inline std::optional<c10::SymInt> BroadcastSymInts(const c10::SymInt& a, const c10::SymInt& b) {
  if (b.sym_eq(1).guard_or_false(__FILE__, __LINE__)) {
    return a;
  }
  if (a.sym_eq(1).guard_or_false(__FILE__, __LINE__)) {
    return b;
  }
  return SymIntsAgree()(a, b) ? std::optional(a) : std::nullopt;
}

// A dense row-major tensor of `like`'s shape, dtype and device: what GE makes in a graph, whatever `like`'s
// strides are.
at::Tensor DenseLike(const at::Tensor& like);

// As above with other sizes.
at::Tensor DenseLike(const at::Tensor& like, c10::SymIntArrayRef sizes);

}  // namespace ascendc_ops
