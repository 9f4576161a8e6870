// SPDX-License-Identifier: Apache-2.0
#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

std::int64_t OnlyAxis(const Call& c, std::string_view attr) {
  const std::vector<std::int64_t> axes = c.IntList(attr);
  TORCH_CHECK(axes.size() == 1, "attribute ", attr, " must name one axis, got ", axes.size());
  return axes[0];
}

std::int64_t Reduction(const Call& c) {
  const std::string reduction = c.String("reduction");
  if (reduction == "none") return at::Reduction::None;
  if (reduction == "mean") return at::Reduction::Mean;
  TORCH_CHECK(reduction == "sum", "reduction must be none, mean or sum, got '", reduction, "'");
  return at::Reduction::Sum;
}

// One number, or with reduction "none" the shape of the input named.
Desc LossDesc(const Call& c, std::string_view unreduced) {
  Desc desc = DescOf(c, unreduced);
  if (Reduction(c) != at::Reduction::None) desc.sizes.clear();
  return desc;
}

std::vector<Desc> SoftmaxDesc(const Call& c) {
  return {{c.Sizes("x"), c.Bool("half_to_float") ? at::kFloat : c.TypeOf("x")}};
}

std::vector<Desc> NllLossDesc(const Call& c) {
  return {{LossDesc(c, "target").sizes, c.TypeOf("x")}, {{}, c.TypeOf("x")}};
}

std::vector<Desc> CrossEntropyDesc(const Call& c) {
  return {{ReducedSizes(c.Sizes("features"), {-1}, false), c.TypeOf("features")}, DescOf(c, "features")};
}

at::Tensor Softmax(Call& c) {
  const at::Tensor x = c.In("x");
  const at::ScalarType type = c.Bool("half_to_float") ? at::kFloat : x.scalar_type();
  at::Tensor y = c.OutApart(0, x.sizes(), type);
  return at::_softmax_out(y, x.to(type), OnlyAxis(c, "axes"), /*half_to_float=*/false);
}

at::Tensor SoftmaxGrad(Call& c) {
  const at::Tensor y = c.In("softmax");
  return at::_softmax_backward_data(c.In("grad_softmax"), y, OnlyAxis(c, "axes"), y.scalar_type());
}

at::Tensor LogSoftmaxGrad(Call& c) {
  const at::Tensor y = c.In("x");
  return at::_log_softmax_backward_data(c.In("grad"), y, OnlyAxis(c, "axis"), y.scalar_type());
}

// torch has one function for class scores [N, C] and another for images of them [N, C, H, W].
std::tuple<at::Tensor, at::Tensor> NllLoss(Call& c) {
  const at::Tensor x = c.In("x");
  const at::Tensor target = c.In("target").to(at::kLong);
  const std::int64_t reduction = Reduction(c);
  const auto loss = x.dim() == 4 ? at::nll_loss2d_forward : at::nll_loss_forward;
  return loss(x, target, c.Optional("weight"), reduction, c.Int("ignore_index"));
}

at::Tensor NllLossGrad(Call& c) {
  const at::Tensor x = c.In("x");
  const auto backward = x.dim() == 4 ? at::nll_loss2d_backward : at::nll_loss_backward;
  const std::int64_t reduction = Reduction(c);
  const at::Tensor grad = reduction == at::Reduction::None ? c.In("y_grad") : c.In("y_grad").reshape({});
  return backward(grad, x, c.In("target").to(at::kLong), c.Optional("weight"), reduction,
                  c.Int("ignore_index"), c.In("total_weight").reshape({}));
}

at::Tensor MseLossGrad(Call& c) {
  const at::Tensor predict = c.In("predict");
  return at::mse_loss_backward(c.In("dout"), predict, c.In("label"), Reduction(c));
}

// x is [batch, windows, heads, rows, columns]; the mask belongs to a window, the bias to a head. Both are
// added.
at::Tensor MaskedSoftmax(Call& c) {
  const at::Tensor x = c.In("x");
  TORCH_CHECK(x.dim() == 5, "expected x of five dimensions, got ", x.dim());
  at::Tensor scores = x.to(at::kFloat) * c.Float("scale_value") + c.In("relative_pos_bias").to(at::kFloat);
  if (c.Has("atten_mask")) scores = scores + c.In("atten_mask").to(at::kFloat).unsqueeze(1);
  return at::softmax(scores, -1).to(x.scalar_type());
}

// Labels are probabilities. loss[n] = -sum(labels * log softmax(features)); backprop is its gradient.
std::tuple<at::Tensor, at::Tensor> SoftmaxCrossEntropy(Call& c) {
  const at::Tensor features = c.In("features");
  const at::Tensor labels = c.In("labels");
  const at::Tensor log_probabilities = at::_log_softmax(features, -1, false);
  return {at::neg(at::sum(labels * log_probabilities, at::IntArrayRef{-1})),
          at::exp(log_probabilities) - labels};
}

}  // namespace

void AddSoftmaxAndLoss(Registry& r) {
  r.Add(
      "MaskedSoftmaxWithRelPosBias(x, atten_mask?, relative_pos_bias) {scale_value: float = 1.0, "
      "inner_precision_mode: int = 0} -> y",
      Like("x"), MaskedSoftmax);
  r.Add("SoftmaxV2(x) {axes: ints = [-1], half_to_float: bool = false} -> y", SoftmaxDesc, Softmax);
  r.Add("SoftmaxGrad(softmax, grad_softmax) {axes: ints = [-1]} -> grad_x", Like("softmax"), SoftmaxGrad);
  r.Add("LogSoftmaxV2(logits) {axes: ints = [-1]} -> logsoftmax", Like("logits"),
        [](Call& c) { return at::_log_softmax(c.In("logits"), OnlyAxis(c, "axes"), false); });
  // x is the result of the log-softmax.
  r.Add("LogSoftmaxGrad(grad, x) {axis: ints = [-1]} -> y", Like("x"), LogSoftmaxGrad);
  r.Add(
      "NLLLoss(x, target, weight?) {reduction: string = \"mean\", ignore_index: int = -100} -> y, "
      "total_weight",
      NllLossDesc, NllLoss);
  r.Add(
      "NLLLossGrad(x, y_grad, target, weight?, total_weight) {reduction: string = \"mean\", "
      "ignore_index: int = -100} -> x_grad",
      Like("x"), NllLossGrad);
  r.Add(
      "MseLoss(predict, label) {reduction: string = \"mean\"} -> y",
      [](const Call& c) { return std::vector<Desc>{LossDesc(c, "predict")}; },
      [](Call& c) { return at::mse_loss(c.In("predict"), c.In("label"), Reduction(c)); });
  r.Add("MseLossGrad(predict, label, dout) {reduction: string = \"mean\"} -> y", Like("predict"),
        MseLossGrad);
  r.Add("SoftmaxCrossEntropyWithLogits(features, labels) -> loss, backprop", CrossEntropyDesc,
        SoftmaxCrossEntropy);
  r.Add(
      "SmoothL1LossV2(predict, label) {sigma: float = 1.0, reduction: string = \"mean\"} -> loss",
      [](const Call& c) { return std::vector<Desc>{LossDesc(c, "predict")}; },
      [](Call& c) {
        return at::smooth_l1_loss(c.In("predict"), c.In("label"), Reduction(c), c.Float("sigma"));
      });
}

}  // namespace cann_emulator::ops
