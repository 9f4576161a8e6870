// SPDX-License-Identifier: Apache-2.0
// Operators along one axis: positions of extremes, running sums, sorting, searching.
#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

using Find = at::Tensor (*)(const at::Tensor&, std::optional<std::int64_t>, bool);

// The axis is an input, or an attribute of the same name.
void AddArg(Registry& r, const std::string& prototype, Find find, std::int64_t (*axis)(const Call&)) {
  r.Add(
      prototype + " -> y",
      [=](const Call& c) -> std::vector<Desc> {
        return {{ReducedSizes(c.Sizes("x"), {axis(c)}, false), c.Type("dtype")}};
      },
      [=](Call& c) { return find(c.In("x"), axis(c), false).to(c.Type("dtype")); });
}

using Extreme = std::tuple<at::Tensor, at::Tensor> (*)(const at::Tensor&, std::int64_t, bool);

void AddArgWithValue(Registry& r, const std::string& type, Extreme extreme) {
  r.Add(
      type + "(x) {dimension: int, keep_dims: bool = false} -> indice, values",
      [](const Call& c) -> std::vector<Desc> {
        const auto sizes = ReducedSizes(c.Sizes("x"), {c.Int("dimension")}, c.Bool("keep_dims"));
        return {{sizes, at::kInt}, {sizes, c.TypeOf("x")}};
      },
      [extreme](Call& c) -> std::tuple<at::Tensor, at::Tensor> {
        const auto [values, positions] = extreme(c.In("x"), c.Int("dimension"), c.Bool("keep_dims"));
        return {positions.to(at::kInt), values};
      });
}

using Running = at::Tensor (*)(const at::Tensor&, std::int64_t, std::optional<at::ScalarType>);

// `exclusive` leaves out the element itself, `reverse` runs from the end.
at::Tensor Run(const Call& c, Running running, const at::Scalar& neutral) {
  at::Tensor x = c.In("x");
  const std::int64_t axis = at::maybe_wrap_dim(c.Ints("axis").at(0), x.dim());
  if (c.Bool("reverse")) x = x.flip({axis});
  at::Tensor y = running(x, axis, x.scalar_type());
  if (c.Bool("exclusive")) {
    const at::Tensor first = at::full_like(y.narrow(axis, 0, 1), neutral);
    y = at::cat({first, y.narrow(axis, 0, y.size(axis) - 1)}, axis);
  }
  return c.Bool("reverse") ? y.flip({axis}) : y;
}

using Cumulative = std::tuple<at::Tensor, at::Tensor> (*)(const at::Tensor&, std::int64_t);

std::vector<Desc> WithPositions(const Call& c) { return {DescOf(c, "x"), {c.Sizes("x"), at::kInt}}; }

void AddCumulative(Registry& r, const std::string& prototype, const char* attr, Cumulative cumulative) {
  r.Add(prototype + " -> y, indices", WithPositions, [=](Call& c) -> std::tuple<at::Tensor, at::Tensor> {
    const auto [values, positions] = cumulative(c.In("x"), c.Int(attr));
    return {values, positions.to(at::kInt)};
  });
}

std::tuple<at::Tensor, at::Tensor> Sort(Call& c) {
  const auto [values, positions] = at::sort(c.In("x"), c.Bool("stable"), c.Int("axis"), c.Bool("descending"));
  return {values, positions.to(at::kInt)};
}

std::vector<Desc> TopKDesc(const Call& c) {
  std::vector<std::int64_t> sizes = c.Sizes("x");
  const auto axis = at::maybe_wrap_dim(c.Int("dim"), static_cast<std::int64_t>(sizes.size()));
  if (!sizes.empty()) sizes[static_cast<std::size_t>(axis)] = c.Ints("k").at(0);
  return {{sizes, c.TypeOf("x")}, {sizes, at::kInt}};
}

std::tuple<at::Tensor, at::Tensor> TopK(Call& c) {
  const auto [values, positions] =
      at::topk(c.In("x"), c.Ints("k").at(0), c.Int("dim"), c.Bool("largest"), c.Bool("sorted"));
  return {values, positions.to(at::kInt)};
}

at::Tensor SearchSorted(Call& c) {
  const at::ScalarType type = c.Type("dtype");
  const auto sorter = c.Optional("sorter");
  const auto positions =
      at::searchsorted(c.In("sorted_sequence"), c.In("values"), /*out_int32=*/false, c.Bool("right"),
                       std::nullopt, sorter ? std::optional(sorter->to(at::kLong)) : std::nullopt);
  return positions.to(type);
}

}  // namespace

void AddScanAndSort(Registry& r) {
  const auto input = [](const Call& c) { return c.Ints("dimension").at(0); };
  const auto attr = [](const Call& c) { return c.Int("dimension"); };
  AddArg(r, "ArgMaxV2(x, dimension) {dtype: type = DT_INT64}", at::argmax, input);
  AddArg(r, "ArgMin(x, dimension) {dtype: type = DT_INT64}", at::argmin, input);
  AddArg(r, "ArgMaxD(x) {dimension: int, dtype: type = DT_INT64}", at::argmax, attr);
  AddArg(r, "ArgMinD(x) {dimension: int, dtype: type = DT_INT64}", at::argmin, attr);
  AddArgWithValue(r, "ArgMaxWithValue", at::max);
  AddArgWithValue(r, "ArgMinWithValue", at::min);
  r.Add("Cumsum(x, axis) {exclusive: bool = false, reverse: bool = false} -> y", Like("x"),
        [](Call& c) { return Run(c, at::cumsum, 0); });
  r.Add("Cumprod(x, axis) {exclusive: bool = false, reverse: bool = false} -> y", Like("x"),
        [](Call& c) { return Run(c, at::cumprod, 1); });
  AddCumulative(r, "Cummax(x) {dim: int}", "dim", at::cummax);
  AddCumulative(r, "Cummin(x) {axis: int}", "axis", at::cummin);
  r.Add("Sort(x) {axis: int = -1, descending: bool = false, stable: bool = false} -> y1, y2", WithPositions,
        Sort);
  r.Add("TopKV2(x, k) {sorted: bool = true, dim: int = -1, largest: bool = true} -> values, indices",
        TopKDesc, TopK);
  r.Add(
      "SearchSorted(sorted_sequence, values, sorter?) {dtype: type = DT_INT64, right: bool = false} -> out",
      [](const Call& c) -> std::vector<Desc> { return {{c.Sizes("values"), c.Type("dtype")}}; },
      SearchSorted);
}

}  // namespace cann_emulator::ops
