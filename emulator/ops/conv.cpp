// SPDX-License-Identifier: Apache-2.0
// Convolutions. Attributes count every dimension of the data format; torch's only the spatial ones.
#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

using Sizes = std::vector<std::int64_t>;

// Data in the order batch, channels, space, and filters out, in, space.
void CheckFormat(const Call& c) {
  const std::string format = c.String("data_format");
  TORCH_CHECK(format == "NCHW" || format == "NCDHW", "data_format must be NCHW or NCDHW, got ", format);
}

Sizes Spatial(const Sizes& all) { return {all.begin() + 2, all.end()}; }

// Pairs (before, after) of each spatial dimension. torch pads both sides alike.
Sizes Padding(const Call& c) {
  const Sizes pads = c.IntList("pads");
  Sizes padding;
  for (std::size_t i = 0; i + 1 < pads.size(); i += 2) {
    TORCH_CHECK(pads[i] == pads[i + 1], "pads must be the same on both sides, got ", at::IntArrayRef(pads));
    padding.push_back(pads[i]);
  }
  return padding;
}

struct Geometry {
  Sizes stride, padding, dilation;
};

Geometry GeometryOf(const Call& c) {
  CheckFormat(c);
  return {Spatial(c.IntList("strides")), Padding(c), Spatial(c.IntList("dilations"))};
}

std::optional<at::Tensor> Bias(const Call& c) {
  TORCH_CHECK(!c.Has("offset_w") && c.Int("offset_x") == 0, "quantisation offsets are not supported");
  return c.Optional("bias");
}

std::vector<Desc> ConvDesc(const Call& c) {
  const Geometry g = GeometryOf(c);
  const Sizes& x = c.Sizes("x");
  const Sizes& filter = c.Sizes("filter");
  TORCH_CHECK(x.size() == filter.size() && g.stride.size() + 2 == x.size(), "x and filter must have the ",
              g.stride.size() + 2, " dimensions of the format, got ", at::IntArrayRef(x), " and ",
              at::IntArrayRef(filter));
  Sizes sizes = {x[0], filter[0]};
  for (std::size_t i = 0; i < g.stride.size(); ++i) {
    const std::int64_t window = g.dilation[i] * (filter[i + 2] - 1) + 1;
    sizes.push_back((x[i + 2] + 2 * g.padding[i] - window) / g.stride[i] + 1);
  }
  return {{sizes, c.TypeOf("x")}};
}

at::Tensor Conv(Call& c) {
  const Geometry g = GeometryOf(c);
  return at::convolution(c.In("x"), c.In("filter"), Bias(c), g.stride, g.padding, g.dilation,
                         /*transposed=*/false, Sizes(g.stride.size(), 0), c.Int("groups"));
}

// The gradient of one operand; the other two are given, and of the third only its shape.
at::Tensor ConvGrad(const Call& c, const at::Tensor& x, const at::Tensor& filter,
                    std::array<bool, 3> wanted) {
  const Geometry g = GeometryOf(c);
  const auto [grad_x, grad_filter, grad_bias] = at::convolution_backward(
      c.In("out_backprop"), x, filter, at::OptionalIntArrayRef(), g.stride, g.padding, g.dilation,
      /*transposed=*/false, Sizes(g.stride.size(), 0), c.Int("groups"), wanted);
  return wanted[0] ? grad_x : grad_filter;
}

at::Tensor OfShape(const Call& c, std::string_view port) {
  return at::empty({1}, at::dtype(c.TypeOf("out_backprop"))).expand(c.Ints(port));
}

// The size is given by an input.
std::vector<Desc> TransposedDesc(const Call& c) { return {{c.Ints("input_size"), c.TypeOf("x")}}; }

at::Tensor Transposed(Call& c) {
  const Geometry g = GeometryOf(c);
  return at::convolution(c.In("x"), c.In("filter"), Bias(c), g.stride, g.padding, g.dilation,
                         /*transposed=*/true, Spatial(c.IntList("output_padding")), c.Int("groups"));
}

std::string Attrs(std::size_t rank, const char* format, const char* more) {
  const std::string ones = rank == 4 ? "[1, 1, 1, 1]" : "[1, 1, 1, 1, 1]";
  return " {strides: ints, pads: ints, dilations: ints = " + ones +
         ", groups: int = 1, data_format: string = \"" + format + "\"" + more + "} -> y";
}

}  // namespace

void AddConv(Registry& r) {
  const char* offset = ", offset_x: int = 0";
  r.Add("Conv2D(x, filter, bias?, offset_w?)" + Attrs(4, "NHWC", offset), ConvDesc, Conv);
  r.Add("Conv3D(x, filter, bias?, offset_w?)" + Attrs(5, "NDHWC", offset), ConvDesc, Conv);
  r.Add(
      "Conv2DBackpropInput(input_size, filter, out_backprop)" + Attrs(4, "NHWC", ""),
      [](const Call& c) -> std::vector<Desc> { return {{c.Ints("input_size"), c.TypeOf("out_backprop")}}; },
      [](Call& c) { return ConvGrad(c, OfShape(c, "input_size"), c.In("filter"), {true, false, false}); });
  r.Add(
      "Conv2DBackpropFilter(x, filter_size, out_backprop)" + Attrs(4, "NHWC", ""),
      [](const Call& c) -> std::vector<Desc> { return {{c.Ints("filter_size"), c.TypeOf("out_backprop")}}; },
      [](Call& c) { return ConvGrad(c, c.In("x"), OfShape(c, "filter_size"), {false, true, false}); });
  r.Add("Conv2DTranspose(input_size, x, filter, bias?, offset_w?)" +
            Attrs(4, "NHWC", ", output_padding: ints = [0, 0, 0, 0], offset_x: int = 0"),
        TransposedDesc, Transposed);
  r.Add("Conv3DTranspose(input_size, x, filter, bias?, offset_w?)" +
            Attrs(5, "NDHWC", ", output_padding: ints = [0, 0, 0, 0, 0], offset_x: int = 0"),
        TransposedDesc, Transposed);
}

}  // namespace cann_emulator::ops
