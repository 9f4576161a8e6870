// SPDX-License-Identifier: Apache-2.0
// Quantisation of matrices that are multiplied first, so that their largest numbers are spread out. Computed
// in float64, so that which way a number rounds does not depend on the order of a sum.
#include "ops/families.h"
#include "ops/four_bit.h"
#include "ops/quantize.h"

namespace cann_emulator::ops {
namespace {

constexpr double kLargestInt4 = 7;  // of symmetric quantisation

at::Tensor Double(const Call& c, std::string_view port) { return c.In(port).to(at::kDouble); }

at::Tensor Int4(Call& c, const at::Tensor& y) {
  c.SetFourBit(0, ::ge::DT_INT4);
  return PackFourBits(at::clamp(y, -8, 7));
}

// kronecker_p1 x kronecker_p2 for each matrix x, which has a scale of its own. Clipping makes the scale
// smaller, and what exceeds it saturates.
std::tuple<at::Tensor, at::Tensor> FlatQuant(Call& c) {
  // DT_INT32 stands for eight int4 numbers that share one; TorchAir views them as that afterwards.
  const std::int64_t type = c.Int("dst_dtype");
  TORCH_CHECK((type == ::ge::DT_INT4 || type == ::ge::DT_INT32) && c.Float("dst_type_max") == 0,
              "FlatQuant to another type than DT_INT4 is not emulated: got dst_dtype ", type,
              " and dst_type_max ", c.Float("dst_type_max"));
  const double clip = c.Float("clip_ratio");
  TORCH_CHECK(clip > 0 && clip <= 1, "clip_ratio must be in (0, 1], got ", clip);
  const at::Tensor x = Double(c, "x");
  const at::Tensor product = at::matmul(Double(c, "kronecker_p1"), at::matmul(x, Double(c, "kronecker_p2")));
  const auto [y, scale] = QuantizeRows(product.flatten(1), kLargestInt4 / clip);
  return {Int4(c, y.reshape(x.sizes())), scale.to(at::kFloat)};
}

std::vector<Desc> FlatQuantDesc(const Call& c) {
  const std::vector<std::int64_t>& sizes = c.Sizes("x");
  TORCH_CHECK(sizes.size() == 3, "expected x of three dimensions, got ", sizes.size());
  FourBitBytes(sizes);  // checks
  return {{sizes, at::kByte, ::ge::DT_INT4}, {{sizes[0]}, at::kFloat}};
}

// Each part of a row that is as long as the rotation is multiplied by it; the row has one scale.
std::tuple<at::Tensor, at::Tensor> RotateQuant(Call& c) {
  c.RefuseInputs({"alpha"});
  TORCH_CHECK(c.Int("scale_alg") == 0 && c.Float("dst_type_max") == 0 && !c.Bool("transpose_y"),
              "RotateQuant with scale_alg, dst_type_max or transpose_y is not emulated");
  const at::Tensor x = Double(c, "x"), rotation = Double(c, "rotation");
  const at::Tensor rotated = at::matmul(x.reshape({-1, rotation.size(0)}), rotation).reshape(x.sizes());
  const bool four_bit = c.Int("y_dtype") == ::ge::DT_INT4;
  const auto [y, scale] = QuantizeRows(rotated, four_bit ? kLargestInt4 : 127);
  return {four_bit ? Int4(c, y) : y, scale.to(at::kFloat)};
}

std::vector<Desc> RotateQuantDesc(const Call& c) {
  const std::vector<std::int64_t>&x = c.Sizes("x"), &rotation = c.Sizes("rotation");
  TORCH_CHECK(x.size() == 2 && rotation.size() == 2 && rotation[0] == rotation[1],
              "expected matrices, rotation a square one, got x ", at::IntArrayRef(x), " and rotation ",
              at::IntArrayRef(rotation));
  TORCH_CHECK(rotation[0] > 0 && x[1] % rotation[0] == 0, "expected rows of a multiple of ", rotation[0],
              " numbers, got ", x[1]);
  const Desc scale{{x[0]}, at::kFloat};
  if (c.Int("y_dtype") == ::ge::DT_INT8) return {{x, at::kChar}, scale};
  TORCH_CHECK(c.Int("y_dtype") == ::ge::DT_INT4, "y_dtype must be DT_INT8 or DT_INT4, got ",
              c.Int("y_dtype"));
  FourBitBytes(x);  // checks
  return {{x, at::kByte, ::ge::DT_INT4}, scale};
}

}  // namespace

void AddFlatQuantize(Registry& r) {
  r.Add(
      "FlatQuant(x, kronecker_p1, kronecker_p2) {clip_ratio: float = 1.0, dst_dtype: int = DT_INT4, "
      "dst_type_max: float = 0.0} -> out, quant_scale",
      FlatQuantDesc, FlatQuant);
  r.Add(
      "RotateQuant(x, rotation, alpha?) {y_dtype: int = DT_INT8, axis: int = -1, round_mode: string = "
      "\"rint\", scale_alg: int = 0, dst_type_max: float = 0.0, transpose_y: bool = false} -> y, scale",
      RotateQuantDesc, RotateQuant);
}

}  // namespace cann_emulator::ops
