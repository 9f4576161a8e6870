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

at::Tensor Like(Call& c, const at::Scalar& value) {
  const at::Tensor x = c.In("x");
  at::Tensor y = c.Out(0, x.sizes(), x.scalar_type());
  return c.inferring() ? y : y.fill_(value);
}

at::Tensor Range(Call& c) {
  const at::ScalarType type = c.In("start").scalar_type();
  const at::Tensor y = at::arange(c.Scalar("start"), c.Scalar("limit"), c.Scalar("delta"), type);
  return c.inferring() ? MetaLike(y) : y;
}

at::Tensor LinSpace(Call& c) {
  const at::ScalarType type = c.In("start").scalar_type();
  const std::int64_t count = c.Scalar("num").toLong();
  if (c.inferring()) return Meta({count}, type);
  return at::linspace(c.Scalar("start"), c.Scalar("stop"), count, type);
}

// Memory that GE calls empty still holds something: zeros when asked for, otherwise a value that shows in a result
// which wrongly depends on it.
at::Tensor Empty(Call& c) {
  const at::ScalarType type = c.Type("dtype");
  const std::vector<std::int64_t> sizes = c.Ints("shape");
  if (c.inferring()) return Meta(sizes, type);
  if (c.Bool("init")) return at::zeros(sizes, type);
  at::Tensor y = at::empty(sizes, type);
  y.view(at::kByte).fill_(0xA5);
  return y;
}

at::Tensor Eye(Call& c) {
  const std::int64_t rows = c.Int("num_rows");
  const std::int64_t columns = c.Int("num_columns") == 0 ? rows : c.Int("num_columns");
  std::vector<std::int64_t> sizes = c.IntList("batch_shape");
  sizes.insert(sizes.end(), {rows, columns});
  const at::ScalarType type = c.Type("dtype");
  return c.inferring() ? Meta(sizes, type) : at::eye(rows, columns, type).expand(sizes);
}

}  // namespace

void AddConstant(Registry& r) {
  r.Add("Fill(dims, value) -> y", Fill);
  r.Add("Fills(x) {value: float} -> y", [](Call& c) { return Like(c, c.Float("value")); });
  r.Add("ZerosLike(x) -> y", [](Call& c) { return Like(c, 0); });
  r.Add("OnesLike(x) -> y", [](Call& c) { return Like(c, 1); });
  r.Add("Range(start, limit, delta) -> y", Range);
  r.Add("LinSpace(start, stop, num) -> output", LinSpace);
  r.Add("Empty(shape) {dtype: int = DT_INT32, init: bool = false} -> y", Empty);
  r.Add("Eye() {num_rows: int, num_columns: int = 0, batch_shape: ints = [], dtype: int = 0} -> y", Eye);
}

}  // namespace cann_emulator::ops
