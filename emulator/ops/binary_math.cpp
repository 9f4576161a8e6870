// SPDX-License-Identifier: Apache-2.0
#include "ops/dtype.h"
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

std::vector<Desc> AddNDesc(const Call& c) {
  const std::vector<ValueDesc> x = c.Descs("x");
  TORCH_CHECK(!x.empty(), "expected at least one input");
  return {{x[0].dims, ToScalarType(x[0].dtype)}};
}

at::Tensor AddN(Call& c) {
  const std::vector<at::Tensor> x = c.List("x");
  at::Tensor sum = x[0];
  for (std::size_t i = 1; i < x.size(); ++i) sum = at::add(sum, x[i]);
  return sum;
}

at::Tensor Lerp(Call& c) {
  const at::Tensor weight = c.In("weight");
  return at::lerp(c.In("start"), c.In("end"), weight);
}

// Each pair of halves of the last dimension turned by an angle given as cosine and sine.
at::Tensor RotaryMul(Call& c) {
  const at::Tensor x = c.In("x");
  const std::vector<at::Tensor> halves = x.chunk(2, -1);
  TORCH_CHECK(halves.size() == 2 && halves[0].sizes() == halves[1].sizes(),
              "expected an even last dimension");
  return x * c.In("r1") + at::cat({-halves[1], halves[0]}, -1) * c.In("r2");
}

}  // namespace

void AddBinaryMath(Registry& r) {
  r.AddBinary("Atan2(x1, x2) -> y", at::atan2_out, Result::kFloat);
  r.AddBinary("BitwiseAnd(x1, x2) -> y", at::bitwise_and_out);
  r.AddBinary("BitwiseOr(x1, x2) -> y", at::bitwise_or_out);
  r.AddBinary("BitwiseXor(x1, x2) -> y", at::bitwise_xor_out);
  r.AddBinary("FloorMod(x1, x2) -> y", at::remainder_out);
  r.AddBinary("LeftShift(x, y) -> z", at::bitwise_left_shift_out);
  r.AddBinary("Maximum(x1, x2) -> y", at::maximum_out);
  r.AddBinary("Minimum(x1, x2) -> y", at::minimum_out);
  r.AddBinary("Mod(x1, x2) -> y", at::fmod_out);
  r.AddBinary("Mul(x1, x2) -> y", at::mul_out);
  r.AddBinary("Pow(x1, x2) -> y", at::pow_out);
  r.AddBinary("RightShift(x, y) -> z", at::bitwise_right_shift_out);
  r.AddBinary("Xlogy(x1, x2) -> y", at::xlogy_out, Result::kFloat);
  r.AddBinary("Add(x1, x2) -> y", [](at::Tensor& y, const at::Tensor& a, const at::Tensor& b) -> at::Tensor& {
    return at::add_out(y, a, b);
  });
  r.AddBinary("Sub(x1, x2) -> y", [](at::Tensor& y, const at::Tensor& a, const at::Tensor& b) -> at::Tensor& {
    return at::sub_out(y, a, b);
  });

  r.Add("RealDiv(x1, x2) -> y", Broadcast({"x1", "x2"}), Divide);
  r.Add("Div(x1, x2) -> y", Broadcast({"x1", "x2"}), Divide);
  r.Add("FloorDiv(x1, x2) -> y", Broadcast({"x1", "x2"}),
        [](Call& c) { return at::div(c.In("x1"), c.In("x2"), "floor"); });
  r.Add("TruncateDiv(x1, x2) -> y", Broadcast({"x1", "x2"}),
        [](Call& c) { return at::div(c.In("x1"), c.In("x2"), "trunc"); });
  r.Add("Adds(x) {value: float} -> y", Broadcast({"x"}, Result::kFloat),
        [](Call& c) { return at::add(c.In("x"), c.Float("value")); });
  r.Add("Muls(x) {value: float} -> y", Broadcast({"x"}, Result::kFloat),
        [](Call& c) { return at::mul(c.In("x"), c.Float("value")); });
  r.Add("AddN(x*) {N: int} -> y", AddNDesc, AddN);
  r.Add("AxpyV2(x1, x2, alpha) -> y", Broadcast({"x1", "x2"}),
        [](Call& c) { return at::add(c.In("x1"), c.In("x2"), c.Scalar("alpha")); });
  r.Add("Sxpy(x1, x2, alpha?) -> y", Broadcast({"x1", "x2"}), [](Call& c) {
    const at::Scalar alpha = c.Has("alpha") ? c.Scalar("alpha") : at::Scalar(1);
    return at::sub(c.In("x1"), c.In("x2"), alpha);
  });
  r.Add("Addcdiv(input_data, x1, x2, value) -> y", Broadcast({"input_data", "x1", "x2"}),
        [](Call& c) { return at::addcdiv(c.In("input_data"), c.In("x1"), c.In("x2"), c.Scalar("value")); });
  r.Add("Addcmul(input_data, x1, x2, value) -> y", Broadcast({"input_data", "x1", "x2"}),
        [](Call& c) { return at::addcmul(c.In("input_data"), c.In("x1"), c.In("x2"), c.Scalar("value")); });
  r.Add("RotaryMul(x, r1, r2) -> y", Like("x"), RotaryMul);
  r.Add("Lerp(start, end, weight) -> y", Broadcast({"start", "end", "weight"}), Lerp);
  r.Add("ClipByValue(x, clip_value_min, clip_value_max) -> y", Like("x"), Clip);
  r.Add("ClipByValueV2(x, clip_value_min, clip_value_max) -> y", Like("x"), Clip);
  r.Add(
      "Complex(real, imag) {Tout: type = DT_COMPLEX64} -> out",
      [](const Call& c) -> std::vector<Desc> {
        return {{BroadcastSizes(c, {"real", "imag"}), c.Type("Tout")}};
      },
      [](Call& c) { return at::complex(c.In("real"), c.In("imag")); });
}

}  // namespace cann_emulator::ops
