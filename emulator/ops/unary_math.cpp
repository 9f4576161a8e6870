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
  r.AddUnary("Acos(x) -> y", at::acos, at::acos_out);
  r.AddUnary("Acosh(x) -> y", at::acosh, at::acosh_out);
  r.AddUnary("Asin(x) -> y", at::asin, at::asin_out);
  r.AddUnary("Asinh(x) -> y", at::asinh, at::asinh_out);
  r.AddUnary("Atan(x) -> y", at::atan, at::atan_out);
  r.AddUnary("Atanh(x) -> y", at::atanh, at::atanh_out);
  r.AddUnary("Ceil(x) -> y", at::ceil, at::ceil_out);
  r.AddUnary("Cos(x) -> y", at::cos, at::cos_out);
  r.AddUnary("Cosh(x) -> y", at::cosh, at::cosh_out);
  r.AddUnary("Erf(x) -> y", at::erf, at::erf_out);
  r.AddUnary("Erfc(x) -> y", at::erfc, at::erfc_out);
  r.AddUnary("Erfinv(input_x) -> output_y", at::erfinv, at::erfinv_out);
  r.AddUnary("Expm1(x) -> y", at::expm1, at::expm1_out);
  r.AddUnary("Floor(x) -> y", at::floor, at::floor_out);
  r.AddUnary("Invert(x) -> y", at::bitwise_not, at::bitwise_not_out);
  r.AddUnary("Log1p(x) -> y", at::log1p, at::log1p_out);
  r.AddUnary("Neg(x) -> y", at::neg, at::neg_out);
  r.AddUnary("Reciprocal(x) -> y", at::reciprocal, at::reciprocal_out);
  r.AddUnary("Round(x) -> y", at::round, at::round_out);
  r.AddUnary("Rsqrt(x) -> y", at::rsqrt, at::rsqrt_out);
  r.AddUnary("Sign(x) -> y", at::sign, at::sign_out);
  r.AddUnary("Sin(x) -> y", at::sin, at::sin_out);
  r.AddUnary("Sinh(x) -> y", at::sinh, at::sinh_out);
  r.AddUnary("Sqrt(x) -> y", at::sqrt, at::sqrt_out);
  r.AddUnary("Tan(x) -> y", at::tan, at::tan_out);
  r.AddUnary("Tanh(x) -> y", at::tanh, at::tanh_out);
  r.AddUnary("Trunc(input_x) -> output_y", at::trunc, at::trunc_out);

  r.Add("Abs(x) -> y", [](Call& c) {
    const at::Tensor x = c.In("x");
    at::Tensor y = c.Out(0, x.sizes(), c10::toRealValueType(x.scalar_type()));
    return c.inferring() ? y : at::abs_out(y, x);
  });
  r.Add("Square(x) -> y", [](Call& c) { return at::square(c.In("x")); });
  r.Add("Exp(x) {base: float = -1.0, scale: float = 1.0, shift: float = 0.0} -> y", Exp);
  r.Add("Log(x) {base: float = -1.0, scale: float = 1.0, shift: float = 0.0} -> y", Log);
  r.Add("Real(input) {Tout: type = DT_FLOAT} -> output", [](Call& c) { return at::real(c.In("input")); });
  r.Add("Imag(input) {Tout: type = DT_FLOAT} -> output", [](Call& c) { return at::imag(c.In("input")); });
}

}  // namespace cann_emulator::ops
