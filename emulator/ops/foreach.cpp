// SPDX-License-Identifier: Apache-2.0
// One elementwise operator over a list of tensors.
#include <array>

#include "ops/dtype.h"
#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

using Tensors = std::vector<at::Tensor>;

Rule LikeList(std::string port) {
  return [port](const Call& c) {
    std::vector<Desc> descs;
    for (const ValueDesc& desc : c.Descs(port)) descs.push_back({desc.dims, ToScalarType(desc.dtype)});
    return descs;
  };
}

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
void AddEachNumber(Registry& r, const std::string& name, WithNumber function, const char* list,
                   const char* numbers) {
  AddEach(r, name + "Scalar(x*, scalar)", "x",
          [=](Call& c, const at::Tensor& x, std::size_t) { return function(x, c.Scalar("scalar")); });
  AddEach(r, name + "ScalarList(" + list + "*, " + numbers + ")", list,
          [=](Call& c, const at::Tensor& x, std::size_t i) { return function(x, NumberAt(c, numbers, i)); });
}

using Binary = at::Tensor (*)(const at::Tensor&, const at::Tensor&);

void AddEachPair(Registry& r, const std::string& type, Binary function) {
  AddEach(r, type + "List(x1*, x2*)", "x1",
          [=](Call& c, const at::Tensor& x, std::size_t i) { return function(x, c.List("x2").at(i)); });
}

using Fused = at::Tensor (*)(const at::Tensor&, const at::Tensor&, const at::Tensor&, const at::Scalar&);

// x + number * (a op b), with one number or one per tensor.
void AddEachFused(Registry& r, const std::string& name, Fused function,
                  const std::array<std::string, 3>& ports) {
  const std::string inputs = "(" + ports[0] + "*, " + ports[1] + "*, " + ports[2] + "*, scalar)";
  for (const bool list : {false, true}) {
    AddEach(r, name + (list ? "ScalarList" : "Scalar") + inputs, ports[0],
            [=](Call& c, const at::Tensor& x, std::size_t i) {
              return function(x, c.List(ports[1]).at(i), c.List(ports[2]).at(i),
                              list ? NumberAt(c, "scalar", i) : c.Scalar("scalar"));
            });
  }
}

at::Tensor Maximum(const at::Tensor& x, const at::Scalar& number) { return at::clamp_min(x, number); }
at::Tensor Minimum(const at::Tensor& x, const at::Scalar& number) { return at::clamp_max(x, number); }

// roundMode: 1 nearest, 2 down, 3 up, 4 nearest, 5 towards zero, 6 the fractional part.
at::Tensor Round(Call& c, const at::Tensor& x, std::size_t) {
  switch (c.Int("roundMode")) {
    case 1:
    case 4:
      return at::round(x);
    case 2:
      return at::floor(x);
    case 3:
      return at::ceil(x);
    case 5:
      return at::trunc(x);
    case 6:
      return at::frac(x);
    default:
      TORCH_CHECK(false, "roundMode must be 1 to 6, got ", c.Int("roundMode"));
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
  AddEachNumber(r, "Add", [](const at::Tensor& x, const at::Scalar& n) { return at::add(x, n); }, "x1", "x2");
  AddEachNumber(
      r, "Sub", [](const at::Tensor& x, const at::Scalar& n) { return at::sub(x, n); }, "x", "scalar");
  AddEachNumber(r, "Mul", at::mul, "x1", "x2");
  AddEachNumber(r, "Div", at::div, "x1", "x2");
  AddEachNumber(r, "Pow", at::pow, "x", "scalar");
  AddEachNumber(r, "Maximum", Maximum, "x", "scalars");
  AddEachNumber(r, "Minimum", Minimum, "x", "scalars");
  AddEachFused(r, "Addcmul", at::addcmul, {"x1", "x2", "x3"});
  AddEachFused(r, "Addcdiv", at::addcdiv, {"x", "x1", "x2"});
  AddEach(r, "LerpScalar(x1*, x2*, weight)", "x1", [](Call& c, const at::Tensor& x, std::size_t i) {
    return at::lerp(x, c.List("x2").at(i), c.Scalar("weight"));
  });
  AddEach(r, "LerpList(x1*, x2*, weights*)", "x1", [](Call& c, const at::Tensor& x, std::size_t i) {
    return at::lerp(x, c.List("x2").at(i), c.List("weights").at(i));
  });
  AddEach(r, "PowList(x*, x1*)", "x",
          [](Call& c, const at::Tensor& x, std::size_t i) { return at::pow(x, c.List("x1").at(i)); });
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
  AddEach(r, "RoundOffNumber(x*) {roundMode: int}", "x", Round);
}

}  // namespace cann_emulator::ops
