// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

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
  // logsumexp has no kernel for meta tensors; its shape is that of any other reduction.
  return x.is_meta() ? at::amax(x, axes, keep) : at::logsumexp(x, axes, keep);
}

// The reduction with axes as an input, and the same with axes as an attribute under the name with a D. Without axes
// nothing is reduced.
void AddReduce(Registry& r, const std::string& type, Reduce reduce) {
  const auto run = [reduce](const at::Tensor& x, const Axes& axes, bool keep) {
    return axes.empty() ? x : reduce(x, axes, keep);
  };
  r.Add(type + "(x, axes) {keep_dims: bool = false} -> y",
        [run](Call& c) { return run(c.In("x"), c.Ints("axes"), c.Bool("keep_dims")); });
  r.Add(type + "D(x) {axes: ints, keep_dims: bool = false} -> y",
        [run](Call& c) { return run(c.In("x"), c.IntList("axes"), c.Bool("keep_dims")); });
}

at::Tensor MeanOf(const Call& c, const Axes& axes) {
  const at::Tensor x = c.In("x");
  if (!axes.empty()) return at::mean(x, axes, c.Bool("keep_dims"));
  return c.Bool("noop_with_empty_axes") ? x : at::mean(x, at::OptionalIntArrayRef(), c.Bool("keep_dims"));
}

// sqrt of the mean square deviation from the given mean, or its reciprocal with epsilon under the root.
at::Tensor StdWithMean(Call& c) {
  const at::Tensor x = c.In("x");
  Axes dims = c.IntList("dim");
  for (std::int64_t i = 0; dims.empty() && i < x.dim(); ++i) dims.push_back(i);
  double count = 1;
  for (const std::int64_t dim : dims) count *= static_cast<double>(x.size(dim));
  const double divisor = c.Bool("unbiased") ? count - static_cast<double>(c.Int("correction")) : count;
  const at::Tensor deviation = at::sub(x, c.In("mean"));
  const at::Tensor variance = at::div(at::sum(at::square(deviation), dims, c.Bool("keepdim")), divisor);
  return c.Bool("invert") ? at::rsqrt(at::add(variance, c.Float("epsilon"))) : at::sqrt(variance);
}

at::Tensor LpNorm(Call& c) {
  const at::Tensor x = c.In("x");
  Axes axes = c.IntList("axes");
  for (std::int64_t i = 0; axes.empty() && i < x.dim(); ++i) axes.push_back(i);
  return at::linalg_vector_norm(x, c.Float("p"), axes, c.Bool("keepdim"));
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
  r.Add("ReduceMean(x, axes) {keep_dims: bool = false, noop_with_empty_axes: bool = true} -> y",
        [](Call& c) { return MeanOf(c, c.Ints("axes")); });
  r.Add("ReduceMeanD(x) {axes: ints, keep_dims: bool = false, noop_with_empty_axes: bool = false} -> y",
        [](Call& c) { return MeanOf(c, c.IntList("axes")); });
  r.Add(
      "ReduceStdWithMean(x, mean) {dim: ints = [], unbiased: bool = true, keepdim: bool = false, "
      "invert: bool = false, epsilon: float = 0.001, correction: int = 1} -> y",
      StdWithMean);
  r.Add("LpNormV2(x) {p: float = 2.0, axes: ints = [], keepdim: bool = false, epsilon: float = 1e-12} -> y",
        LpNorm);
}

}  // namespace cann_emulator::ops
