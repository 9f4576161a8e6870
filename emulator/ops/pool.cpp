// SPDX-License-Identifier: Apache-2.0
// Two-dimensional pooling of NCHW data.
#include <algorithm>

#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

using Sizes = std::vector<std::int64_t>;

struct Window {
  Sizes kernel, stride, padding, dilation;
  bool ceil_mode;
};

std::int64_t Positions(std::int64_t size, const Window& w, std::size_t i) {
  const std::int64_t span = size + 2 * w.padding[i] - w.dilation[i] * (w.kernel[i] - 1) - 1;
  std::int64_t positions = (w.ceil_mode ? span + w.stride[i] - 1 : span) / w.stride[i] + 1;
  // A last window may not start in the padding behind the data.
  if (w.ceil_mode && (positions - 1) * w.stride[i] >= size + w.padding[i]) --positions;
  return positions;
}

Desc Pooled(const Call& c, const Window& w) {
  Desc desc = DescOf(c, "x");
  TORCH_CHECK(desc.sizes.size() == 4, "expected 4 dimensions (NCHW), got ", at::IntArrayRef(desc.sizes));
  for (std::size_t i = 0; i < 2; ++i) desc.sizes[i + 2] = Positions(desc.sizes[i + 2], w, i);
  return desc;
}

// Of the first and last entry of four, only the two in the middle mean something, whatever the data format.
Sizes Middle(const Call& c, std::string_view attr) {
  const Sizes all = c.IntList(attr);
  TORCH_CHECK(all.size() == 4, "attribute ", attr, " must have 4 entries, got ", all.size());
  return {all[1], all[2]};
}

Window MaxWindow(const Call& c) {
  return {Middle(c, "ksize"), Middle(c, "strides"), Middle(c, "pads"), Middle(c, "dilation"),
          c.Bool("ceil_mode")};
}

// Positions count within one channel's image, as torch's do.
std::tuple<at::Tensor, at::Tensor> MaxPool(Call& c) {
  const Window w = MaxWindow(c);
  const auto [y, positions] =
      at::max_pool2d_with_indices(c.In("x"), w.kernel, w.stride, w.padding, w.dilation, w.ceil_mode);
  return {y, positions.to(at::kInt)};
}

at::Tensor MaxPoolGrad(Call& c) {
  const Window w = MaxWindow(c);
  return at::max_pool2d_with_indices_backward(c.In("grad"), c.In("x"), w.kernel, w.stride, w.padding,
                                              w.dilation, w.ceil_mode, c.In("argmax").to(at::kLong));
}

Sizes Spatial(const Call& c, std::string_view attr) {
  const Sizes all = c.IntList(attr);
  TORCH_CHECK(all.size() == 4 && c.String("data_format") == "NCHW", "expected NCHW and 4 entries of ", attr,
              ", got ", c.String("data_format"), " and ", all.size());
  return {all[2], all[3]};
}

// `sizes`: of the input.
Window AverageWindow(const Call& c, const Sizes& sizes) {
  if (c.Bool("global_pooling")) return {{sizes[2], sizes[3]}, {1, 1}, {0, 0}, {1, 1}, false};
  Window w{Spatial(c, "ksize"), Spatial(c, "strides"), {0, 0}, {1, 1}, c.Bool("ceil_mode")};
  const std::string mode = c.String("padding_mode");
  TORCH_CHECK(mode == "CALCULATED" || mode == "VALID", "padding_mode must be CALCULATED or VALID, got ",
              mode);
  const Sizes pads = c.IntList("pads");
  if (mode == "CALCULATED") {
    TORCH_CHECK(pads.size() == 4 && pads[0] == pads[1] && pads[2] == pads[3],
                "pads must be the same on both sides, got ", at::IntArrayRef(pads));
    w.padding = {pads[0], pads[2]};
  }
  return w;
}

std::optional<std::int64_t> Divisor(const Call& c) {
  const std::int64_t divisor = c.Int("divisor_override");
  return divisor == 0 ? std::nullopt : std::optional(divisor);
}

at::Tensor AveragePool(Call& c) {
  const Window w = AverageWindow(c, c.Sizes("x"));
  return at::avg_pool2d(c.In("x"), w.kernel, w.stride, w.padding, w.ceil_mode, !c.Bool("exclusive"),
                        Divisor(c));
}

at::Tensor AveragePoolGrad(Call& c) {
  const Sizes sizes = c.Ints("orig_input_shape");
  const Window w = AverageWindow(c, sizes);
  const at::Tensor grad = c.In("input_grad");
  return at::avg_pool2d_backward(grad, at::empty({1}, grad.options()).expand(sizes), w.kernel, w.stride,
                                 w.padding, w.ceil_mode, !c.Bool("exclusive"), Divisor(c));
}

std::vector<Desc> AdaptiveDesc(const Call& c) {
  Desc desc = DescOf(c, "x");
  const Sizes size = c.IntList("output_size");
  TORCH_CHECK(size.size() == 2 && desc.sizes.size() >= 3,
              "expected two output sizes and at least 3 dimensions");
  std::copy(size.begin(), size.end(), desc.sizes.end() - 2);
  return {desc};
}

at::Tensor AdaptiveGrad(Call& c) {
  const at::Tensor grad = c.In("input_grad");
  const at::Tensor input = at::empty({1}, grad.options()).expand(c.IntList("orig_input_shape"));
  return at::_adaptive_avg_pool2d_backward(grad, input);
}

}  // namespace

void AddPool(Registry& r) {
  const std::string max_attrs =
      " {ksize: ints, strides: ints, pads: ints, dtype: int = 3, dilation: ints = [1, 1, 1, 1], "
      "ceil_mode: bool = false}";
  r.Add(
      "MaxPoolWithArgmaxV1(x)" + max_attrs + " -> y, argmax",
      [](const Call& c) {
        const Desc y = Pooled(c, MaxWindow(c));
        return std::vector<Desc>{y, {y.sizes, at::kInt}};
      },
      MaxPool);
  r.Add("MaxPoolGradWithArgmaxV1(x, grad, argmax)" + max_attrs + " -> y", Like("x"), MaxPoolGrad);
  const std::string average_attrs =
      " {ksize: ints, strides: ints, padding_mode: string = \"CALCULATED\", pads: ints = [0, 0, 0, 0], "
      "data_format: string = \"NCHW\", global_pooling: bool = false, ceil_mode: bool = false, "
      "exclusive: bool = true, divisor_override: int = 0}";
  r.Add(
      "AvgPoolV2(x)" + average_attrs + " -> y",
      [](const Call& c) { return std::vector<Desc>{Pooled(c, AverageWindow(c, c.Sizes("x")))}; },
      AveragePool);
  r.Add(
      "AvgPoolV2Grad(orig_input_shape, input_grad)" + average_attrs + " -> out_grad",
      [](const Call& c) -> std::vector<Desc> {
        return {{c.Ints("orig_input_shape"), c.TypeOf("input_grad")}};
      },
      AveragePoolGrad);
  r.Add("AdaptiveAvgPool2d(x) {output_size: ints} -> y", AdaptiveDesc,
        [](Call& c) { return at::_adaptive_avg_pool2d(c.In("x"), c.IntList("output_size")); });
  r.Add(
      "AdaptiveAvgPool2dGrad(input_grad) {orig_input_shape: ints} -> output_grad",
      [](const Call& c) -> std::vector<Desc> {
        return {{c.IntList("orig_input_shape"), c.TypeOf("input_grad")}};
      },
      AdaptiveGrad);
}

}  // namespace cann_emulator::ops
