// SPDX-License-Identifier: Apache-2.0
// One elementwise operator over a list of tensors.
#include "ops/dtype.h"
#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

using Tensors = std::vector<at::Tensor>;

template <typename F>
void AddEach(Registry& r, const std::string& prototype, const std::string& list, F each) {
  r.Add("Foreach" + prototype + " -> y*", LikeList(list), [=](Call& c) {
    const Tensors x = c.List(list);
    Tensors y;
    for (std::size_t i = 0; i < x.size(); ++i) y.push_back(each(c, x[i], i));
    return y;
  });
}

using Unary = at::Tensor (*)(const at::Tensor&);

void AddEachUnary(Registry& r, const std::string& type, Unary function) {
  AddEach(r, type + "(x*)", "x", [=](Call&, const at::Tensor& x, std::size_t) { return function(x); });
}

// Element i of an input that holds one number per tensor.
at::Scalar NumberAt(const Call& c, std::string_view port, std::size_t i) {
  const at::Tensor numbers = c.In(port).flatten();
  TORCH_CHECK(static_cast<std::int64_t>(i) < numbers.numel(), "input ", port, " has ", numbers.numel(),
              " numbers, fewer than there are tensors");
  return numbers[static_cast<std::int64_t>(i)].item();
}

using WithNumber = at::Tensor (*)(const at::Tensor&, const at::Scalar&);

// The variants with one number, and with one per tensor.
void AddEachNumber(Registry& r, const std::string& name, WithNumber function) {
  AddEach(r, name + "Scalar(x*, scalar)", "x",
          [=](Call& c, const at::Tensor& x, std::size_t) { return function(x, c.Scalar("scalar")); });
  AddEach(r, name + "ScalarList(x*, scalars)", "x", [=](Call& c, const at::Tensor& x, std::size_t i) {
    return function(x, NumberAt(c, "scalars", i));
  });
}

using Binary = at::Tensor (*)(const at::Tensor&, const at::Tensor&);

void AddEachPair(Registry& r, const std::string& type, Binary function) {
  AddEach(r, type + "List(x1*, x2*)", "x1",
          [=](Call& c, const at::Tensor& x, std::size_t i) { return function(x, c.List("x2").at(i)); });
}

using Fused = at::Tensor (*)(const at::Tensor&, const at::Tensor&, const at::Tensor&, const at::Scalar&);

// x1 + number * (x2 op x3), with one number or one per tensor.
void AddEachFused(Registry& r, const std::string& name, Fused function) {
  AddEach(r, name + "Scalar(x1*, x2*, x3*, scalar)", "x1", [=](Call& c, const at::Tensor& x, std::size_t i) {
    return function(x, c.List("x2").at(i), c.List("x3").at(i), c.Scalar("scalar"));
  });
  AddEach(r, name + "ScalarList(x1*, x2*, x3*, scalars)", "x1",
          [=](Call& c, const at::Tensor& x, std::size_t i) {
            return function(x, c.List("x2").at(i), c.List("x3").at(i), NumberAt(c, "scalars", i));
          });
}

at::Tensor Maximum(const at::Tensor& x, const at::Scalar& number) { return at::clamp_min(x, number); }
at::Tensor Minimum(const at::Tensor& x, const at::Scalar& number) { return at::clamp_max(x, number); }

// roundMode: 1 nearest, 2 down, 3 up, 4 nearest, 5 towards zero, 7 the fractional part.
at::Tensor Round(Call& c, const at::Tensor& x, std::size_t) {
  const std::int64_t mode = c.Scalar("roundMode").toLong();
  switch (mode) {
    case 1:
    case 4:
      return at::round(x);
    case 2:
      return at::floor(x);
    case 3:
      return at::ceil(x);
    case 5:
      return at::trunc(x);
    case 7:
      return at::frac(x);
    default:
      TORCH_CHECK(false, "roundMode must be 1 to 5 or 7, got ", mode);
  }
}

}  // namespace

void AddForeach(Registry& r) {
  AddEachUnary(r, "Abs", at::abs);
  AddEachUnary(r, "Cos", at::cos);
  AddEachUnary(r, "Cosh", at::cosh);
  AddEachUnary(r, "Erf", at::erf);
  AddEachUnary(r, "Erfc", at::erfc);
  AddEachUnary(r, "Exp", at::exp);
  AddEachUnary(r, "Expm1", at::expm1);
  AddEachUnary(r, "Log1p", at::log1p);
  AddEachUnary(r, "Log2", at::log2);
  AddEachUnary(r, "Sigmoid", at::sigmoid);
  AddEachUnary(r, "Sin", at::sin);
  AddEachUnary(r, "Sinh", at::sinh);
  AddEachUnary(r, "Tan", at::tan);
  AddEachUnary(r, "Tanh", at::tanh);
  AddEachUnary(r, "Atan", at::atan);
  AddEachPair(r, "Mul", at::mul);
  AddEachPair(r, "Div", at::div);
  AddEachPair(r, "Maximum", at::maximum);
  AddEachPair(r, "Minimum", at::minimum);
  AddEachPair(r, "Pow", at::pow);
  AddEachNumber(r, "Add", [](const at::Tensor& x, const at::Scalar& n) { return at::add(x, n); });
  AddEachNumber(r, "Sub", [](const at::Tensor& x, const at::Scalar& n) { return at::sub(x, n); });
  AddEachNumber(r, "Mul", at::mul);
  AddEachNumber(r, "Div", at::div);
  AddEachNumber(r, "Pow", at::pow);
  AddEachNumber(r, "Maximum", Maximum);
  AddEachNumber(r, "Minimum", Minimum);
  AddEachFused(r, "Addcmul", at::addcmul);
  AddEachFused(r, "Addcdiv", at::addcdiv);
  AddEach(r, "LerpScalar(x1*, x2*, weight)", "x1", [](Call& c, const at::Tensor& x, std::size_t i) {
    return at::lerp(x, c.List("x2").at(i), c.Scalar("weight"));
  });
  AddEach(r, "LerpList(x1*, x2*, weight*)", "x1", [](Call& c, const at::Tensor& x, std::size_t i) {
    return at::lerp(x, c.List("x2").at(i), c.List("weight").at(i));
  });
  AddEach(r, "PowScalarAndTensor(scalar, x*)", "x",
          [](Call& c, const at::Tensor& x, std::size_t) { return at::pow(c.Scalar("scalar"), x); });
  r.Add(
      "ForeachNorm(x*, scalar) -> y*",
      [](const Call& c) {
        std::vector<Desc> descs;
        for (const ValueDesc& desc : c.Descs("x")) descs.push_back({{}, ToScalarType(desc.dtype)});
        return descs;
      },
      [](Call& c) {
        Tensors norms;
        for (const at::Tensor& x : c.List("x"))
          norms.push_back(at::linalg_vector_norm(x, c.Scalar("scalar")));
        return norms;
      });
  AddEach(r, "RoundOffNumber(x*, roundMode)", "x", Round);
}

}  // namespace cann_emulator::ops
