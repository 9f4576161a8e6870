// SPDX-License-Identifier: Apache-2.0
#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

// int8 products are summed in int32.
at::Tensor Widen(const at::Tensor& x) { return x.scalar_type() == at::kChar ? x.to(at::kInt) : x; }

at::Tensor MatMul(Call& c) {
  at::Tensor x1 = Widen(c.In("x1"));
  at::Tensor x2 = Widen(c.In("x2"));
  TORCH_CHECK(x1.dim() == 2 && x2.dim() == 2, "expected matrices, got ranks ", x1.dim(), " and ", x2.dim());
  if (c.Bool("transpose_x1")) x1 = x1.t();
  if (c.Bool("transpose_x2")) x2 = x2.t();
  const std::optional<at::Tensor> bias = c.Optional("bias");
  if (!bias) return at::mm(x1, x2);
  return at::addmm(bias->to(x1.scalar_type()), x1, x2);
}

at::Tensor BatchMatMul(Call& c) {
  at::Tensor x1 = Widen(c.In("x1"));
  at::Tensor x2 = Widen(c.In("x2"));
  TORCH_CHECK(x1.dim() >= 2 && x2.dim() >= 2, "expected matrices, got ranks ", x1.dim(), " and ", x2.dim());
  if (c.Bool("adj_x1")) x1 = x1.mT();
  if (c.Bool("adj_x2")) x2 = x2.mT();
  return at::matmul(x1, x2);
}

}  // namespace

void AddMatMul(Registry& r) {
  r.Add("MatMul(x1, x2, bias?) {transpose_x1: bool = false, transpose_x2: bool = false} -> y", MatMul);
  r.Add(
      "MatMulV2(x1, x2, bias?, offset_w?) {transpose_x1: bool = false, transpose_x2: bool = false, "
      "offset_x: int = 0} -> y",
      [](Call& c) {
        TORCH_CHECK(!c.Optional("offset_w") && c.Int("offset_x") == 0, "quantisation offsets are not supported");
        return MatMul(c);
      });
  r.Add("BatchMatMul(x1, x2) {adj_x1: bool = false, adj_x2: bool = false} -> y", BatchMatMul);
  r.Add(
      "BatchMatMulV2(x1, x2, bias?, offset_w?) {adj_x1: bool = false, adj_x2: bool = false, offset_x: int = 0} -> y",
      [](Call& c) {
        TORCH_CHECK(!c.Optional("offset_w") && c.Int("offset_x") == 0, "quantisation offsets are not supported");
        const at::Tensor y = BatchMatMul(c);
        const std::optional<at::Tensor> bias = c.Optional("bias");
        return bias ? at::add(y, bias->to(y.scalar_type())) : y;
      });
}

}  // namespace cann_emulator::ops
