// SPDX-License-Identifier: Apache-2.0
#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

// Div and RealDiv keep integers integral, rounding towards zero.
at::Tensor Divide(Call& c) {
  const at::Tensor x1 = c.In("x1");
  const at::Tensor x2 = c.In("x2");
  const bool integral = at::isIntegralType(at::result_type(x1, x2), /*includeBool=*/true);
  return integral ? at::div(x1, x2, "trunc") : at::div(x1, x2);
}

at::Tensor Clip(Call& c) {
  const at::Tensor x = c.In("x");
  return at::clamp(x, c.In("clip_value_min").to(x.scalar_type()), c.In("clip_value_max").to(x.scalar_type()));
}

at::Tensor Lerp(Call& c) {
  const at::Tensor weight = c.In("weight");
  return at::lerp(c.In("start"), c.In("end"), weight);
}

}  // namespace

void AddBinaryMath(Registry& r) {
  r.AddBinary("Atan2(x1, x2) -> y", at::atan2, at::atan2_out);
  r.AddBinary("BitwiseAnd(x1, x2) -> y", at::bitwise_and, at::bitwise_and_out);
  r.AddBinary("BitwiseOr(x1, x2) -> y", at::bitwise_or, at::bitwise_or_out);
  r.AddBinary("BitwiseXor(x1, x2) -> y", at::bitwise_xor, at::bitwise_xor_out);
  r.AddBinary("FloorMod(x1, x2) -> y", at::remainder, at::remainder_out);
  r.AddBinary("LeftShift(x, y) -> z", at::bitwise_left_shift, at::bitwise_left_shift_out);
  r.AddBinary("Maximum(x1, x2) -> y", at::maximum, at::maximum_out);
  r.AddBinary("Minimum(x1, x2) -> y", at::minimum, at::minimum_out);
  r.AddBinary("Mod(x1, x2) -> y", at::fmod, at::fmod_out);
  r.AddBinary("Mul(x1, x2) -> y", at::mul, at::mul_out);
  r.AddBinary("Pow(x1, x2) -> y", at::pow, at::pow_out);
  r.AddBinary("RightShift(x, y) -> z", at::bitwise_right_shift, at::bitwise_right_shift_out);
  r.AddBinary("Xlogy(x1, x2) -> y", at::xlogy, at::xlogy_out);
  r.AddBinary(
      "Add(x1, x2) -> y", [](const at::Tensor& a, const at::Tensor& b) { return at::add(a, b); },
      [](at::Tensor& out, const at::Tensor& a, const at::Tensor& b) -> at::Tensor& { return at::add_out(out, a, b); });
  r.AddBinary(
      "Sub(x1, x2) -> y", [](const at::Tensor& a, const at::Tensor& b) { return at::sub(a, b); },
      [](at::Tensor& out, const at::Tensor& a, const at::Tensor& b) -> at::Tensor& { return at::sub_out(out, a, b); });

  r.Add("RealDiv(x1, x2) -> y", Divide);
  r.Add("Div(x1, x2) -> y", Divide);
  r.Add("FloorDiv(x1, x2) -> y", [](Call& c) { return at::div(c.In("x1"), c.In("x2"), "floor"); });
  r.Add("TruncateDiv(x1, x2) -> y", [](Call& c) { return at::div(c.In("x1"), c.In("x2"), "trunc"); });
  r.Add("Adds(x) {value: float} -> y", [](Call& c) { return at::add(c.In("x"), c.Float("value")); });
  r.Add("Muls(x) {value: float} -> y", [](Call& c) { return at::mul(c.In("x"), c.Float("value")); });
  r.Add("AddN(x*) {N: int} -> y", [](Call& c) {
    const std::vector<at::Tensor> x = c.List("x");
    TORCH_CHECK(!x.empty(), "expected at least one input");
    at::Tensor sum = x[0];
    for (std::size_t i = 1; i < x.size(); ++i) sum = at::add(sum, x[i]);
    return sum;
  });
  r.Add("AxpyV2(x1, x2, alpha) -> y",
        [](Call& c) { return at::add(c.In("x1"), c.In("x2"), ScalarOrOne(c, "alpha")); });
  r.Add("Sxpy(x1, x2, alpha?) -> y", [](Call& c) {
    const at::Scalar alpha = c.Optional("alpha") ? ScalarOrOne(c, "alpha") : at::Scalar(1);
    return at::sub(c.In("x1"), c.In("x2"), alpha);
  });
  r.Add("Addcdiv(input_data, x1, x2, value) -> y",
        [](Call& c) { return at::addcdiv(c.In("input_data"), c.In("x1"), c.In("x2"), ScalarOrOne(c, "value")); });
  r.Add("Addcmul(input_data, x1, x2, value) -> y",
        [](Call& c) { return at::addcmul(c.In("input_data"), c.In("x1"), c.In("x2"), ScalarOrOne(c, "value")); });
  r.Add("Lerp(start, end, weight) -> y", Lerp);
  r.Add("ClipByValue(x, clip_value_min, clip_value_max) -> y", Clip);
  r.Add("ClipByValueV2(x, clip_value_min, clip_value_max) -> y", Clip);
  r.Add("Complex(real, imag) {Tout: type = DT_COMPLEX64} -> out", [](Call& c) {
    const at::Tensor real = c.In("real");
    const at::Tensor imag = c.In("imag");
    if (c.inferring()) return Meta(at::infer_size(real.sizes(), imag.sizes()), c.Type("Tout"));
    return at::complex(real, imag);
  });
}

}  // namespace cann_emulator::ops
