// SPDX-License-Identifier: Apache-2.0
// Matrix products that exchange their factors or results with a group of processes. The emulator has no
// communication between processes, so every group is this process alone: reducing and gathering change
// nothing.
#include "ops/dtype.h"
#include "ops/families.h"
#include "ops/quantize.h"

namespace cann_emulator::ops {
namespace {

void RequireOneProcess(const Call& c) {
  TORCH_CHECK(c.Int("rank_size") <= 1, "rank_size must be 1, got ", c.Int("rank_size"), ": group \"",
              c.String("group"), "\" is this process alone, communication between processes is not emulated");
}

bool IsInteger(at::ScalarType type) { return at::isIntegralType(type, /*includeBool=*/false); }

// Integers become the half type of their scale, float16 where it is of another type.
at::ScalarType ResultType(const Call& c, std::string_view scale) {
  const auto wanted = static_cast<::ge::DataType>(c.Int("y_dtype"));
  if (wanted != ::ge::DT_UNDEFINED) return ToScalarType(wanted);
  const at::ScalarType x1 = c.TypeOf("x1");
  if (!IsInteger(x1)) return x1;
  TORCH_CHECK(c.Has(scale), "expected ", scale, " for a product of integers");
  return c.TypeOf(scale) == at::kBFloat16 ? at::kBFloat16 : at::kHalf;
}

// x1 of any rank, x2 a matrix.
Desc ProductDesc(const Call& c, std::string_view scale) {
  std::vector<std::int64_t> sizes = c.Sizes("x1");
  const std::vector<std::int64_t>& x2 = c.Sizes("x2");
  const bool transposed = c.Bool("is_trans_b");
  TORCH_CHECK(sizes.size() >= 2 && x2.size() == 2 && !c.Bool("is_trans_a"),
              "expected x1, not transposed, of at least two dimensions and a matrix x2, got shapes ",
              at::IntArrayRef(sizes), " and ", at::IntArrayRef(x2));
  TORCH_CHECK(sizes.back() == x2[transposed ? 1 : 0], "shapes ", at::IntArrayRef(sizes), " and ",
              at::IntArrayRef(x2), " cannot be multiplied");
  sizes.back() = x2[transposed ? 0 : 1];
  return {sizes, ResultType(c, scale)};
}

// With one column for each of the product's.
at::Tensor SecondFactor(const Call& c) {
  const at::Tensor x2 = c.In("x2");
  return c.Bool("is_trans_b") ? x2.t() : x2;
}

// In float64 for integers, which it holds exactly; rounded once.
at::Tensor Product(const Call& c, const at::Tensor& x2) {
  const at::ScalarType type = IsInteger(c.TypeOf("x1")) ? at::kDouble : at::kFloat;
  const at::Tensor product = at::matmul(c.In("x1").to(type), x2.to(type));
  return c.Has("bias") ? product + c.In("bias").to(type) : product;
}

// x1 (x2 + antiquant_offset) antiquant_scale + bias, times dequant_scale and pertoken_scale, plus x3
at::Tensor MatmulAllReduce(Call& c) {
  ProductDesc(c, "dequant_scale");  // checks
  c.RefuseInputs({"comm_quant_scale_1", "comm_quant_scale_2"});
  TORCH_CHECK(c.String("reduce_op") == "sum", "reduce_op must be sum, got '", c.String("reduce_op"), "'");
  TORCH_CHECK(c.Int("antiquant_group_size") == 0 && c.Int("group_size") == 0,
              "quantisation by groups is not emulated");
  at::Tensor x2 = SecondFactor(c);
  if (c.Has("antiquant_offset")) x2 = x2 + c.In("antiquant_offset").to(at::kFloat);
  if (c.Has("antiquant_scale")) x2 = x2 * c.In("antiquant_scale").to(at::kFloat);
  at::Tensor y = Product(c, x2);
  if (c.Has("dequant_scale")) y = y * RestoringScale(c.In("dequant_scale"));
  if (c.Has("pertoken_scale")) {
    std::vector<std::int64_t> per_row = c.Sizes("x1");
    per_row.back() = 1;
    y = y * c.In("pertoken_scale").reshape(per_row);
  }
  if (c.Has("x3")) y = y + c.In("x3");
  return y.to(ResultType(c, "dequant_scale"));
}

void RefuseQuantized(const Call& c) {
  c.RefuseInputs({"x1_scale", "x2_scale", "quant_scale"});
  TORCH_CHECK(!c.Bool("is_amax_out"), "is_amax_out is not emulated");
}

const Desc kNoLargest{{0}, at::kFloat};

at::Tensor NoLargest() { return at::empty(kNoLargest.sizes, kNoLargest.type); }

std::vector<Desc> AllGatherMatmulDesc(const Call& c) {
  RequireOneProcess(c);
  const std::vector<std::int64_t> gathered =
      c.Bool("is_gather_out") ? c.Sizes("x1") : std::vector<std::int64_t>{0};
  return {ProductDesc(c, "x2_scale"), {gathered, c.TypeOf("x1")}, kNoLargest};
}

std::tuple<at::Tensor, at::Tensor, at::Tensor> AllGatherMatmul(Call& c) {
  AllGatherMatmulDesc(c);  // checks
  RefuseQuantized(c);
  TORCH_CHECK(c.Int("gather_index") == 0, "gather_index must be 0, got ", c.Int("gather_index"));
  const at::Tensor x1 = c.In("x1");
  return {Product(c, SecondFactor(c)).to(ResultType(c, "x2_scale")),
          c.Bool("is_gather_out") ? x1 : at::empty({0}, x1.options()), NoLargest()};
}

std::vector<Desc> MatmulReduceScatterDesc(const Call& c) {
  RequireOneProcess(c);
  return {ProductDesc(c, "x2_scale"), kNoLargest};
}

std::tuple<at::Tensor, at::Tensor> MatmulReduceScatter(Call& c) {
  MatmulReduceScatterDesc(c);  // checks
  RefuseQuantized(c);
  TORCH_CHECK(c.String("reduce_op") == "sum", "reduce_op must be sum, got '", c.String("reduce_op"), "'");
  return {Product(c, SecondFactor(c)).to(ResultType(c, "x2_scale")), NoLargest()};
}

}  // namespace

void AddCollective(Registry& r) {
  r.Add(
      "MatmulAllReduce(x1, x2, bias?, x3?, antiquant_scale?, antiquant_offset?, dequant_scale?, "
      "pertoken_scale?, comm_quant_scale_1?, comm_quant_scale_2?) {group: string, reduce_op: string = "
      "\"sum\", is_trans_a: bool = false, is_trans_b: bool = false, comm_turn: int = 0, "
      "antiquant_group_size: int = 0, group_size: int = 0, y_dtype: int = DT_UNDEFINED, comm_quant_mode: int "
      "= 0, comm_mode: string = \"ai_cpu\"} -> y",
      [](const Call& c) { return std::vector<Desc>{ProductDesc(c, "dequant_scale")}; }, MatmulAllReduce);
  r.Add(
      "AllGatherMatmulV2(x1, x2, bias?, x1_scale?, x2_scale?, quant_scale?) {group: string, is_trans_a: bool "
      "= false, is_trans_b: bool = false, gather_index: int = 0, comm_turn: int = 0, rank_size: int = 0, "
      "block_size: int = 0, group_size: int = 0, is_gather_out: bool = true, is_amax_out: bool = false, "
      "y_dtype: int = DT_UNDEFINED, comm_mode: string = \"aiv\"} -> y, gather_out, amax_out",
      AllGatherMatmulDesc, AllGatherMatmul);
  r.Add(
      "MatmulReduceScatterV2(x1, x2, bias?, x1_scale?, x2_scale?, quant_scale?) {group: string, reduce_op: "
      "string = \"sum\", is_trans_a: bool = false, is_trans_b: bool = false, comm_turn: int = 0, rank_size: "
      "int = 0, block_size: int = 0, group_size: int = 0, is_amax_out: bool = false, y_dtype: int = "
      "DT_UNDEFINED, comm_mode: string = \"aiv\"} -> y, amax_out",
      MatmulReduceScatterDesc, MatmulReduceScatter);
}

}  // namespace cann_emulator::ops
