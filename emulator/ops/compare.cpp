// SPDX-License-Identifier: Apache-2.0
#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

void AddSelect(Registry& r, std::string_view prototype, std::string then_port, std::string else_port) {
  const Rule rule = [=](const Call& c) -> std::vector<Desc> {
    return {
        {BroadcastSizes(c, {"condition", then_port, else_port}), PromotedType(c, {then_port, else_port})}};
  };
  r.Add(prototype, rule, [=](Call& c) {
    return at::where(c.In("condition").to(at::kBool), c.In(then_port), c.In(else_port));
  });
}

at::Tensor MaskedFill(Call& c) {
  const at::Tensor x = c.In("x");
  return at::where(c.In("mask").to(at::kBool), c.In("value").to(x.scalar_type()).reshape({}), x);
}

}  // namespace

void AddCompare(Registry& r) {
  r.AddBinary("Equal(x1, x2) -> y", at::eq_out, Result::kBool);
  r.AddBinary("NotEqual(x1, x2) -> y", at::ne_out, Result::kBool);
  r.AddBinary("Greater(x1, x2) -> y", at::gt_out, Result::kBool);
  r.AddBinary("GreaterEqual(x1, x2) -> y", at::ge_out, Result::kBool);
  r.AddBinary("Less(x1, x2) -> y", at::lt_out, Result::kBool);
  r.AddBinary("LessEqual(x1, x2) -> y", at::le_out, Result::kBool);

  const auto truth = [](const at::Tensor& x) { return x.to(at::kBool); };
  r.Add("LogicalAnd(x1, x2) -> y", Broadcast({"x1", "x2"}, Result::kBool),
        [=](Call& c) { return truth(c.In("x1")) & truth(c.In("x2")); });
  r.Add("LogicalOr(x1, x2) -> y", Broadcast({"x1", "x2"}, Result::kBool),
        [=](Call& c) { return truth(c.In("x1")) | truth(c.In("x2")); });
  const Rule test = Broadcast({"x"}, Result::kBool);
  r.Add("LogicalNot(x) -> y", test, [=](Call& c) { return at::bitwise_not(truth(c.In("x"))); });
  r.Add("IsFinite(x) -> y", test, [](Call& c) { return at::isfinite(c.In("x")); });
  r.Add("IsInf(x) -> y", test, [](Call& c) { return at::isinf(c.In("x")); });
  r.Add("IsNan(x) -> y", test, [](Call& c) { return at::isnan(c.In("x")); });
  r.Add(
      "TensorEqual(input_x, input_y) -> output_z",
      [](const Call&) -> std::vector<Desc> { return {{{}, at::kBool}}; },
      [](Call& c) { return at::scalar_tensor(at::equal(c.In("input_x"), c.In("input_y")), at::kBool); });
  AddSelect(r, "Select(condition, x1, x2) -> y", "x1", "x2");
  AddSelect(r, "SelectV2(condition, then, else) -> result", "then", "else");
  r.Add(
      "MaskedFill(x, mask, value) -> y",
      [](const Call& c) -> std::vector<Desc> { return {{BroadcastSizes(c, {"x", "mask"}), c.TypeOf("x")}}; },
      MaskedFill);
}

}  // namespace cann_emulator::ops
