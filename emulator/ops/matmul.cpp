// SPDX-License-Identifier: Apache-2.0
#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

at::ScalarType ProductType(const Call& c) {
  const at::ScalarType type = c.TypeOf("x1");
  return type == at::kChar ? at::kInt : type;
}

// Rows and columns of the product, whose factors may be transposed by attributes of these names.
std::pair<std::int64_t, std::int64_t> Matrix(const Call& c, std::string_view transpose_x1,
                                             std::string_view transpose_x2) {
  const auto& x1 = c.Sizes("x1");
  const auto& x2 = c.Sizes("x2");
  TORCH_CHECK(x1.size() >= 2 && x2.size() >= 2, "expected matrices, got ranks ", x1.size(), " and ",
              x2.size());
  const auto last = [](const std::vector<std::int64_t>& sizes, bool second) {
    return sizes[sizes.size() - (second ? 2 : 1)];
  };
  const bool t1 = c.Bool(transpose_x1), t2 = c.Bool(transpose_x2);
  TORCH_CHECK(last(x1, t1) == last(x2, !t2), "shapes ", at::IntArrayRef(x1), " and ", at::IntArrayRef(x2),
              " cannot be multiplied: ", last(x1, t1), " columns and ", last(x2, !t2), " rows");
  return {last(x1, !t1), last(x2, t2)};
}

std::vector<Desc> MatMulDesc(const Call& c) {
  TORCH_CHECK(c.Sizes("x1").size() == 2 && c.Sizes("x2").size() == 2, "expected matrices, got ranks ",
              c.Sizes("x1").size(), " and ", c.Sizes("x2").size());
  const auto [rows, columns] = Matrix(c, "transpose_x1", "transpose_x2");
  return {{{rows, columns}, ProductType(c)}};
}

std::vector<Desc> BatchMatMulDesc(const Call& c) {
  const auto [rows, columns] = Matrix(c, "adj_x1", "adj_x2");
  const auto batch = [](const std::vector<std::int64_t>& sizes) {
    return at::IntArrayRef(sizes).slice(0, sizes.size() - 2);
  };
  std::vector<std::int64_t> sizes = at::infer_size(batch(c.Sizes("x1")), batch(c.Sizes("x2")));
  sizes.insert(sizes.end(), {rows, columns});
  return {{sizes, ProductType(c)}};
}

// int8 products are summed in int32.
at::Tensor Widen(const at::Tensor& x) { return x.scalar_type() == at::kChar ? x.to(at::kInt) : x; }

at::Tensor MatMul(Call& c) {
  const Desc desc = MatMulDesc(c).front();
  at::Tensor x1 = Widen(c.In("x1"));
  at::Tensor x2 = Widen(c.In("x2"));
  if (c.Bool("transpose_x1")) x1 = x1.t();
  if (c.Bool("transpose_x2")) x2 = x2.t();
  const std::optional<at::Tensor> bias = c.Optional("bias");
  at::Tensor y = c.OutApart(0, desc.sizes, desc.type);
  return bias ? at::addmm_out(y, bias->to(desc.type), x1, x2) : at::mm_out(y, x1, x2);
}

at::Tensor BatchMatMul(Call& c) {
  const Desc desc = BatchMatMulDesc(c).front();
  at::Tensor x1 = Widen(c.In("x1"));
  at::Tensor x2 = Widen(c.In("x2"));
  if (c.Bool("adj_x1")) x1 = x1.mT();
  if (c.Bool("adj_x2")) x2 = x2.mT();
  const auto batch = [](const at::Tensor& x) { return x.sizes().slice(0, x.sizes().size() - 2); };
  if (x1.dim() == 2 || batch(x1) != batch(x2)) return at::matmul(x1, x2);
  at::Tensor y = c.OutApart(0, desc.sizes, desc.type);
  at::Tensor products = y.flatten(0, -3);
  at::bmm_out(products, x1.flatten(0, -3), x2.flatten(0, -3));
  return y;
}

}  // namespace

void AddMatMul(Registry& r) {
  r.Add("MatMul(x1, x2, bias?) {transpose_x1: bool = false, transpose_x2: bool = false} -> y", MatMulDesc,
        MatMul);
  r.Add(
      "MatMulV2(x1, x2, bias?, offset_w?) {transpose_x1: bool = false, transpose_x2: bool = false, "
      "offset_x: int = 0} -> y",
      MatMulDesc, [](Call& c) {
        TORCH_CHECK(!c.Optional("offset_w") && c.Int("offset_x") == 0,
                    "quantisation offsets are not supported");
        return MatMul(c);
      });
  r.Add("BatchMatMul(x1, x2) {adj_x1: bool = false, adj_x2: bool = false} -> y", BatchMatMulDesc,
        BatchMatMul);
  r.Add(
      "BatchMatMulV2(x1, x2, bias?, offset_w?) {adj_x1: bool = false, adj_x2: bool = false, offset_x: int = "
      "0} -> y",
      BatchMatMulDesc, [](Call& c) {
        TORCH_CHECK(!c.Optional("offset_w") && c.Int("offset_x") == 0,
                    "quantisation offsets are not supported");
        const at::Tensor y = BatchMatMul(c);
        const std::optional<at::Tensor> bias = c.Optional("bias");
        return bias ? at::add(y, bias->to(y.scalar_type())) : y;
      });
}

}  // namespace cann_emulator::ops
