// SPDX-License-Identifier: Apache-2.0
// To 8-bit numbers and back. Products are computed in float32, rounded to the nearest even number unless an
// attribute says otherwise, and saturated.
#include "ops/quantize.h"

#include <cstdint>
#include <cstring>
#include <limits>

#include "ops/dtype.h"
#include "ops/families.h"

namespace cann_emulator::ops {

at::Tensor Saturate(const at::Tensor& x, at::ScalarType type) {
  switch (type) {
    case at::kChar:
      return at::clamp(x, -128, 127).to(type);
    case at::kByte:
      return at::clamp(x, 0, 255).to(type);
    case at::kInt: {
      constexpr double kLargest = std::numeric_limits<std::int32_t>::max();
      return at::clamp(x.to(at::kDouble), -kLargest - 1, kLargest).to(type);
    }
    default:
      TORCH_CHECK(false, "quantising to ", type, " is not emulated; int8, uint8 and int32 are");
  }
}

std::tuple<at::Tensor, at::Tensor> QuantizeRows(const at::Tensor& x, double largest) {
  const at::Tensor scale = at::amax(at::abs(x), {-1}, /*keepdim=*/true) / largest;
  const at::Tensor steps = at::where(scale > 0, x / scale, at::zeros({}, x.options()));
  return {Saturate(at::round(steps), at::kChar), scale.squeeze(-1)};
}

at::Tensor RestoringScale(const at::Tensor& scale) {
  if (scale.scalar_type() != at::kLong) return scale.to(at::kFloat);
  return scale.to(at::kInt).view(at::kFloat);
}

namespace {

at::Tensor Round(const at::Tensor& x, const std::string& mode) {
  if (mode == "round" || mode == "rint") return at::round(x);
  if (mode == "floor") return at::floor(x);
  if (mode == "ceil") return at::ceil(x);
  TORCH_CHECK(mode == "trunc", "round_mode must be round, rint, floor, ceil or trunc, got '", mode, "'");
  return at::trunc(x);
}

at::Tensor Float(const Call& c, std::string_view port) { return c.In(port).to(at::kFloat); }

at::Tensor FloatOr(const Call& c, std::string_view port, double absent) {
  return c.Has(port) ? Float(c, port) : at::full({}, absent, at::kFloat);
}

at::Tensor SquaredIf(bool square, const at::Tensor& scale) { return square ? at::square(scale) : scale; }

// x * scale + offset
at::Tensor AscendQuant(Call& c) {
  const at::Tensor scale = SquaredIf(c.Bool("sqrt_mode"), Float(c, "scale"));
  return Saturate(Round(Float(c, "x") * scale + FloatOr(c, "offset", 0), c.String("round_mode")),
                  c.Type("dst_type"));
}

// (x + offset) * scale
at::Tensor AscendAntiQuant(Call& c) {
  const at::Tensor scale = SquaredIf(c.Bool("sqrt_mode"), Float(c, "scale"));
  return ((Float(c, "x") + FloatOr(c, "offset", 0)) * scale).to(c.Type("dst_type"));
}

at::ScalarType QuantizedType(const Call& c) {
  const std::string name = c.String("dtype");
  if (name == "torch.qint8" || name == "torch.int8") return at::kChar;
  if (name == "torch.quint8" || name == "torch.uint8") return at::kByte;
  TORCH_CHECK(name == "torch.qint32" || name == "torch.int32",
              "dtype must be torch.qint8, torch.quint8 or torch.qint32, got '", name, "'");
  return at::kInt;
}

// round(x / scale) + zero_point
at::Tensor Quantize(Call& c) {
  const at::Tensor steps = at::round(Float(c, "x") / Float(c, "scales"));
  return Saturate(steps + FloatOr(c, "zero_points", 0), QuantizedType(c));
}

at::Tensor Smoothed(const Call& c) {
  TORCH_CHECK(!c.Has("group_index"), "dynamic quantisation by groups is not emulated");
  TORCH_CHECK(c.Type("dst_type") == at::kChar, "dynamic quantisation to ", c.Type("dst_type"),
              " is not emulated; int8 is");
  return Float(c, "x") * FloatOr(c, "smooth_scales", 1);
}

std::tuple<at::Tensor, at::Tensor> DynamicQuant(Call& c) { return QuantizeRows(Smoothed(c)); }

// With an offset unless symmetrical, so that the row's smallest and largest element span all of int8.
std::tuple<at::Tensor, at::Tensor, at::Tensor> DynamicQuantV2(Call& c) {
  const at::Tensor x = Smoothed(c);
  TORCH_CHECK(c.String("quant_mode") == "pertoken", "quant_mode '", c.String("quant_mode"),
              "' is not emulated; pertoken is");
  if (c.Bool("is_symmetrical")) {
    const auto [y, scale] = QuantizeRows(x);
    return {y, scale, at::zeros_like(scale)};
  }
  const at::Tensor largest = at::amax(x, {-1}, true);
  const at::Tensor scale = (largest - at::amin(x, {-1}, true)) / 255;
  const at::Tensor offset = 127 - largest / scale;
  return {Saturate(at::round(x / scale + offset), at::kChar), scale.squeeze(-1), offset.squeeze(-1)};
}

std::vector<Desc> DynamicQuantDesc(const Call& c, std::size_t statistics) {
  std::vector<std::int64_t> rows = c.Sizes("x");
  TORCH_CHECK(!rows.empty(), "expected x of at least one dimension");
  rows.pop_back();
  std::vector<Desc> descs{{c.Sizes("x"), c.Type("dst_type")}};
  descs.resize(1 + statistics, Desc{rows, at::kFloat});
  return descs;
}

std::vector<Desc> DynamicBlockQuantDesc(const Call& c) {
  std::vector<std::int64_t> sizes = c.Sizes("x");
  const std::int64_t rows = c.Int("row_block_size"), columns = c.Int("col_block_size");
  TORCH_CHECK(sizes.size() >= 2 && rows > 0 && columns > 0,
              "expected x of at least two dimensions and positive block sizes");
  TORCH_CHECK(
      c.Type("dst_type") == at::kChar && c.String("round_mode") == "rint" && c.Float("dst_type_max") == 0,
      "DynamicBlockQuant to another type than int8, with round_mode but rint or dst_type_max is not "
      "emulated");
  const Desc y{sizes, at::kChar};
  sizes.back() = (sizes.back() + columns - 1) / columns;
  sizes[sizes.size() - 2] = (sizes[sizes.size() - 2] + rows - 1) / rows;
  return {y, {sizes, at::kFloat}};
}

// Blocks of rows and columns of the last two axes, each with the scale at which its largest magnitude becomes
// 127, but at least min_scale.
std::tuple<at::Tensor, at::Tensor> DynamicBlockQuant(Call& c) {
  DynamicBlockQuantDesc(c);  // checks
  const at::Tensor x = Float(c, "x");
  const std::int64_t rows = c.Int("row_block_size"), columns = c.Int("col_block_size");
  const auto missing = [](std::int64_t size, std::int64_t block) { return (block - size % block) % block; };
  const at::Tensor whole =
      at::constant_pad_nd(at::abs(x), {0, missing(x.size(-1), columns), 0, missing(x.size(-2), rows)}, 0);
  const at::Tensor blocks = whole.unflatten(-1, {-1, columns}).unflatten(-3, {-1, rows});
  const at::Tensor scale = at::clamp(at::amax(blocks, {-3, -1}) / 127, c.Float("min_scale"));
  const at::Tensor divisor = scale.repeat_interleave(rows, -2)
                                 .narrow(-2, 0, x.size(-2))
                                 .repeat_interleave(columns, -1)
                                 .narrow(-1, 0, x.size(-1));
  return {Saturate(at::round(at::where(divisor > 0, x / divisor, 0)), at::kChar), scale};
}

// x * scale as float8, and the largest magnitude in x.
std::tuple<at::Tensor, at::Tensor> QuantMax(Call& c) {
  const at::Tensor x = c.In("x");
  const at::ScalarType type = c.Type("dst_type");
  TORCH_CHECK(!c.Has("group_list"), "QuantMax by groups is not emulated");
  TORCH_CHECK(type == at::kFloat8_e5m2 || type == at::kFloat8_e4m3fn, "QuantMax to ", type,
              " is not emulated; float8_e5m2 and float8_e4m3fn are");
  const double largest = type == at::kFloat8_e5m2 ? 57344 : 448;
  const at::Tensor y = at::clamp(x.to(at::kFloat) * Float(c, "scale"), -largest, largest).to(type);
  return {y, at::amax(at::abs(x)).reshape({1})};
}

// The hardware's 64-bit parameter: the upper 19 bits of the float32 scale in bits 13 to 31, bit 46 set, an
// offset of nine bits from bit 37 on.
at::Tensor TransQuantParam(Call& c) {
  const at::Tensor scale = Float(c, "scale").contiguous();
  at::Tensor bits = at::empty(scale.sizes(), at::kInt);
  std::memcpy(bits.mutable_data_ptr(), scale.const_data_ptr(), static_cast<std::size_t>(scale.nbytes()));
  // Mode 1 rounds to the bits that are kept instead of cutting the others off.
  const std::int64_t half = c.Int("round_mode") == 1 ? 0x1000 : 0;
  const std::int64_t high = std::int64_t{1} << 46;
  at::Tensor y = at::bitwise_or(at::bitwise_and(bits.to(at::kLong) + half, 0xFFFFE000), high);
  if (c.Has("offset")) {
    const at::Tensor offset = at::clamp(at::round(Float(c, "offset")), -256, 255).to(at::kLong);
    y = at::bitwise_or(y, at::bitwise_left_shift(at::bitwise_and(offset, 0x1FF), 37));
  }
  return y;
}

std::vector<Desc> TransQuantParamDesc(const Call& c) {
  std::vector<std::int64_t> sizes = c.Sizes("scale");
  if (c.Has("offset")) sizes = at::infer_size(sizes, c.Sizes("offset"));
  return {{sizes, at::kLong}};
}

// Updates, quantised along one axis, go to var[b] from position indices[b] of the axis on.
at::Tensor QuantUpdateScatter(Call& c) {
  TORCH_CHECK(c.String("reduce") == "update", "reduce must be update, got '", c.String("reduce"), "'");
  at::Tensor var = c.In("var").clone();
  const at::Tensor positions = c.In("indices").to(at::kLong);
  const std::int64_t axis = at::maybe_wrap_dim(c.Int("axis"), var.dim());
  TORCH_CHECK(positions.dim() == 1 && axis > 0,
              "expected one position per batch and an axis after the first");
  const at::Tensor updates = Float(c, "updates");
  const at::Tensor steps =
      Round(updates / Float(c, "quant_scales") + FloatOr(c, "quant_zero_points", 0), c.String("round_mode"));
  const at::Tensor quantized = Saturate(steps, var.scalar_type());
  for (std::int64_t b = 0; b < updates.size(0); ++b) {
    var[b].narrow(axis - 1, positions[b].item<std::int64_t>(), updates.size(axis)).copy_(quantized[b]);
  }
  return var;
}

// x times the weight that (weight + offset) * scale restores.
at::Tensor WeightQuantMatmul(Call& c) {
  c.RefuseInputs({"quant_scale", "quant_offset"});
  TORCH_CHECK(c.Int("antiquant_group_size") == 0, "WeightQuantBatchMatmulV2 by groups is not emulated");
  at::Tensor x = Float(c, "x");
  at::Tensor weight =
      (Float(c, "weight") + FloatOr(c, "antiquant_offset", 0)) * RestoringScale(c.In("antiquant_scale"));
  if (c.Bool("transpose_x")) x = x.transpose(-1, -2);
  if (c.Bool("transpose_weight")) weight = weight.transpose(-1, -2);
  return (at::matmul(x, weight) + FloatOr(c, "bias", 0)).to(c.TypeOf("x"));
}

std::vector<Desc> WeightQuantMatmulDesc(const Call& c) {
  const std::vector<std::int64_t>& x = c.Sizes("x");
  const std::vector<std::int64_t>& weight = c.Sizes("weight");
  TORCH_CHECK(x.size() == 2 && weight.size() == 2, "expected matrices, got x of ", x.size(),
              " and a weight of ", weight.size(), " dimensions");
  return {{{x[c.Bool("transpose_x") ? 1 : 0], weight[c.Bool("transpose_weight") ? 0 : 1]}, c.TypeOf("x")}};
}

}  // namespace

void AddQuantize(Registry& r) {
  const auto as_attribute = [](const char* input, const char* attribute) -> Rule {
    return [=](const Call& c) { return std::vector<Desc>{{c.Sizes(input), c.Type(attribute)}}; };
  };
  r.Add(
      "AscendQuantV2(x, scale, offset?) {sqrt_mode: bool = false, round_mode: string = \"round\", "
      "dst_type: int = DT_INT8, axis: int = -1} -> y",
      as_attribute("x", "dst_type"), AscendQuant);
  r.Add("AscendAntiQuantV2(x, scale, offset?) {dst_type: int = DT_FLOAT16, sqrt_mode: bool = false} -> y",
        as_attribute("x", "dst_type"), AscendAntiQuant);
  r.Add(
      "Quantize(x, scales, zero_points?) {dtype: string, axis: int = 1} -> y",
      [](const Call& c) -> std::vector<Desc> { return {{c.Sizes("x"), QuantizedType(c)}}; }, Quantize);
  r.Add(
      "DynamicQuant(x, smooth_scales?, group_index?) {dst_type: int = DT_INT8} -> y, scale",
      [](const Call& c) { return DynamicQuantDesc(c, 1); }, DynamicQuant);
  r.Add(
      "DynamicQuantV2(x, smooth_scales?, group_index?) {dst_type: int = DT_INT8, is_symmetrical: bool = "
      "false, "
      "quant_mode: string = \"pertoken\", dst_type_max: float = 0.0} -> y, scale, offset",
      [](const Call& c) { return DynamicQuantDesc(c, 2); }, DynamicQuantV2);
  r.Add(
      "QuantMax(x, scale, group_list?) {round_mode: string = \"rint\", dst_type: int = DT_FLOAT8_E5M2} -> y, "
      "amax",
      [](const Call& c) -> std::vector<Desc> {
        return {{c.Sizes("x"), c.Type("dst_type")}, {{1}, c.TypeOf("x")}};
      },
      QuantMax);
  r.Add(
      "DynamicBlockQuant(x) {min_scale: float = 0.0, round_mode: string = \"rint\", dst_type: int = DT_INT8, "
      "row_block_size: int = 1, col_block_size: int = 128, dst_type_max: float = 0.0} -> y, scale",
      DynamicBlockQuantDesc, DynamicBlockQuant);
  r.Add("TransQuantParamV2(scale, offset?) {round_mode: int = 0} -> y", TransQuantParamDesc, TransQuantParam);
  r.Add(
      "QuantUpdateScatter(var, indices, updates, quant_scales, quant_zero_points?) {reduce: string, axis: "
      "int = "
      "-2, quant_axis: int = -1, round_mode: string = \"rint\"} -> var",
      Like("var"), QuantUpdateScatter);
  r.Add(
      "WeightQuantBatchMatmulV2(x, weight, antiquant_scale, antiquant_offset?, quant_scale?, quant_offset?, "
      "bias?) {transpose_x: bool = false, transpose_weight: bool = false, antiquant_group_size: int = 0, "
      "dtype: int = -1, inner_precise: int = 0} -> y",
      WeightQuantMatmulDesc, WeightQuantMatmul);
}

}  // namespace cann_emulator::ops
