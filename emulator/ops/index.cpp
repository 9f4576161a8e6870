// SPDX-License-Identifier: Apache-2.0
// Reading elements at indices. Indices out of range are refused with torch's message.
#include <algorithm>

#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

using Sizes = std::vector<std::int64_t>;

// The axis that a gather works on, after the batch axes it shares with the indices.
struct GatherAxes {
  std::int64_t axis;
  std::int64_t batch;
};

std::vector<Desc> GatherDesc(const Call& c, const GatherAxes& axes) {
  const Sizes& x = c.Sizes("x");
  const Sizes& indices = c.Sizes("indices");
  const std::int64_t axis = at::maybe_wrap_dim(axes.axis, static_cast<std::int64_t>(x.size()));
  Sizes sizes(x.begin(), x.begin() + axis);
  sizes.insert(sizes.end(), indices.begin() + axes.batch, indices.end());
  sizes.insert(sizes.end(), x.begin() + axis + 1, x.end());
  return {{sizes, c.TypeOf("x")}};
}

at::Tensor GatherAlong(Call& c, const GatherAxes& axes) {
  const Sizes sizes = GatherDesc(c, axes).front().sizes;
  const at::Tensor x = c.In("x");
  const std::int64_t axis = at::maybe_wrap_dim(axes.axis, x.dim());
  at::Tensor indices = c.In("indices").to(at::kLong);
  if (c.Bool("negative_index_support")) indices = at::where(indices < 0, indices + x.size(axis), indices);
  if (axes.batch == 0) return at::index_select(x, axis, indices.flatten()).reshape(sizes);
  TORCH_CHECK(axis >= axes.batch, "axis ", axis, " lies within the ", axes.batch, " batch dimensions");
  const at::Tensor flat_x = x.flatten(0, axes.batch - 1);
  const at::Tensor flat_indices = indices.flatten(0, axes.batch - 1);
  std::vector<at::Tensor> parts;
  for (std::int64_t i = 0; i < flat_x.size(0); ++i) {
    parts.push_back(at::index_select(flat_x[i], axis - axes.batch, flat_indices[i].flatten()));
  }
  return at::stack(parts).reshape(sizes);
}

GatherAxes FirstAxis(const Call& c) { return {c.Int("batch_dims"), c.Int("batch_dims")}; }
GatherAxes AxisInput(const Call& c) { return {c.Ints("axis").at(0), c.Int("batch_dims")}; }

// The last dimension of the indices counts the coordinates.
at::Tensor GatherNd(Call& c) {
  const at::Tensor indices = c.In("indices").to(at::kLong);
  c10::List<std::optional<at::Tensor>> coordinates;
  for (const at::Tensor& coordinate : indices.unbind(-1)) coordinates.push_back(coordinate);
  return at::index(c.In("x"), coordinates);
}

std::vector<Desc> GatherNdDesc(const Call& c) {
  const Sizes& x = c.Sizes("x");
  Sizes sizes = c.Sizes("indices");
  TORCH_CHECK(!sizes.empty() && sizes.back() <= static_cast<std::int64_t>(x.size()),
              "the last dimension of indices counts coordinates; x has ", x.size(), " dimensions");
  const std::int64_t coordinates = sizes.back();
  sizes.pop_back();
  sizes.insert(sizes.end(), x.begin() + coordinates, x.end());
  return {{sizes, c.TypeOf("x")}};
}

at::Tensor GatherElements(Call& c) {
  return at::gather(c.In("x"), c.Int("dim"), c.In("index").to(at::kLong));
}

// Each dimension that the mask names takes the next tensor of indices.
c10::List<std::optional<at::Tensor>> Advanced(const Sizes& mask, const std::vector<at::Tensor>& indices) {
  c10::List<std::optional<at::Tensor>> result;
  std::size_t next = 0;
  for (const std::int64_t named : mask) {
    if (named == 0) {
      result.push_back(std::nullopt);
      continue;
    }
    TORCH_CHECK(next < indices.size(), "the mask names more dimensions than the ", indices.size(),
                " index tensors");
    const at::Tensor& index = indices[next++];
    result.push_back(at::isIntegralType(index.scalar_type(), false) ? index.to(at::kLong) : index);
  }
  return result;
}

// As in torch: index tensors broadcast; their shape stands where they stand, or first when they are not
// adjacent.
std::vector<Desc> AdvancedDesc(const Call& c, const Sizes& mask) {
  const Sizes& x = c.Sizes("x");
  Sizes broadcast;
  for (const ValueDesc& index : c.Descs("indices")) {
    if (index.dtype == ::ge::DT_BOOL) throw NeedsValue{};  // counts its true elements
    broadcast = at::infer_size(broadcast, index.dims);
  }
  std::vector<std::size_t> named;
  for (std::size_t i = 0; i < mask.size(); ++i) {
    if (mask[i] != 0) named.push_back(i);
  }
  if (named.empty()) return {DescOf(c, "x")};
  const bool adjacent = named.back() - named.front() + 1 == named.size();
  const std::size_t place = adjacent ? named.front() : 0;
  Sizes sizes;
  for (std::size_t i = 0; i <= x.size(); ++i) {
    if (i == place) sizes.insert(sizes.end(), broadcast.begin(), broadcast.end());
    if (i < x.size() && (i >= mask.size() || mask[i] == 0)) sizes.push_back(x[i]);
  }
  return {{sizes, c.TypeOf("x")}};
}

[[noreturn]] std::vector<Desc> SizedByData(const Call&) { throw NeedsValue{}; }

at::Tensor NonZero(Call& c) {
  const at::Tensor positions = at::nonzero(c.In("x")).to(c.Type("dtype"));
  return c.Bool("transpose") ? positions.t() : positions;
}

Desc OneHotDesc(const Call& c) {
  Desc desc{c.Sizes("x"), c.TypeOf("on_value")};
  const auto rank = static_cast<std::int64_t>(desc.sizes.size());
  const std::int64_t axis = at::maybe_wrap_dim(c.Int("axis"), rank + 1);
  desc.sizes.insert(desc.sizes.begin() + axis, c.Ints("depth").at(0));
  return desc;
}

at::Tensor OneHot(Call& c) {
  const Desc desc = OneHotDesc(c);
  const auto rank = static_cast<std::int64_t>(desc.sizes.size());
  const std::int64_t axis = at::maybe_wrap_dim(c.Int("axis"), rank);
  Sizes shape(desc.sizes.size(), 1);
  shape[static_cast<std::size_t>(axis)] = -1;
  const at::Tensor classes = at::arange(desc.sizes[static_cast<std::size_t>(axis)], at::kLong).reshape(shape);
  const at::Tensor hot = c.In("x").to(at::kLong).unsqueeze(axis) == classes;
  return at::where(hot, c.In("on_value").reshape({}), c.In("off_value").reshape({}));
}

std::string GatherAttrs(const char* more) {
  return std::string(" {") + more +
         "batch_dims: int = 0, is_preprocessed: bool = false, negative_index_support: bool = false} -> y";
}

}  // namespace

void AddIndex(Registry& r) {
  r.Add(
      "Gather(x, indices)" + GatherAttrs("validate_indices: bool = true, "),
      [](const Call& c) { return GatherDesc(c, FirstAxis(c)); },
      [](Call& c) { return GatherAlong(c, FirstAxis(c)); });
  r.Add(
      "GatherV2(x, indices, axis)" + GatherAttrs(""),
      [](const Call& c) { return GatherDesc(c, AxisInput(c)); },
      [](Call& c) { return GatherAlong(c, AxisInput(c)); });
  r.Add("GatherNd(x, indices) {negative_index_support: bool = false} -> y", GatherNdDesc, GatherNd);
  r.Add(
      "GatherElements(x, index) {dim: int = 0} -> y",
      [](const Call& c) -> std::vector<Desc> { return {{c.Sizes("index"), c.TypeOf("x")}}; }, GatherElements);
  r.Add(
      "Index(x, indexed_sizes, indexed_strides, indices*) -> y",
      [](const Call& c) { return AdvancedDesc(c, c.Ints("indexed_sizes")); },
      [](Call& c) { return at::index(c.In("x"), Advanced(c.Ints("indexed_sizes"), c.List("indices"))); });
  r.Add(
      "IndexByTensor(x, indices*) {indices_mask: ints = []} -> y",
      [](const Call& c) { return AdvancedDesc(c, c.IntList("indices_mask")); },
      [](Call& c) { return at::index(c.In("x"), Advanced(c.IntList("indices_mask"), c.List("indices"))); });
  r.Add("MaskedSelect(x, mask) -> y", SizedByData,
        [](Call& c) { return at::masked_select(c.In("x"), c.In("mask").to(at::kBool)); });
  r.Add("NonZero(x) {transpose: bool = false, dtype: type = DT_INT64} -> y", SizedByData, NonZero);
  r.Add("Where(x) -> y", SizedByData, [](Call& c) { return at::nonzero(c.In("x")); });
  r.Add(
      "OneHot(x, depth, on_value, off_value) {axis: int = -1} -> y",
      [](const Call& c) { return std::vector<Desc>{OneHotDesc(c)}; }, OneHot);
}

}  // namespace cann_emulator::ops
