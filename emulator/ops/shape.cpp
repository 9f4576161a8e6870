// SPDX-License-Identifier: Apache-2.0
// Operators that move or reinterpret elements. Most return a view; the library copies it once into the
// output.
#include <algorithm>

#include "ops/dtype.h"
#include "ops/families.h"
#include "ops/four_bit.h"

namespace cann_emulator::ops {
namespace {

using Sizes = std::vector<std::int64_t>;

at::Tensor Cast(Call& c) {
  const at::Tensor x = c.In("x");
  return c.Out(0, x.sizes(), c.Type("dst_type")).copy_(x);
}

at::Tensor Squeeze(Call& c) {
  const Sizes axes = c.IntList("axis");
  return axes.empty() ? c.In("x").squeeze() : c.In("x").squeeze(axes);
}

// Axes count in the result.
at::Tensor Unsqueeze(at::Tensor x, Sizes axes) {
  const auto rank = x.dim() + static_cast<std::int64_t>(axes.size());
  for (std::int64_t& axis : axes) axis = at::maybe_wrap_dim(axis, rank);
  std::sort(axes.begin(), axes.end());
  for (const std::int64_t axis : axes) x = x.unsqueeze(axis);
  return x;
}

// A -1 in the shape keeps the input's size there.
at::Tensor BroadcastTo(Call& c) { return c.In("x").expand(c.Ints("shape")); }

at::Tensor Shape(Call& c) { return at::tensor(c.Sizes("x"), at::kLong).to(c.Type("dtype")); }

std::int64_t OnlyInt(const Call& c, std::string_view port) {
  const Sizes values = c.Ints(port);
  TORCH_CHECK(values.size() == 1, "input ", port, " must have one element, got ", values.size());
  return values[0];
}

std::vector<at::Tensor> Split(Call& c, Sizes sizes, std::int64_t dim) {
  const at::Tensor x = c.In("x");
  std::int64_t known = 0;
  for (const std::int64_t size : sizes) known += size == -1 ? 0 : size;
  for (std::int64_t& size : sizes) size = size == -1 ? x.size(dim) - known : size;
  return x.split_with_sizes(sizes, dim);
}

std::vector<at::Tensor> SplitEqually(Call& c, std::int64_t dim) {
  const std::int64_t parts = c.Int("num_split");
  const std::int64_t size = c.In("x").size(dim);
  TORCH_CHECK(parts > 0 && size % parts == 0, "size ", size, " does not divide into ", parts, " equal parts");
  return Split(c, Sizes(static_cast<std::size_t>(parts), size / parts), dim);
}

std::vector<Desc> JoinedDesc(const Call& c, std::int64_t dim) {
  const std::vector<ValueDesc> parts = c.Descs("x");
  TORCH_CHECK(!parts.empty(), "expected at least one input");
  // Numbers are concatenated as vectors of one element.
  const auto sizes_of = [&](std::size_t i) { return parts[i].dims.empty() ? Sizes{1} : parts[i].dims; };
  Desc desc{sizes_of(0), ToScalarType(parts[0].dtype)};
  const auto axis =
      static_cast<std::size_t>(at::maybe_wrap_dim(dim, static_cast<std::int64_t>(desc.sizes.size())));
  for (std::size_t i = 1; i < parts.size(); ++i) {
    Sizes rest = sizes_of(i);
    TORCH_CHECK(rest.size() == desc.sizes.size(), "expected inputs of one rank, got ",
                at::IntArrayRef(desc.sizes), " and ", at::IntArrayRef(rest));
    desc.sizes[axis] += rest[axis];
    rest[axis] = desc.sizes[axis];
    TORCH_CHECK(rest == desc.sizes, "expected inputs equal in every dimension but ", dim, ", got ",
                at::IntArrayRef(parts[0].dims), " and ", at::IntArrayRef(parts[i].dims));
  }
  return {desc};
}

at::Tensor Join(const Call& c, std::int64_t dim) {
  std::vector<at::Tensor> parts = c.List("x");
  for (at::Tensor& part : parts) part = part.dim() == 0 ? part.reshape({1}) : part;
  return at::cat(parts, dim);
}

std::vector<Desc> PackDesc(const Call& c) {
  const std::vector<ValueDesc> parts = c.Descs("x");
  TORCH_CHECK(!parts.empty(), "expected at least one input");
  Sizes sizes = parts[0].dims;
  const auto axis = at::maybe_wrap_dim(c.Int("axis"), static_cast<std::int64_t>(sizes.size()) + 1);
  sizes.insert(sizes.begin() + axis, static_cast<std::int64_t>(parts.size()));
  at::ScalarType type = ToScalarType(parts[0].dtype);
  for (const ValueDesc& part : parts) type = at::promote_types(type, ToScalarType(part.dtype));
  return {{sizes, type}};
}

at::Tensor Pack(Call& c) {
  const at::ScalarType type = PackDesc(c).front().type;
  std::vector<at::Tensor> parts = c.List("x");
  for (at::Tensor& part : parts) part = part.to(type);
  return at::stack(parts, c.Int("axis"));
}

std::vector<Desc> TileDesc(const Call& c) {
  const Sizes multiples = c.Ints("multiples");
  Sizes sizes = c.Sizes("x");
  TORCH_CHECK(multiples.size() >= sizes.size(), "expected at least ", sizes.size(), " multiples, got ",
              multiples.size());
  sizes.insert(sizes.begin(), multiples.size() - sizes.size(), 1);
  for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] *= multiples[i];
  return {{sizes, c.TypeOf("x")}};
}

at::Tensor Tile(Call& c) { return c.In("x").repeat(c.Ints("multiples")); }

at::Tensor Bitcast(Call& c) {
  const bool four_bit = IsFourBit(c.DataTypeOf("x"));
  const at::Tensor x = (four_bit ? c.Bytes("x") : c.In("x")).contiguous();
  const at::ScalarType type = c.Type("type");
  const auto size = static_cast<std::int64_t>(at::elementSize(type));
  if (four_bit) {
    TORCH_CHECK(c.Bool("keep_dim") || x.size(-1) == size, "expected a last dimension of ", 2 * size,
                " 4-bit numbers for each ", type, ", got ", 2 * x.size(-1));
    return c.Bool("keep_dim") ? x.view(type) : x.view(type).squeeze(-1);
  }
  if (size < x.element_size() && c.Bool("keep_dim")) return x.view(type);
  if (size < x.element_size()) return x.unsqueeze(-1).view(type);
  if (size > x.element_size() && !c.Bool("keep_dim")) return x.view(type).squeeze(-1);
  return x.view(type);
}

at::Tensor Reshape(Call& c) {
  TORCH_CHECK(c.Int("axis") == 0 && c.Int("num_axes") == -1, "reshaping part of the axes is not supported");
  const ::ge::DataType dtype = c.DataTypeOf("x");
  if (!IsFourBit(dtype)) return c.In("x").reshape(c.Ints("shape"));
  c.SetFourBit(0, dtype);
  return c.Bytes("x").reshape(FourBitBytes(c.Ints("shape")));
}

void AddCasts(Registry& r) {
  r.Add(
      "Cast(x) {dst_type: int} -> y",
      [](const Call& c) -> std::vector<Desc> { return {{c.Sizes("x"), c.Type("dst_type")}}; }, Cast);
  r.AddView("Bitcast(x) {type: type, keep_dim: bool = false} -> y", Bitcast);
  r.Add("Identity(x) -> y", Like("x"), [](Call& c) { return c.In("x"); });
  r.Add("TensorMove(x) -> y", Like("x"), [](Call& c) { return c.In("x"); });
  r.Add("Assign(ref, value) {validate_shape: bool = true, use_locking: bool = false} -> ref", Like("value"),
        [](Call& c) { return c.In("value"); });
  r.Add(
      "Shape(x) {dtype: int = DT_INT32} -> y",
      [](const Call& c) -> std::vector<Desc> {
        return {{{static_cast<std::int64_t>(c.Sizes("x").size())}, c.Type("dtype")}};
      },
      Shape);
}

void AddRanks(Registry& r) {
  r.AddView("Reshape(x, shape) {axis: int = 0, num_axes: int = -1} -> y", Reshape);
  r.AddView("FlattenV2(x) {axis: int = 1, end_axis: int = -1} -> y",
            [](Call& c) { return c.In("x").flatten(c.Int("axis"), c.Int("end_axis")); });
  r.AddView("Squeeze(x) {axis: ints = []} -> y", Squeeze);
  r.AddView("Unsqueeze(x) {axes: ints = []} -> y",
            [](Call& c) { return Unsqueeze(c.In("x"), c.IntList("axes")); });
  r.AddView("ExpandDims(x, axis) -> y", [](Call& c) { return Unsqueeze(c.In("x"), c.Ints("axis")); });
  r.AddView("Transpose(x, perm) -> y", [](Call& c) { return c.In("x").permute(c.Ints("perm")); });
  r.AddView("TransposeD(x) {perm: ints} -> y", [](Call& c) { return c.In("x").permute(c.IntList("perm")); });
  r.AddView("BroadcastTo(x, shape) -> y", BroadcastTo);
  r.AddView("Expand(x, shape) -> y", BroadcastTo);
  r.Add("Tile(x, multiples) -> y", TileDesc, Tile);
}

void AddJoins(Registry& r) {
  r.Add("Pack(x*) {axis: int = 0, N: int} -> y", PackDesc, Pack);
  r.AddView("Unpack(x) {num: int, axis: int = 0} -> y*",
            [](Call& c) { return c.In("x").unbind(c.Int("axis")); });
  const auto add_concat = [&r](const char* prototype, std::int64_t (*dim)(const Call&)) {
    r.Add(
        prototype, [=](const Call& c) { return JoinedDesc(c, dim(c)); },
        [=](Call& c) { return Join(c, dim(c)); });
  };
  const auto dim_input = [](const Call& c) { return OnlyInt(c, "concat_dim"); };
  add_concat("Concat(concat_dim, x*) {N: int = 1} -> y", dim_input);
  add_concat("ConcatV2(x*, concat_dim) {N: int = 1} -> y", dim_input);
  add_concat("ConcatD(x*) {concat_dim: int, N: int = 1} -> y",
             [](const Call& c) { return c.Int("concat_dim"); });
  r.AddView("SplitV(x, size_splits, split_dim) {num_split: int} -> y*",
            [](Call& c) { return Split(c, c.Ints("size_splits"), OnlyInt(c, "split_dim")); });
  r.AddView("SplitVD(x) {size_splits: ints, split_dim: int, num_split: int} -> y*",
            [](Call& c) { return Split(c, c.IntList("size_splits"), c.Int("split_dim")); });
  r.AddView("Split(split_dim, x) {num_split: int} -> y*",
            [](Call& c) { return SplitEqually(c, OnlyInt(c, "split_dim")); });
  r.AddView("SplitD(x) {split_dim: int, num_split: int} -> y*",
            [](Call& c) { return SplitEqually(c, c.Int("split_dim")); });
}

}  // namespace

void AddShape(Registry& r) {
  AddCasts(r);
  AddRanks(r);
  AddJoins(r);
}

}  // namespace cann_emulator::ops
