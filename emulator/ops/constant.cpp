// SPDX-License-Identifier: Apache-2.0
// Operators that make tensors from a shape or a range.
#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

at::Tensor Fill(Call& c) {
  const at::Tensor value = c.In("value");
  TORCH_CHECK(value.numel() == 1, "input value must have one element, got shape ", value.sizes());
  return value.reshape({}).expand(c.Ints("dims"));
}

// Moves data into a cache ahead of its use: changes no result.
std::vector<at::Tensor> Prefetch(const Call&) { return {}; }

at::Tensor FillLike(Call& c, const at::Scalar& value) {
  const at::Tensor x = c.In("x");
  return c.Out(0, x.sizes(), x.scalar_type()).fill_(value);
}

// Only small values are read here, so that the sequence itself tells its length.
at::Tensor Range(const Call& c) {
  return at::arange(c.Scalar("start"), c.Scalar("limit"), c.Scalar("delta"), c.TypeOf("start"));
}

at::Tensor LinSpace(Call& c) {
  return at::linspace(c.Scalar("start"), c.Scalar("stop"), c.Scalar("num").toLong(), c.TypeOf("start"));
}

// Memory that GE calls empty still holds something: zeros when asked for, otherwise a value that shows in a
// result which wrongly depends on it.
at::Tensor Empty(Call& c) {
  const at::ScalarType type = c.Type("dtype");
  at::Tensor y = at::zeros(c.Ints("shape"), type);
  if (!c.Bool("init")) y.view(at::kByte).fill_(0xA5);
  return y;
}

std::vector<Desc> EyeDesc(const Call& c) {
  const std::int64_t columns = c.Int("num_columns");
  std::vector<std::int64_t> sizes = c.IntList("batch_shape");
  sizes.insert(sizes.end(), {c.Int("num_rows"), columns == 0 ? c.Int("num_rows") : columns});
  return {{sizes, c.Type("dtype")}};
}

at::Tensor Eye(Call& c) {
  const Desc desc = EyeDesc(c).front();
  const std::vector<std::int64_t>& sizes = desc.sizes;
  return at::eye(sizes[sizes.size() - 2], sizes.back(), desc.type).expand(sizes);
}

}  // namespace

void AddConstant(Registry& r) {
  r.Add(
      "Cmo(src) {max_size: int, type: int = 6, offset: int = 0} -> ()",
      [](const Call&) { return std::vector<Desc>(); }, Prefetch);
  r.AddView("Fill(dims, value) -> y", Fill);
  r.Add("Fills(x) {value: float} -> y", Like("x"), [](Call& c) { return FillLike(c, c.Float("value")); });
  r.Add("ZerosLike(x) -> y", Like("x"), [](Call& c) { return FillLike(c, 0); });
  r.Add("OnesLike(x) -> y", Like("x"), [](Call& c) { return FillLike(c, 1); });
  r.Add(
      "Range(start, limit, delta) -> y",
      [](const Call& c) -> std::vector<Desc> { return {{{Range(c).numel()}, c.TypeOf("start")}}; }, Range);
  r.Add(
      "LinSpace(start, stop, num) -> output",
      [](const Call& c) -> std::vector<Desc> { return {{{c.Scalar("num").toLong()}, c.TypeOf("start")}}; },
      LinSpace);
  r.Add(
      "Empty(shape) {dtype: int = DT_INT32, init: bool = false} -> y",
      [](const Call& c) -> std::vector<Desc> { return {{c.Ints("shape"), c.Type("dtype")}}; }, Empty);
  r.Add("Eye() {num_rows: int, num_columns: int = 0, batch_shape: ints = [], dtype: int = 0} -> y", EyeDesc,
        Eye);
}

}  // namespace cann_emulator::ops
