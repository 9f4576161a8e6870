// SPDX-License-Identifier: Apache-2.0
// Root mean square normalisation whose result is quantised at once.
#include "ops/dtype.h"
#include "ops/families.h"
#include "ops/norm.h"
#include "ops/quantize.h"

namespace cann_emulator::ops {
namespace {

void RequireInt8(const Call& c) {
  TORCH_CHECK(c.Type("dst_type") == at::kChar, "quantising to ", c.Type("dst_type"),
              " is not emulated; int8 is");
}

// The sum of x1 and x2 is normalised, and quantised by rows once for each output y.
std::vector<at::Tensor> AddRmsNormDynamicQuant(Call& c) {
  RequireInt8(c);
  const at::Tensor sum = c.In("x1") + c.In("x2");
  at::Tensor y = std::get<0>(RmsNorm(sum.to(at::kFloat), c.In("gamma").to(at::kFloat), c.Float("epsilon")));
  if (c.Has("beta")) y = y + c.In("beta").to(at::kFloat);
  const auto quantize = [&](const char* smooth) {
    return QuantizeRows(c.Has(smooth) ? y * c.In(smooth).to(at::kFloat) : y);
  };
  const auto [y1, scale1] = quantize("smooth_scale1");
  const auto [y2, scale2] = quantize("smooth_scale2");
  return {y1, y2, sum, scale1, scale2};
}

std::vector<Desc> AddRmsNormDynamicQuantDesc(const Call& c) {
  std::vector<std::int64_t> rows = c.Sizes("x1");
  TORCH_CHECK(!rows.empty(), "expected x1 of at least one dimension");
  rows.pop_back();
  const Desc y{c.Sizes("x1"), c.Type("dst_type")}, scale{rows, at::kFloat};
  return {y, y, DescOf(c, "x1"), scale, scale};
}

std::tuple<at::Tensor, at::Tensor> RmsNormGradQuant(Call& c) {
  RequireInt8(c);
  TORCH_CHECK(c.String("quant_mode") == "static", "quant_mode '", c.String("quant_mode"),
              "' is not emulated; static is");
  const auto [dx, dgamma] = RmsNormGrad(c);
  const at::Tensor scale = c.In("scale_x").to(at::kFloat);
  at::Tensor scaled = c.Bool("div_mode") ? dx.to(at::kFloat) / scale : dx.to(at::kFloat) * scale;
  if (c.Has("offset_x")) scaled = scaled + c.In("offset_x").to(at::kFloat);
  return {Saturate(at::round(scaled), at::kChar), dgamma};
}

}  // namespace

void AddNormQuantize(Registry& r) {
  r.Add(
      "AddRmsNormDynamicQuant(x1, x2, gamma, smooth_scale1?, smooth_scale2?, beta?) {epsilon: float = 1e-6, "
      "output_mask: bools = [], dst_type: int = DT_INT8} -> y1, y2, x, scale1, scale2",
      AddRmsNormDynamicQuantDesc, AddRmsNormDynamicQuant);
  r.Add(
      "RmsNormGradQuant(dy, x, rstd, gamma, scale_x, offset_x?) {div_mode: bool = true, "
      "quant_mode: string = \"static\", dst_type: int = DT_INT8} -> dx_out, dgamma_out",
      [](const Call& c) -> std::vector<Desc> {
        return {{c.Sizes("x"), c.Type("dst_type")}, {c.Sizes("gamma"), at::kFloat}};
      },
      RmsNormGradQuant);
}

}  // namespace cann_emulator::ops
