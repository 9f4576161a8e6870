// SPDX-License-Identifier: Apache-2.0
// Batch normalisation, whole and in the steps that GE splits it into. Channels are dimension 1; statistics
// are float32 for half types.
#include <algorithm>

#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

using Sizes = std::vector<std::int64_t>;

at::ScalarType StatisticsType(at::ScalarType type) { return type == at::kDouble ? at::kDouble : at::kFloat; }

// A vector over channels, shaped to broadcast against x.
at::Tensor PerChannel(const at::Tensor& vector, const at::Tensor& x) {
  Sizes shape(static_cast<std::size_t>(x.dim()), 1);
  shape.at(1) = x.size(1);
  return vector.to(StatisticsType(x.scalar_type())).reshape(shape);
}

Sizes AllButChannels(const at::Tensor& x) {
  Sizes axes;
  for (std::int64_t i = 0; i < x.dim(); ++i) {
    if (i != 1) axes.push_back(i);
  }
  return axes;
}

// The outputs stand in the order of the results of PyTorch's functional batch normalisation, which is how
// TorchAir takes them: y, the batch's mean and variance, the new running mean and variance.
std::vector<at::Tensor> BatchNorm(Call& c) {
  const at::Tensor x = c.In("x");
  const at::Tensor mean = c.In("running_mean").clone(), var = c.In("running_var").clone();
  const double epsilon = c.Float("epsilon");
  const at::ScalarType compute = StatisticsType(x.scalar_type());
  const auto [y, batch_mean, batch_rstd] =
      at::native_batch_norm(x.to(compute), c.In("weight").to(compute), c.In("bias").to(compute), mean, var,
                            c.Bool("is_training"), c.Float("momentum"), epsilon);
  if (!c.Bool("is_training")) return {y.to(x.scalar_type()), mean, var, mean, var};
  const at::Tensor variance = at::reciprocal(at::square(batch_rstd)) - epsilon;
  return {y.to(x.scalar_type()), batch_mean, variance, mean, var};
}

at::Tensor Infer(Call& c) {
  const at::Tensor x = c.In("x");
  const at::ScalarType compute = StatisticsType(x.scalar_type());
  const auto [y, mean, rstd] = at::native_batch_norm(x, c.In("scale").to(compute), c.In("offset").to(compute),
                                                     c.In("mean").to(compute), c.In("variance").to(compute),
                                                     /*training=*/false, 0.0, c.Float("epsilon"));
  return y;
}

at::Tensor Rstd(const Call& c, std::string_view variance) {
  return at::rsqrt(c.In(variance) + c.Float("epsilon"));
}

at::Tensor InferGrad(Call& c) {
  const at::Tensor grads = c.In("grads");
  return (grads * PerChannel(c.In("scale") * Rstd(c, "batch_variance"), grads)).to(grads.scalar_type());
}

at::Tensor Normalized(const Call& c, const at::Tensor& x) {
  return (x - PerChannel(c.In("batch_mean"), x)) * PerChannel(Rstd(c, "batch_variance"), x);
}

std::tuple<at::Tensor, at::Tensor> UpdateGrad(Call& c) {
  const at::Tensor x = c.In("x");
  const at::Tensor grads = c.In("grads").to(StatisticsType(x.scalar_type()));
  const Sizes axes = AllButChannels(x);
  return {at::sum(grads * Normalized(c, x), axes), at::sum(grads, axes)};
}

at::Tensor ReduceGrad(Call& c) {
  const at::Tensor x = c.In("x");
  const at::Tensor grads = c.In("grads");
  const double count =
      static_cast<double>(x.numel()) / static_cast<double>(std::max<std::int64_t>(1, x.size(1)));
  const at::Tensor centered = grads - PerChannel(c.In("diff_offset"), x) / count -
                              Normalized(c, x) * PerChannel(c.In("diff_scale"), x) / count;
  return (centered * PerChannel(c.In("scale") * Rstd(c, "batch_variance"), x)).to(grads.scalar_type());
}

std::tuple<at::Tensor, at::Tensor> Reduce(Call& c) {
  const at::Tensor x = c.In("x").to(StatisticsType(c.TypeOf("x")));
  const Sizes axes = AllButChannels(x);
  return {at::sum(x, axes), at::sum(at::square(x), axes)};
}

// From the sums of a batch: y, new running mean and variance, the batch's mean and variance.
std::vector<at::Tensor> Update(Call& c) {
  const at::Tensor x = c.In("x");
  const double count =
      static_cast<double>(x.numel()) / static_cast<double>(std::max<std::int64_t>(1, x.size(1)));
  const double factor = c.Float("factor");
  const at::Tensor mean = c.In("sum") / count;
  const at::Tensor variance = c.In("square_sum") / count - at::square(mean);
  const at::Tensor rstd = at::rsqrt(variance + c.Float("epsilon"));
  const at::Tensor y =
      (x - PerChannel(mean, x)) * PerChannel(rstd * c.In("scale"), x) + PerChannel(c.In("offset"), x);
  const at::Tensor unbiased = count > 1 ? variance * (count / (count - 1)) : variance;
  return {y.to(x.scalar_type()), c.In("mean") * (1 - factor) + mean * factor,
          c.In("variance") * (1 - factor) + unbiased * factor, mean, variance};
}

// Statistics of a batch that is spread over devices: each row of the sums is one device's.
// batch_mean, batch_invstd, and the new running mean and variance.
std::vector<at::Tensor> SyncGatherStats(Call& c) {
  const double momentum = c.Float("momentum");
  const double count = at::sum(c.In("sample_count")).item<double>();
  const at::Tensor mean = at::sum(c.In("total_sum"), {0}) / count;
  const at::Tensor variance = at::sum(c.In("total_square_sum"), {0}) / count - at::square(mean);
  const at::Tensor unbiased = count > 1 ? variance * (count / (count - 1)) : variance;
  return {mean, at::rsqrt(variance + c.Float("eps")), c.In("mean") * (1 - momentum) + mean * momentum,
          c.In("variance") * (1 - momentum) + unbiased * momentum};
}

// The sums of dy * (x - mean), and of dy * (x - mean) * invert_std, from the sums of dy and dy * x.
std::tuple<at::Tensor, at::Tensor> SyncBackwardReduce(Call& c) {
  const at::Tensor sum = c.In("sum_dy_dx_pad") - c.In("sum_dy") * c.In("mean");
  return {sum, sum * c.In("invert_std")};
}

at::Tensor SyncBackwardElemt(Call& c) {
  const at::Tensor invstd = c.In("invstd");
  const at::Tensor projected = (c.In("save_input") - c.In("mean")) * at::square(invstd) * c.In("mean_dy_xmu");
  return (c.In("grad_output") - c.In("mean_dy") - projected) * invstd * c.In("weight");
}

std::vector<Desc> ChannelSums(const Call& c) {
  const Desc sum{{c.Sizes("x").at(1)}, StatisticsType(c.TypeOf("x"))};
  return {sum, sum};
}

}  // namespace

void AddBatchNorm(Registry& r) {
  r.Add(
      "SyncBatchNormGatherStats(total_sum, total_square_sum, sample_count, mean, variance) "
      "{momentum: float = 0.1, eps: float = 0.00001} -> batch_mean, batch_invstd, mean, variance",
      Like({"mean", "mean", "mean", "variance"}), SyncGatherStats);
  r.Add("SyncBatchNormBackwardReduce(sum_dy, sum_dy_dx_pad, mean, invert_std) -> sum_dy_xmu, y",
        Like({"sum_dy", "sum_dy"}), SyncBackwardReduce);
  r.Add(
      "SyncBatchNormBackwardElemt(grad_output, save_input, mean, invstd, weight, mean_dy, mean_dy_xmu) -> "
      "grad_input",
      Like("grad_output"), SyncBackwardElemt);
  r.Add(
      "BatchNormV3(x, weight, bias, running_mean, running_var) {epsilon: float = 0.00001, momentum: float = "
      "0.1, "
      "is_training: bool = true} -> y, running_mean, running_var, save_mean, save_rstd",
      Like({"x", "running_mean", "running_var", "running_mean", "running_var"}), BatchNorm);
  r.Add("BNInfer(x, scale, offset, mean, variance) {epsilon: float} -> y", Like("x"), Infer);
  r.Add("BNInferGrad(grads, scale, batch_variance) {epsilon: float = 0.0001} -> x_backprop", Like("grads"),
        InferGrad);
  for (const std::string prefix : {"BN", "BN3D"}) {
    r.Add(prefix + "TrainingReduce(x) -> sum, square_sum", ChannelSums, Reduce);
    r.Add(prefix +
              "TrainingUpdate(x, sum, square_sum, scale, offset, mean, variance) {factor: float, epsilon: "
              "float} -> "
              "y, mean, variance, batch_mean, batch_variance",
          Like({"x", "mean", "variance", "sum", "square_sum"}), Update);
    r.Add(prefix +
              "TrainingUpdateGrad(grads, x, batch_mean, batch_variance) {epsilon: float = 0.0001} -> "
              "diff_scale, "
              "diff_offset",
          ChannelSums, UpdateGrad);
    r.Add(prefix +
              "TrainingReduceGrad(grads, x, diff_scale, diff_offset, scale, batch_mean, batch_variance) "
              "{epsilon: float = 0.0001} -> y",
          Like("grads"), ReduceGrad);
  }
}

}  // namespace cann_emulator::ops
