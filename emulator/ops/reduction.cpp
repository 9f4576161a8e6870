// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

using Axes = std::vector<std::int64_t>;
using Reduce = at::Tensor (*)(const at::Tensor& x, at::IntArrayRef axes, bool keep_dims);

at::Tensor Sum(const at::Tensor& x, at::IntArrayRef axes, bool keep) {
  return at::sum(x, axes, keep, x.scalar_type());
}
at::Tensor Max(const at::Tensor& x, at::IntArrayRef axes, bool keep) { return at::amax(x, axes, keep); }
at::Tensor Min(const at::Tensor& x, at::IntArrayRef axes, bool keep) { return at::amin(x, axes, keep); }
at::Tensor Any(const at::Tensor& x, at::IntArrayRef axes, bool keep) { return at::any(x, axes, keep); }
at::Tensor All(const at::Tensor& x, at::IntArrayRef axes, bool keep) { return at::all(x, axes, keep); }
at::Tensor Prod(const at::Tensor& x, at::IntArrayRef axes, bool keep) {
  Axes sorted;
  for (const std::int64_t axis : axes) sorted.push_back(at::maybe_wrap_dim(axis, x.dim()));
  std::sort(sorted.rbegin(), sorted.rend());
  at::Tensor y = x;
  for (const std::int64_t axis : sorted) y = at::prod(y, axis, keep, x.scalar_type());
  return y;
}
at::Tensor LogSumExp(const at::Tensor& x, at::IntArrayRef axes, bool keep) {
  return at::logsumexp(x, axes, keep);
}

std::vector<Desc> Reduced(const Call& c, const Axes& axes, bool keep) {
  return {{axes.empty() ? c.Sizes("x") : ReducedSizes(c.Sizes("x"), axes, keep), c.TypeOf("x")}};
}

// The reduction with axes as an input, and the same with axes as an attribute under the name with a D.
// Without axes nothing is reduced.
void AddReduce(Registry& r, const std::string& type, Reduce reduce) {
  const auto add = [&](const std::string& prototype, Axes (*axes_of)(const Call&)) {
    r.Add(
        prototype, [=](const Call& c) { return Reduced(c, axes_of(c), c.Bool("keep_dims")); },
        [=](Call& c) {
          const Axes axes = axes_of(c);
          return axes.empty() ? c.In("x") : reduce(c.In("x"), axes, c.Bool("keep_dims"));
        });
  };
  add(type + "(x, axes) {keep_dims: bool = false} -> y", [](const Call& c) { return c.Ints("axes"); });
  add(type + "D(x) {axes: ints, keep_dims: bool = false} -> y",
      [](const Call& c) { return c.IntList("axes"); });
}

// An attribute says whether no axes means none or all.
void AddMean(Registry& r, std::string_view prototype, Axes (*axes_of)(const Call&)) {
  const auto all_or = [=](const Call& c) {
    Axes axes = axes_of(c);
    for (std::size_t i = 0; !c.Bool("noop_with_empty_axes") && axes_of(c).empty() && i < c.Sizes("x").size();
         ++i) {
      axes.push_back(static_cast<std::int64_t>(i));
    }
    return axes;
  };
  r.Add(
      prototype, [=](const Call& c) { return Reduced(c, all_or(c), c.Bool("keep_dims")); },
      [=](Call& c) {
        const Axes axes = all_or(c);
        return axes.empty() ? c.In("x") : at::mean(c.In("x"), axes, c.Bool("keep_dims"));
      });
}

// Without axes every one is meant.
Axes OrAll(Axes axes, const at::Tensor& x) {
  if (!axes.empty()) return axes;
  for (std::int64_t i = 0; i < x.dim(); ++i) axes.push_back(i);
  return axes;
}

// sqrt of the mean square deviation from the given mean, or its reciprocal with epsilon under the root.
at::Tensor StdWithMean(Call& c) {
  const at::Tensor x = c.In("x");
  const Axes dims = OrAll(c.IntList("dim"), x);
  double count = 1;
  for (const std::int64_t dim : dims) count *= static_cast<double>(x.size(dim));
  const double divisor = c.Bool("unbiased") ? count - static_cast<double>(c.Int("correction")) : count;
  const at::Tensor deviation = at::sub(x, c.In("mean"));
  const at::Tensor variance = at::div(at::sum(at::square(deviation), dims, c.Bool("keepdim")), divisor);
  return c.Bool("invert") ? at::rsqrt(at::add(variance, c.Float("epsilon"))) : at::sqrt(variance);
}

// Of the norm. TorchAir writes infinity as the largest and smallest int32.
double Order(const Call& c) {
  const double p = c.Float("p");
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (p >= static_cast<double>(std::numeric_limits<std::int32_t>::max())) return kInfinity;
  return p <= static_cast<double>(std::numeric_limits<std::int32_t>::min()) ? -kInfinity : p;
}

at::Tensor LpNorm(Call& c) {
  const at::Tensor x = c.In("x");
  return at::linalg_vector_norm(x, Order(c), OrAll(c.IntList("axes"), x), c.Bool("keepdim"));
}

// The norm without its root, and the root: the two steps of a norm over parts of a tensor.
at::Tensor PowerSum(Call& c) {
  const double p = Order(c);
  const at::Tensor norm = LpNorm(c);
  return std::isinf(p) || p == 0.0 ? norm : at::pow(norm, p);
}

at::Tensor Root(Call& c) {
  const double p = Order(c);
  return std::isinf(p) || p == 0.0 ? c.In("x") : at::pow(c.In("x"), 1.0 / p);
}

}  // namespace

void AddReduction(Registry& r) {
  AddReduce(r, "ReduceSum", Sum);
  AddReduce(r, "ReduceMax", Max);
  AddReduce(r, "ReduceMin", Min);
  AddReduce(r, "ReduceAny", Any);
  AddReduce(r, "ReduceAll", All);
  AddReduce(r, "ReduceProd", Prod);
  AddReduce(r, "ReduceLogSumExp", LogSumExp);
  AddMean(r, "ReduceMean(x, axes) {keep_dims: bool = false, noop_with_empty_axes: bool = true} -> y",
          [](const Call& c) { return c.Ints("axes"); });
  AddMean(r, "ReduceMeanD(x) {axes: ints, keep_dims: bool = false, noop_with_empty_axes: bool = false} -> y",
          [](const Call& c) { return c.IntList("axes"); });
  r.Add(
      "ReduceStdWithMean(x, mean) {dim: ints = [], unbiased: bool = true, keepdim: bool = false, "
      "invert: bool = false, epsilon: float = 0.001, correction: int = 1} -> y",
      [](const Call& c) -> std::vector<Desc> {
        return {{ReducedSizes(c.Sizes("x"), c.IntList("dim"), c.Bool("keepdim")), c.TypeOf("x")}};
      },
      StdWithMean);
  const Rule norm = [](const Call& c) -> std::vector<Desc> {
    return {{ReducedSizes(c.Sizes("x"), c.IntList("axes"), c.Bool("keepdim")), c.TypeOf("x")}};
  };
  const std::string attrs =
      "(x) {p: float = 2.0, axes: ints = [], keepdim: bool = false, epsilon: float = 1e-12} -> y";
  r.Add("LpNormV2" + attrs, norm, LpNorm);
  r.Add("LpNormReduceV2" + attrs, norm, PowerSum);
  r.Add("LpNormUpdateV2(x) {p: float = 2.0, epsilon: float = 1e-12} -> y", Like("x"), Root);
}

}  // namespace cann_emulator::ops
