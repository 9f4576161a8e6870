// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

at::Tensor Affine(const Call& c) {
  at::Tensor x = c.In("x");
  if (c.Float("scale") != 1.0) x = x * c.Float("scale");
  if (c.Float("shift") != 0.0) x = x + c.Float("shift");
  return x;
}

// Base -1 stands for e.
at::Tensor Exp(Call& c) {
  const double base = c.Float("base");
  const at::Tensor x = Affine(c);
  return base == -1.0 ? at::exp(x) : at::exp(x * std::log(base));
}

at::Tensor Log(Call& c) {
  const double base = c.Float("base");
  const at::Tensor y = at::log(Affine(c));
  return base == -1.0 ? y : y / std::log(base);
}

}  // namespace

void AddUnaryMath(Registry& r) {
  r.AddUnary("Acos(x) -> y", at::acos_out, Result::kFloat);
  r.AddUnary("Acosh(x) -> y", at::acosh_out, Result::kFloat);
  r.AddUnary("Asin(x) -> y", at::asin_out, Result::kFloat);
  r.AddUnary("Asinh(x) -> y", at::asinh_out, Result::kFloat);
  r.AddUnary("Atan(x) -> y", at::atan_out, Result::kFloat);
  r.AddUnary("Atanh(x) -> y", at::atanh_out, Result::kFloat);
  r.AddUnary("Ceil(x) -> y", at::ceil_out);
  r.AddUnary("Cos(x) -> y", at::cos_out, Result::kFloat);
  r.AddUnary("Cosh(x) -> y", at::cosh_out, Result::kFloat);
  r.AddUnary("Erf(x) -> y", at::erf_out, Result::kFloat);
  r.AddUnary("Erfc(x) -> y", at::erfc_out, Result::kFloat);
  r.AddUnary("Erfinv(input_x) -> output_y", at::erfinv_out, Result::kFloat);
  r.AddUnary("Expm1(x) -> y", at::expm1_out, Result::kFloat);
  r.AddUnary("Floor(x) -> y", at::floor_out);
  r.AddUnary("Invert(x) -> y", at::bitwise_not_out);
  r.AddUnary("Log1p(x) -> y", at::log1p_out, Result::kFloat);
  r.AddUnary("Neg(x) -> y", at::neg_out);
  r.AddUnary("Reciprocal(x) -> y", at::reciprocal_out, Result::kFloat);
  r.AddUnary("Round(x) -> y", at::round_out);
  r.AddUnary("Rsqrt(x) -> y", at::rsqrt_out, Result::kFloat);
  r.AddUnary("Sign(x) -> y", at::sign_out);
  r.AddUnary("Sin(x) -> y", at::sin_out, Result::kFloat);
  r.AddUnary("Sinh(x) -> y", at::sinh_out, Result::kFloat);
  r.AddUnary("Sqrt(x) -> y", at::sqrt_out, Result::kFloat);
  r.AddUnary("Tan(x) -> y", at::tan_out, Result::kFloat);
  r.AddUnary("Tanh(x) -> y", at::tanh_out, Result::kFloat);
  r.AddUnary("Trunc(input_x) -> output_y", at::trunc_out);

  r.Add(
      "Abs(x) -> y",
      [](const Call& c) -> std::vector<Desc> {
        return {{c.Sizes("x"), c10::toRealValueType(c.TypeOf("x"))}};
      },
      [](Call& c) { return at::abs(c.In("x")); });
  r.Add("Square(x) -> y", Like("x"), [](Call& c) { return at::square(c.In("x")); });
  r.Add("Exp(x) {base: float = -1.0, scale: float = 1.0, shift: float = 0.0} -> y",
        Broadcast({"x"}, Result::kFloat), Exp);
  r.Add("Log(x) {base: float = -1.0, scale: float = 1.0, shift: float = 0.0} -> y",
        Broadcast({"x"}, Result::kFloat), Log);
  const Rule part = [](const Call& c) -> std::vector<Desc> { return {{c.Sizes("input"), c.Type("Tout")}}; };
  r.Add("Real(input) {Tout: type = DT_FLOAT} -> output", part,
        [](Call& c) { return at::real(c.In("input")); });
  r.Add("Imag(input) {Tout: type = DT_FLOAT} -> output", part,
        [](Call& c) { return at::imag(c.In("input")); });
}

}  // namespace cann_emulator::ops
