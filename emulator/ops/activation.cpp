// SPDX-License-Identifier: Apache-2.0
#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

// Half the input's size in the dimension that attribute dim names.
std::vector<Desc> HalfDesc(const Call& c) {
  Desc desc = DescOf(c, "x");
  std::int64_t& size =
      desc.sizes.at(static_cast<std::size_t>(at::maybe_wrap_dim(c.Int("dim"), desc.sizes.size())));
  TORCH_CHECK(size % 2 == 0, "expected an even size in dimension ", c.Int("dim"), ", got ", size);
  size /= 2;
  return {desc};
}

at::Tensor HardSigmoid(const at::Tensor& x, double alpha, double beta) {
  const bool standard = static_cast<float>(alpha) == 0.16666666F && beta == 0.5;
  return standard ? at::hardsigmoid(x) : at::clamp(x * alpha + beta, 0, 1);
}

at::Tensor HardSigmoidGrad(const at::Tensor& grads, const at::Tensor& x, double alpha, double beta) {
  if (static_cast<float>(alpha) == 0.16666666F && beta == 0.5) return at::hardsigmoid_backward(grads, x);
  const at::Tensor line = x * alpha + beta;
  return at::where((line > 0).logical_and(line < 1), grads * alpha, at::zeros({}, grads.options()));
}

at::Tensor Swish(const at::Tensor& x, double scale) {
  return scale == 1.0 ? at::silu(x) : x * at::sigmoid(x * scale);
}

at::Tensor SwishGrad(const at::Tensor& grad, const at::Tensor& x, double scale) {
  if (scale == 1.0) return at::silu_backward(grad, x);
  const at::Tensor s = at::sigmoid(x * scale);
  return grad * (s + x * scale * s * (1 - s));
}

std::pair<at::Tensor, at::Tensor> Halves(const Call& c) {
  HalfDesc(c);  // checks
  const std::vector<at::Tensor> halves = c.In("x").chunk(2, c.Int("dim"));
  return {halves[0], halves[1]};
}

at::Tensor SwiGluGrad(Call& c) {
  const auto [gate, value] = Halves(c);
  const at::Tensor grad = c.In("y_grad");
  return at::cat({at::silu_backward(grad * value, gate), grad * at::silu(gate)}, c.Int("dim"));
}

void AddRectifiers(Registry& r) {
  r.AddUnary("Relu(x) -> y",
             [](at::Tensor& y, const at::Tensor& x) -> at::Tensor& { return at::clamp_min_out(y, x, 0); });
  r.Add("ReluGrad(gradients, features) -> backprops", Like("features"),
        [](Call& c) { return at::threshold_backward(c.In("gradients"), c.In("features"), 0); });
  r.Add("LeakyRelu(x) {negative_slope: float = 0.0} -> y", Like("x"),
        [](Call& c) { return at::leaky_relu(c.In("x"), c.Float("negative_slope")); });
  r.Add("LeakyReluGrad(gradients, features) {negative_slope: float = 0.0} -> backprops", Like("features"),
        [](Call& c) {
          return at::leaky_relu_backward(c.In("gradients"), c.In("features"), c.Float("negative_slope"),
                                         false);
        });
  r.Add("PRelu(x, weight) -> y", Like("x"),
        [](Call& c) { return at::prelu(c.In("x"), c.In("weight").reshape({-1})); });
  r.Add("PReluGrad(grads, features, weights) -> dx, da", Like({"features", "weights"}), [](Call& c) {
    const at::Tensor weights = c.In("weights");
    const auto [dx, da] = at::_prelu_kernel_backward(c.In("grads"), c.In("features"), weights);
    return std::vector<at::Tensor>{dx, da.sum_to_size(weights.sizes())};
  });
  r.Add("HardtanhGrad(result, grad) {min_val: float = -1.0, max_val: float = 1.0} -> y", Like("grad"),
        [](Call& c) {
          return at::hardtanh_backward(c.In("grad"), c.In("result"), c.Float("min_val"), c.Float("max_val"));
        });
  r.Add("ThresholdV2(x, threshold, value?) -> y", Like("x"), [](Call& c) {
    const at::Scalar value = c.Has("value") ? c.Scalar("value") : at::Scalar(0);
    return at::threshold(c.In("x"), c.Scalar("threshold"), value);
  });
  r.Add("ThresholdV2D(x) {threshold: float, value: float} -> y", Like("x"),
        [](Call& c) { return at::threshold(c.In("x"), c.Float("threshold"), c.Float("value")); });
  r.Add("ThresholdGradV2D(gradients, features) {threshold: float} -> backprops", Like("features"),
        [](Call& c) {
          return at::threshold_backward(c.In("gradients"), c.In("features"), c.Float("threshold"));
        });
  r.Add("HardShrink(input_x) {lambd: float = 0.5} -> output_y", Like("input_x"),
        [](Call& c) { return at::hardshrink(c.In("input_x"), c.Float("lambd")); });
  r.Add("SoftShrink(input_x) {lambd: float = 0.5} -> output_y", Like("input_x"),
        [](Call& c) { return at::softshrink(c.In("input_x"), c.Float("lambd")); });
}

void AddSigmoids(Registry& r) {
  r.AddUnary("Sigmoid(x) -> y", at::sigmoid_out, Result::kFloat);
  r.Add("SigmoidGrad(y, dy) {complex_conj: bool = false} -> z", Like("dy"),
        [](Call& c) { return at::sigmoid_backward(c.In("dy"), c.In("y")); });
  r.Add("TanhGrad(y, dy) {complex_conj: bool = false} -> z", Like("dy"),
        [](Call& c) { return at::tanh_backward(c.In("dy"), c.In("y")); });
  r.Add("LogSigmoid(x) -> y", Like("x"), [](Call& c) { return at::log_sigmoid(c.In("x")); });
  r.Add("HardSigmoid(input_x) {alpha: float = 0.16666666, beta: float = 0.5} -> output_y", Like("input_x"),
        [](Call& c) { return HardSigmoid(c.In("input_x"), c.Float("alpha"), c.Float("beta")); });
  r.Add("HardSigmoidGrad(grads, input_x) {alpha: float = 0.16666666, beta: float = 0.5} -> y", Like("grads"),
        [](Call& c) {
          return HardSigmoidGrad(c.In("grads"), c.In("input_x"), c.Float("alpha"), c.Float("beta"));
        });
  r.Add("HardSwish(x) -> y", Like("x"), [](Call& c) { return at::hardswish(c.In("x")); });
  r.Add("HardSwishGrad(grad, x) -> y", Like("grad"),
        [](Call& c) { return at::hardswish_backward(c.In("grad"), c.In("x")); });
  r.Add("Swish(x) {scale: float = 1.0} -> y", Like("x"),
        [](Call& c) { return Swish(c.In("x"), c.Float("scale")); });
  r.Add("SwishGrad(grad, x, y) {scale: float = 1.0} -> grad_x", Like("grad"),
        [](Call& c) { return SwishGrad(c.In("grad"), c.In("x"), c.Float("scale")); });
  r.Add("Mish(x) -> y", Like("x"), [](Call& c) { return at::mish(c.In("x")); });
}

void AddSoftUnits(Registry& r) {
  // TorchAir converts gelu(approximate="none") to Gelu, so that is the exact form.
  r.Add("Gelu(x) -> y", Like("x"), [](Call& c) { return at::gelu(c.In("x")); });
  r.Add("GeluGrad(dy, x, y) -> z", Like("x"),
        [](Call& c) { return at::gelu_backward(c.In("dy"), c.In("x")); });
  r.Add("GeluV2(x) {approximate: string = \"none\"} -> y", Like("x"),
        [](Call& c) { return at::gelu(c.In("x"), c.String("approximate")); });
  r.Add("GeluGradV2(dy, x) {approximate: string = \"none\"} -> z", Like("x"),
        [](Call& c) { return at::gelu_backward(c.In("dy"), c.In("x"), c.String("approximate")); });
  r.Add(
      "Elu(x) {alpha: float = 1.0, scale: float = 1.0, input_scale: float = 1.0} -> y", Like("x"),
      [](Call& c) { return at::elu(c.In("x"), c.Float("alpha"), c.Float("scale"), c.Float("input_scale")); });
  r.Add(
      "EluGradV2(grads, activations) {alpha: float = 1.0, scale: float = 1.0, input_scale: float = 1.0, "
      "is_result: bool = false} -> y",
      Like("grads"), [](Call& c) {
        return at::elu_backward(c.In("grads"), c.Float("alpha"), c.Float("scale"), c.Float("input_scale"),
                                c.Bool("is_result"), c.In("activations"));
      });
  r.Add("Selu(x) -> y", Like("x"), [](Call& c) { return at::selu(c.In("x")); });
  r.Add("Softplus(x) -> y", Like("x"), [](Call& c) { return at::softplus(c.In("x")); });
  r.Add("SoftplusV2(x) {beta: float = 1.0, threshold: float = 20.0} -> y", Like("x"),
        [](Call& c) { return at::softplus(c.In("x"), c.Float("beta"), c.Float("threshold")); });
  r.Add(
      "SoftplusV2Grad(input_gradients, input_features) {beta: float = 1.0, threshold: float = 20.0} -> "
      "output_backprops",
      Like("input_gradients"), [](Call& c) {
        return at::softplus_backward(c.In("input_gradients"), c.In("input_features"), c.Float("beta"),
                                     c.Float("threshold"));
      });
}

void AddGatedUnits(Registry& r) {
  r.Add("GLU(x) {dim: int = -1} -> y", HalfDesc, [](Call& c) { return at::glu(c.In("x"), c.Int("dim")); });
  r.Add("GLUGrad(y_grad, x) {dim: int = -1} -> x_grad", Like("x"),
        [](Call& c) { return at::glu_backward(c.In("y_grad"), c.In("x"), c.Int("dim")); });
  r.Add("SwiGlu(x) {dim: int = -1} -> y", HalfDesc, [](Call& c) {
    const auto [gate, value] = Halves(c);
    return at::mul(at::silu(gate), value);
  });
  r.Add("SwiGluGrad(y_grad, x) {dim: int = -1} -> y", Like("x"), SwiGluGrad);
}

}  // namespace

void AddActivation(Registry& r) {
  AddRectifiers(r);
  AddSigmoids(r);
  AddSoftUnits(r);
  AddGatedUnits(r);
}

}  // namespace cann_emulator::ops
