// SPDX-License-Identifier: Apache-2.0
// The OCP microscaling (MX) formats: the numbers of a block share a power of two, which is kept as
// float8_e8m0; each of them, divided by it, is a floating-point number of 4 or 8 bits.
//
// The shared exponent is floor(log2(largest magnitude)) less the largest exponent of the element type.
// Elements are rounded and saturated. A block of zeros has the smallest scale; one with inf or nan the scale
// nan, and elements 0.
#include <algorithm>
#include <string>

#include "ops/families.h"
#include "ops/four_bit.h"

namespace cann_emulator::ops {
namespace {

constexpr std::int64_t kBlock = 32;
constexpr std::int64_t kBias = 127;  // of float8_e8m0
constexpr std::int64_t kNan = 255;

struct Element {
  ::ge::DataType dtype;
  std::int64_t largest_exponent;
  double largest;
  std::int64_t mantissa_bits;       // of 4-bit types, whose smallest exponent is 0
  at::ScalarType type = at::kByte;  // float8
  bool four_bit() const { return type == at::kByte; }
};

const Element& ElementType(const Call& c) {
  static const Element kElements[] = {
      {::ge::DT_FLOAT4_E2M1, 2, 6, 1},
      {::ge::DT_FLOAT4_E1M2, 0, 1.75, 2},
      {::ge::DT_FLOAT8_E4M3FN, 8, 448, 3, at::kFloat8_e4m3fn},
      {::ge::DT_FLOAT8_E5M2, 15, 57344, 2, at::kFloat8_e5m2},
  };
  const auto wanted = static_cast<::ge::DataType>(c.Int("dst_type"));
  for (const Element& element : kElements) {
    if (element.dtype == wanted) return element;
  }
  TORCH_CHECK(false,
              "dst_type must be DT_FLOAT4_E2M1, DT_FLOAT4_E1M2, DT_FLOAT8_E4M3FN or DT_FLOAT8_E5M2, got ",
              c.Int("dst_type"));
}

// floor(log2(|x|)) of finite numbers other than 0.
at::Tensor Exponent(const at::Tensor& x) { return std::get<1>(at::frexp(x)).to(at::kLong) - 1; }

std::int64_t Blocks(std::int64_t size, std::int64_t block) { return (size + block - 1) / block; }

// The largest magnitude of each block along `axis`.
at::Tensor BlockMax(const at::Tensor& x, std::int64_t axis, std::int64_t block) {
  const at::Tensor last = at::abs(x).movedim(axis, -1);
  const std::int64_t blocks = Blocks(last.size(-1), block);
  const at::Tensor whole = at::constant_pad_nd(last, {0, blocks * block - last.size(-1)}, 0);
  return at::amax(whole.unflatten(-1, {blocks, block}), {-1}).movedim(-1, axis);
}

// Each block's value for each of its numbers; `axis` gets `size`.
at::Tensor Spread(const at::Tensor& x, std::int64_t axis, std::int64_t block, std::int64_t size) {
  return x.repeat_interleave(block, axis).narrow(axis, 0, size);
}

// Biased exponents of the shared scales.
at::Tensor SharedScale(const at::Tensor& largest, const Element& element) {
  const at::Tensor exponent = Exponent(largest) - element.largest_exponent;
  const at::Tensor biased = at::clamp(at::where(largest > 0, exponent, -kBias) + kBias, 0, kNan - 1);
  return at::where(at::isfinite(largest), biased, kNan);
}

// The scales of each two neighbouring blocks along `axis` stand beside each other in a new last axis; an odd
// number of them is filled up with a byte 0.
at::Tensor InPairs(const at::Tensor& scale, std::int64_t axis) {
  const at::Tensor last = scale.movedim(axis, -1);
  const at::Tensor even = at::constant_pad_nd(last, {0, last.size(-1) % 2}, 0);
  const std::int64_t position = at::maybe_wrap_dim(axis, scale.dim());
  const at::Tensor pairs = even.unflatten(-1, {-1, 2}).movedim(-2, position);
  return pairs.to(at::kByte).contiguous().view(at::kFloat8_e8m0fnu);
}

at::Tensor RoundSteps(const at::Tensor& x, const std::string& mode) {
  if (mode == "rint") return at::round(x);
  if (mode == "floor") return at::floor(x);
  TORCH_CHECK(mode == "round", "round_mode must be rint, floor or round, got '", mode, "'");
  return at::sign(x) * at::floor(at::abs(x) + 0.5);
}

// 4-bit codes: sign, exponent, mantissa. Magnitudes below 1 are multiples of the same step as those from 1
// on.
at::Tensor FourBitCode(const at::Tensor& x, const Element& element, const std::string& mode) {
  const auto power = [](const at::Tensor& exponent) { return at::pow(2.0, exponent.to(at::kDouble)); };
  const auto binade = [](const at::Tensor& y) { return at::clamp(at::where(y == 0, 0, Exponent(y)), 0); };
  const auto steps = static_cast<double>(std::int64_t{1} << element.mantissa_bits);
  const at::Tensor bounded = at::clamp(x, -element.largest, element.largest);
  const at::Tensor step = power(binade(bounded)) / steps;
  const at::Tensor rounded = RoundSteps(bounded / step, mode) * step;
  const at::Tensor magnitude = at::clamp(at::abs(rounded), 0, element.largest);
  const at::Tensor exponent = binade(magnitude);
  const at::Tensor code = steps * (exponent + magnitude / power(exponent));
  return code.to(at::kByte) + at::signbit(rounded).to(at::kByte) * 8;
}

// Numbers divided by the scales of their biased exponents, as elements.
at::Tensor Encode(Call& c, const at::Tensor& x, const at::Tensor& scale, const Element& element,
                  std::size_t output = 0) {
  const std::string mode = c.String("round_mode");
  const at::Tensor factor = at::pow(2.0, (kBias - scale).to(at::kDouble));
  const at::Tensor divided = at::where(scale == kNan, 0.0, x.to(at::kDouble) * factor);
  if (element.four_bit()) {
    c.SetFourBit(output, element.dtype);
    return PackFourBits(FourBitCode(divided, element, mode));
  }
  TORCH_CHECK(mode == "rint", "round_mode must be rint for 8-bit elements, got '", mode, "'");
  return at::clamp(divided, -element.largest, element.largest).to(element.type);
}

using Quantized = std::tuple<at::Tensor, at::Tensor>;

Quantized QuantizeAlong(Call& c, const at::Tensor& x, std::int64_t axis, std::int64_t block,
                        const Element& element, std::size_t output = 0) {
  const at::Tensor scale = SharedScale(BlockMax(x, axis, block), element);
  return {Encode(c, x, Spread(scale, axis, block, x.size(axis)), element, output), InPairs(scale, axis)};
}

void RefuseOtherScales(const Call& c, const std::vector<std::string_view>& bounds) {
  TORCH_CHECK(c.Int("scale_alg") == 0, "scale_alg ", c.Int("scale_alg"),
              " is not emulated; 0, that of the OCP specification, is");
  for (const std::string_view bound : bounds) {
    TORCH_CHECK(c.Float(bound) == 0, bound, " is not emulated but for 0, got ", c.Float(bound));
  }
}

Desc ElementDesc(const std::vector<std::int64_t>& sizes, const Element& element) {
  if (!element.four_bit()) return {sizes, element.type};
  FourBitBytes(sizes);  // checks
  return {sizes, at::kByte, element.dtype};
}

Desc ScaleDesc(std::vector<std::int64_t> sizes, std::int64_t axis, std::int64_t block = kBlock) {
  std::int64_t& size =
      sizes[static_cast<std::size_t>(at::maybe_wrap_dim(axis, static_cast<std::int64_t>(sizes.size())))];
  size = Blocks(Blocks(size, block), 2);
  sizes.push_back(2);
  return {sizes, at::kFloat8_e8m0fnu};
}

Quantized DynamicMx(Call& c) {
  RefuseOtherScales(c, {"dst_type_max", "max_low_bound"});
  return QuantizeAlong(c, c.In("x"), c.Int("axis"), c.Int("block_size"), ElementType(c));
}

std::vector<Desc> DynamicMxDesc(const Call& c) {
  const std::int64_t block = c.Int("block_size");
  TORCH_CHECK(block > 0 && block % kBlock == 0, "block_size must be a multiple of 32, got ", block);
  return {ElementDesc(c.Sizes("x"), ElementType(c)), ScaleDesc(c.Sizes("x"), c.Int("axis"), block)};
}

std::vector<std::int64_t> MatrixSizes(const Call& c) {
  TORCH_CHECK(c.Sizes("x").size() >= 2, "expected x of at least two dimensions, got ", c.Sizes("x").size());
  return c.Sizes("x");
}

// The same numbers in blocks of columns, and in blocks of rows.
std::vector<at::Tensor> DualAxis(Call& c) {
  RefuseOtherScales(c, {"dst_type_max"});
  const Element& element = ElementType(c);
  const auto [y1, scale1] = QuantizeAlong(c, c.In("x"), -1, kBlock, element, 0);
  const auto [y2, scale2] = QuantizeAlong(c, c.In("x"), -2, kBlock, element, 2);
  return {y1, scale1, y2, scale2};
}

std::vector<Desc> DualAxisDesc(const Call& c) {
  const std::vector<std::int64_t> sizes = MatrixSizes(c);
  const Desc y = ElementDesc(sizes, ElementType(c));
  return {y, ScaleDesc(sizes, -1), y, ScaleDesc(sizes, -2)};
}

// Blocks of 32 x 32, whose scale is given for each row and for each column.
std::vector<at::Tensor> SquareBlocks(Call& c) {
  RefuseOtherScales(c, {"dst_type_max"});
  const at::Tensor x = c.In("x");
  const Element& element = ElementType(c);
  const at::Tensor scale = SharedScale(BlockMax(BlockMax(x, -1, kBlock), -2, kBlock), element);
  const at::Tensor by_row = Spread(scale, -2, kBlock, x.size(-2));
  const at::Tensor by_column = Spread(scale, -1, kBlock, x.size(-1));
  const at::Tensor y = Encode(c, x, Spread(by_row, -1, kBlock, x.size(-1)), element);
  return {y, InPairs(by_row, -1), InPairs(by_column, -2)};
}

std::vector<Desc> SquareBlocksDesc(const Call& c) {
  const std::vector<std::int64_t> sizes = MatrixSizes(c);
  return {ElementDesc(sizes, ElementType(c)), ScaleDesc(sizes, -1), ScaleDesc(sizes, -2)};
}

const Element kE2M1 = {::ge::DT_FLOAT4_E2M1, 2, 6, 1};

// Large blocks are scaled to the element type's range in float32 first, and rounded to x's type.
std::vector<at::Tensor> DualLevel(Call& c) {
  const at::Tensor x = c.In("x");
  at::Tensor wide = x.to(at::kFloat);
  if (c.Has("smooth_scale")) wide = wide * c.In("smooth_scale").to(at::kFloat);
  const std::int64_t block = c.Int("level0_block_size");
  const at::Tensor scale = BlockMax(wide, -1, block) / kE2M1.largest;
  const at::Tensor divisor = Spread(scale, -1, block, x.size(-1));
  const at::Tensor inner = at::where(divisor > 0, wide / divisor, 0.0).to(x.scalar_type());
  const auto [y, inner_scale] = QuantizeAlong(c, inner, -1, c.Int("level1_block_size"), kE2M1);
  return {y, scale, inner_scale};
}

std::vector<Desc> DualLevelDesc(const Call& c) {
  std::vector<std::int64_t> outer = c.Sizes("x");
  TORCH_CHECK(!outer.empty() && c.Int("level0_block_size") > 0 && c.Int("level1_block_size") > 0,
              "expected x of at least one dimension and positive block sizes");
  outer.back() = Blocks(outer.back(), c.Int("level0_block_size"));
  return {ElementDesc(c.Sizes("x"), kE2M1),
          {outer, at::kFloat},
          ScaleDesc(c.Sizes("x"), -1, c.Int("level1_block_size"))};
}

// silu(gate) * value in float32, the gate being the right half unless activate_left.
Quantized SwigluMx(Call& c) {
  RefuseOtherScales(c, {"max_dtype_value"});
  TORCH_CHECK(!c.Has("group_index"), "SwigluMxQuant with group_index is not emulated");
  TORCH_CHECK(c.Int("swiglu_mode") == 0, "swiglu_mode ", c.Int("swiglu_mode"), " is not emulated; 0 is");
  const std::vector<at::Tensor> halves = c.In("x").to(at::kFloat).chunk(2, c.Int("activate_dim"));
  const std::size_t gate = c.Bool("activate_left") ? 0 : 1;
  const at::Tensor activated = at::silu(halves[gate]) * halves[1 - gate];
  return QuantizeAlong(c, activated, c.Int("axis"), kBlock, ElementType(c));
}

std::vector<Desc> SwigluMxDesc(const Call& c) {
  std::vector<std::int64_t> sizes = c.Sizes("x");
  std::int64_t& size = sizes.at(static_cast<std::size_t>(
      at::maybe_wrap_dim(c.Int("activate_dim"), static_cast<std::int64_t>(sizes.size()))));
  TORCH_CHECK(size % 2 == 0, "expected an even size along activate_dim, got ", size);
  size /= 2;
  return {ElementDesc(sizes, ElementType(c)), ScaleDesc(sizes, c.Int("axis"))};
}

}  // namespace

void AddMxQuantize(Registry& r) {
  r.Add(
      "DynamicMxQuant(x) {axis: int = -1, round_mode: string = \"rint\", dst_type: int = DT_FLOAT4_E2M1, "
      "block_size: int = 32, scale_alg: int = 0, dst_type_max: float = 0.0, max_low_bound: float = 0.0} -> "
      "y, mxscale",
      DynamicMxDesc, DynamicMx);
  r.Add(
      "DynamicMxQuantWithDualAxis(x) {round_mode: string = \"rint\", dst_type: int = DT_FLOAT4_E2M1, "
      "scale_alg: int = 0, dst_type_max: float = 0.0} -> y1, mxscale1, y2, mxscale2",
      DualAxisDesc, DualAxis);
  r.Add(
      "DynamicBlockMxQuant(x) {round_mode: string = \"rint\", dst_type: int = DT_FLOAT4_E2M1, scale_alg: int "
      "= 0, dst_type_max: float = 0.0} -> y, scale1, scale2",
      SquareBlocksDesc, SquareBlocks);
  r.Add(
      "DynamicDualLevelMxQuant(x, smooth_scale?) {round_mode: string = \"rint\", level0_block_size: int = "
      "512, "
      "level1_block_size: int = 32} -> y, level0_scale, level1_scale",
      DualLevelDesc, DualLevel);
  r.Add(
      "SwigluMxQuant(x, group_index?) {activate_dim: int = -1, activate_left: bool = false, swiglu_mode: int "
      "= 0, clamp_limit: float = 7.0, glu_alpha: float = 1.702, glu_bias: float = 1.0, group_mode: int = 0, "
      "axis: int = -1, dst_type: int = DT_FLOAT4_E2M1, round_mode: string = \"rint\", scale_alg: int = 0, "
      "max_dtype_value: float = 0.0} -> y, mxscale",
      SwigluMxDesc, SwigluMx);
}

}  // namespace cann_emulator::ops
