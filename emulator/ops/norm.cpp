// SPDX-License-Identifier: Apache-2.0
// Layer, group and root-mean-square normalisation. Statistics are float32 for half types.
#include "ops/norm.h"

#include <algorithm>

#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

using Sizes = std::vector<std::int64_t>;

at::ScalarType StatisticsType(at::ScalarType type) { return type == at::kDouble ? at::kDouble : at::kFloat; }

// The input's sizes with the normalised trailing axes kept as 1.
Sizes StatisticsSizes(Sizes sizes, std::size_t normalized) {
  TORCH_CHECK(normalized <= sizes.size(), "expected at most ", sizes.size(), " normalised dimensions, got ",
              normalized);
  std::fill(sizes.end() - static_cast<std::ptrdiff_t>(normalized), sizes.end(), 1);
  return sizes;
}

// y, mean, 1 / sqrt(variance + epsilon).
std::tuple<at::Tensor, at::Tensor, at::Tensor> LayerNorm(const Call& c, std::size_t normalized) {
  const at::Tensor x = c.In("x");
  const Sizes shape = x.sizes().slice(x.sizes().size() - normalized).vec();
  const at::ScalarType type = StatisticsType(x.scalar_type());
  const auto parameter = [&](std::string_view port) {
    std::optional<at::Tensor> value = c.Optional(port);
    if (value) value = value->to(type);
    return value;
  };
  const auto [y, mean, rstd] =
      at::native_layer_norm(x.to(type), shape, parameter("gamma"), parameter("beta"), c.Float("epsilon"));
  const Sizes sizes = StatisticsSizes(x.sizes().vec(), normalized);
  return {y.to(x.scalar_type()), mean.reshape(sizes), rstd.reshape(sizes)};
}

std::vector<Desc> LayerNormDesc(const Call& c, std::size_t normalized) {
  const Desc statistics{StatisticsSizes(c.Sizes("x"), normalized), StatisticsType(c.TypeOf("x"))};
  return {DescOf(c, "x"), statistics, statistics};
}

std::size_t FromShape(const Call& c) { return static_cast<std::size_t>(c.Sizes("normalized_shape").at(0)); }

std::size_t FromAxis(const Call& c) {
  const auto rank = static_cast<std::int64_t>(c.Sizes("x").size());
  return static_cast<std::size_t>(rank - at::maybe_wrap_dim(c.Int("begin_norm_axis"), rank));
}

at::Tensor Variance(const at::Tensor& rstd, double epsilon) {
  return at::reciprocal(at::square(rstd)) - epsilon;
}

// torch's kernels take the memory of statistics, and of a group's scale and shift, for dense.
at::Tensor Dense(const at::Tensor& x, at::ScalarType type) { return x.to(type).contiguous(); }

std::optional<at::Tensor> DenseOptional(const Call& c, std::string_view port) {
  const std::optional<at::Tensor> x = c.Optional(port);
  return x ? std::optional(x->contiguous()) : std::nullopt;
}

// `statistics` is 1 / sqrt(variance + epsilon).
std::vector<at::Tensor> LayerNormGrad(const Call& c, const at::Tensor& statistics) {
  const at::Tensor x = c.In("x");
  const at::Tensor gamma = c.In("gamma");
  const at::ScalarType compute = StatisticsType(x.scalar_type());
  const auto [grad_x, grad_gamma, grad_beta] = at::native_layer_norm_backward(
      c.In("dy").to(compute), x.to(compute), gamma.sizes(), Dense(c.In("mean"), compute),
      Dense(statistics, compute), gamma.to(compute), at::zeros_like(gamma, compute), {true, true, true});
  return {grad_x.to(x.scalar_type()), grad_gamma.to(gamma.scalar_type()), grad_beta.to(gamma.scalar_type())};
}

std::vector<Desc> LayerNormGradDesc(const Call& c) {
  return {DescOf(c, "x"), DescOf(c, "gamma"), DescOf(c, "gamma")};
}

at::Tensor RmsRstd(const at::Tensor& x, std::size_t normalized, double epsilon) {
  Sizes axes;
  for (std::size_t i = 1; i <= normalized; ++i) axes.push_back(-static_cast<std::int64_t>(i));
  return at::rsqrt(at::mean(at::square(x.to(StatisticsType(x.scalar_type()))), axes, /*keepdim=*/true) +
                   epsilon);
}

}  // namespace

std::tuple<at::Tensor, at::Tensor> RmsNorm(const at::Tensor& x, const at::Tensor& gamma, double epsilon) {
  const at::Tensor rstd = RmsRstd(x, static_cast<std::size_t>(gamma.dim()), epsilon);
  return {(x.to(rstd.scalar_type()) * rstd * gamma.to(rstd.scalar_type())).to(x.scalar_type()), rstd};
}

Desc RstdDesc(const Call& c, std::string_view x) {
  return {StatisticsSizes(c.Sizes(x), c.Sizes("gamma").size()), StatisticsType(c.TypeOf(x))};
}

std::tuple<at::Tensor, at::Tensor> RmsNormGrad(Call& c) {
  const Desc statistics = RstdDesc(c, "x");
  const at::ScalarType compute = statistics.type;
  const at::Tensor rstd = c.In("rstd").to(compute).reshape(statistics.sizes);
  const at::Tensor x = c.In("x").to(compute), dy = c.In("dy").to(compute), gamma = c.In("gamma").to(compute);
  Sizes inner, outer;
  for (std::int64_t i = 0; i < x.dim(); ++i) (i < x.dim() - gamma.dim() ? outer : inner).push_back(i);
  const at::Tensor scaled = dy * gamma;
  const at::Tensor normalized = x * rstd;
  const at::Tensor mean = at::mean(scaled * normalized, inner, /*keepdim=*/true);
  const at::Tensor dgamma = outer.empty() ? dy * normalized : at::sum(dy * normalized, outer);
  return {((scaled - normalized * mean) * rstd).to(c.TypeOf("x")), dgamma};
}

namespace {

std::tuple<at::Tensor, at::Tensor, at::Tensor> AddRmsNorm(Call& c) {
  const at::Tensor sum = c.In("x1") + c.In("x2");
  const auto [y, rstd] = RmsNorm(sum, c.In("gamma"), c.Float("epsilon"));
  return {y, rstd, sum};
}

// y in float32, y, rstd, sum
std::vector<at::Tensor> AddRmsNormCast(Call& c) {
  const at::Tensor sum = c.In("x1") + c.In("x2");
  const auto [y, rstd] = RmsNorm(sum, c.In("gamma"), c.Float("epsilon"));
  return {y.to(at::kFloat), y, rstd, sum};
}

// y, and mean and 1 / sqrt(variance + epsilon) of each group.
std::tuple<at::Tensor, at::Tensor, at::Tensor> NormalizeGroups(Call& c) {
  const at::Tensor x = c.In("x");
  const std::int64_t groups = c.Int("num_groups"), batch = x.size(0), channels = x.size(1);
  return at::native_group_norm(x.contiguous(), DenseOptional(c, "gamma"), DenseOptional(c, "beta"), batch,
                               channels, x.numel() / std::max<std::int64_t>(1, batch * channels), groups,
                               c.Float("eps"));
}

std::tuple<at::Tensor, at::Tensor, at::Tensor> GroupNorm(Call& c) {
  TORCH_CHECK(c.Bool("is_training"), "group normalisation with given statistics is not supported");
  return NormalizeGroups(c);
}

}  // namespace

void AddNorm(Registry& r) {
  r.Add(
      "LayerNormV4(x, normalized_shape, gamma?, beta?) {epsilon: float = 0.00001} -> y, mean, rstd",
      [](const Call& c) { return LayerNormDesc(c, FromShape(c)); },
      [](Call& c) { return LayerNorm(c, FromShape(c)); });
  const std::string axes = " {begin_norm_axis: int = 0, begin_params_axis: int = 0, epsilon: float = ";
  const Rule layer_norm = [](const Call& c) { return LayerNormDesc(c, FromAxis(c)); };
  r.Add("LayerNormV3(x, gamma, beta)" + axes + "0.00001} -> y, mean, rstd", layer_norm,
        [](Call& c) { return LayerNorm(c, FromAxis(c)); });
  r.Add("LayerNorm(x, gamma, beta)" + axes + "0.0000001} -> y, mean, variance", layer_norm, [](Call& c) {
    auto [y, mean, rstd] = LayerNorm(c, FromAxis(c));
    return std::vector<at::Tensor>{y, mean, Variance(rstd, c.Float("epsilon"))};
  });
  r.Add("LayerNormGradV3(dy, x, rstd, mean, gamma) -> pd_x, pd_gamma, pd_beta", LayerNormGradDesc,
        [](Call& c) { return LayerNormGrad(c, c.In("rstd")); });
  r.Add(
      "RmsNorm(x, gamma) {epsilon: float = 1e-6} -> y, rstd",
      [](const Call& c) { return std::vector<Desc>{DescOf(c, "x"), RstdDesc(c, "x")}; },
      [](Call& c) { return RmsNorm(c.In("x"), c.In("gamma"), c.Float("epsilon")); });
  r.Add(
      "RmsNormGrad(dy, x, rstd, gamma) -> dx, dgamma",
      [](const Call& c) { return std::vector<Desc>{DescOf(c, "x"), {c.Sizes("gamma"), c.TypeOf("rstd")}}; },
      RmsNormGrad);
  r.Add(
      "AddRmsNorm(x1, x2, gamma) {epsilon: float = 1e-6} -> y, rstd, x",
      [](const Call& c) { return std::vector<Desc>{DescOf(c, "x1"), RstdDesc(c, "x1"), DescOf(c, "x1")}; },
      AddRmsNorm);
  r.Add(
      "AddRmsNormCast(x1, x2, gamma) {epsilon: float = 1e-6} -> y1, y2, rstd, x",
      [](const Call& c) -> std::vector<Desc> {
        return {{c.Sizes("x1"), at::kFloat}, DescOf(c, "x1"), RstdDesc(c, "x1"), DescOf(c, "x1")};
      },
      AddRmsNormCast);
  const Rule group_norm = [](const Call& c) {
    const Desc group{{c.Sizes("x").at(0), c.Int("num_groups")}, c.TypeOf("x")};
    return std::vector<Desc>{DescOf(c, "x"), group, group};
  };
  const auto add_group_norm = [&](const std::string& type, const char* epsilon, const char* statistics,
                                  auto kernel) {
    r.Add(type + "(x, gamma, beta) {num_groups: int, data_format: string = \"NHWC\", eps: float = " +
              epsilon + ", is_training: bool = true} -> y, mean, " + statistics,
          group_norm, kernel);
  };
  add_group_norm("GroupNorm", "0.0001", "variance", [](Call& c) {
    auto [y, mean, rstd] = GroupNorm(c);
    return std::vector<at::Tensor>{y, mean, Variance(rstd, c.Float("eps"))};
  });
  r.Add("GroupNormSilu(x, gamma?, beta?) {num_groups: int, eps: float = 0.0001} -> y, mean, rstd", group_norm,
        [](Call& c) {
          auto [y, mean, rstd] = NormalizeGroups(c);
          return std::vector<at::Tensor>{at::silu(y), mean, rstd};
        });
  add_group_norm("GroupNormV2", "0.00001", "rstd", GroupNorm);
}

}  // namespace cann_emulator::ops
