// SPDX-License-Identifier: Apache-2.0
#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

at::Tensor Select(Call& c, const char* then_port, const char* else_port) {
  const at::Tensor condition = c.In("condition");
  const at::Tensor then_value = c.In(then_port);
  const at::Tensor else_value = c.In(else_port);
  if (c.inferring()) {
    const auto sizes =
        at::infer_size(condition.sizes(), at::infer_size(then_value.sizes(), else_value.sizes()));
    return Meta(sizes, at::result_type(then_value, else_value));
  }
  return at::where(condition.to(at::kBool), then_value, else_value);
}

at::Tensor MaskedFill(Call& c) {
  const at::Tensor x = c.In("x");
  const at::Tensor mask = c.In("mask");
  if (c.inferring()) return Meta(at::infer_size(x.sizes(), mask.sizes()), x.scalar_type());
  return at::where(mask.to(at::kBool), c.In("value").to(x.scalar_type()).reshape({}), x);
}

}  // namespace

void AddCompare(Registry& r) {
  r.AddBinary("Equal(x1, x2) -> y", at::eq, at::eq_out);
  r.AddBinary("NotEqual(x1, x2) -> y", at::ne, at::ne_out);
  r.AddBinary("Greater(x1, x2) -> y", at::gt, at::gt_out);
  r.AddBinary("GreaterEqual(x1, x2) -> y", at::ge, at::ge_out);
  r.AddBinary("Less(x1, x2) -> y", at::lt, at::lt_out);
  r.AddBinary("LessEqual(x1, x2) -> y", at::le, at::le_out);

  const auto truth = [](const at::Tensor& x) { return x.to(at::kBool); };
  r.Add("LogicalAnd(x1, x2) -> y", [=](Call& c) { return truth(c.In("x1")) & truth(c.In("x2")); });
  r.Add("LogicalOr(x1, x2) -> y", [=](Call& c) { return truth(c.In("x1")) | truth(c.In("x2")); });
  r.Add("LogicalNot(x) -> y", [=](Call& c) { return at::bitwise_not(truth(c.In("x"))); });
  r.Add("IsFinite(x) -> y", [](Call& c) {
    return c.inferring() ? Meta(c.In("x").sizes(), at::kBool) : at::isfinite(c.In("x"));
  });
  r.Add("IsInf(x) -> y", [](Call& c) {
    return c.inferring() ? Meta(c.In("x").sizes(), at::kBool) : at::isinf(c.In("x"));
  });
  r.Add("IsNan(x) -> y", [](Call& c) {
    return c.inferring() ? Meta(c.In("x").sizes(), at::kBool) : at::isnan(c.In("x"));
  });
  r.Add("TensorEqual(input_x, input_y) -> output_z", [](Call& c) {
    if (c.inferring()) return Meta({}, at::kBool);
    return at::scalar_tensor(at::equal(c.In("input_x"), c.In("input_y")), at::kBool);
  });
  r.Add("Select(condition, x1, x2) -> y", [](Call& c) { return Select(c, "x1", "x2"); });
  r.Add("SelectV2(condition, then, else) -> result", [](Call& c) { return Select(c, "then", "else"); });
  r.Add("MaskedFill(x, mask, value) -> y", MaskedFill);
}

}  // namespace cann_emulator::ops
