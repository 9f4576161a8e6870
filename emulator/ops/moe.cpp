// SPDX-License-Identifier: Apache-2.0
// Mixture of experts: choosing experts for each row (token), sorting the rows by expert, and back.
#include <algorithm>

#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

using Sizes = std::vector<std::int64_t>;

// y, expert_idx, row_idx: the k largest probabilities, their experts, and a number for each choice that
// counts first the rows, then the choices. A finished row gets an expert that does not exist.
std::tuple<at::Tensor, at::Tensor, at::Tensor> GatingTopK(Call& c) {
  const at::Tensor x = c.In("x");
  const std::int64_t k = c.Int("k"), experts = x.size(-1);
  auto [y, expert] = at::topk(at::softmax(x.to(at::kFloat), -1), k, -1);
  if (c.Has("finished")) expert = at::where(c.In("finished").unsqueeze(-1), experts, expert);
  const std::int64_t rows = x.numel() / std::max<std::int64_t>(1, experts);
  const at::Tensor row = at::arange(rows * k, at::kInt).reshape({k, rows}).t().reshape(y.sizes());
  return {y.to(x.scalar_type()), expert.to(at::kInt), row};
}

// The softmax before the choice, or (renorm) over what was chosen. The probabilities are a result only where
// output_softmax asks for them and the softmax comes first.
bool GivesSoftmax(const Call& c) { return c.Bool("output_softmax") && c.Int("renorm") == 0; }

std::tuple<at::Tensor, at::Tensor, at::Tensor> GatingTopKV2(Call& c) {
  const at::Tensor x = c.In("x").to(at::kFloat);
  const bool after = c.Int("renorm") == 1;
  const at::Tensor weights = after ? x : at::softmax(x, -1);
  auto [y, expert] = at::topk(weights, c.Int("k"), -1);
  if (after) y = at::softmax(y, -1);
  if (c.Has("finished")) expert = at::where(c.In("finished").unsqueeze(-1), x.size(-1), expert);
  return {y.to(c.TypeOf("x")), expert.to(at::kInt), GivesSoftmax(c) ? weights : at::empty({0}, at::kFloat)};
}

std::vector<Desc> GatingTopKDesc(const Call& c) {
  Sizes sizes = c.Sizes("x");
  TORCH_CHECK(!sizes.empty() && c.Int("k") <= sizes.back(), "k must not exceed the number of experts, got ",
              c.Int("k"));
  sizes.back() = c.Int("k");
  return {{sizes, c.TypeOf("x")}, {sizes, at::kInt}, {sizes, at::kInt}};
}

std::vector<Desc> GatingTopKV2Desc(const Call& c) {
  TORCH_CHECK(c.Int("renorm") == 0 || c.Int("renorm") == 1, "renorm must be 0 or 1, got ", c.Int("renorm"));
  std::vector<Desc> descs = GatingTopKDesc(c);
  descs[2] = {GivesSoftmax(c) ? c.Sizes("x") : Sizes{0}, at::kFloat};
  return descs;
}

// How many of the sorted choices the expanded rows hold.
std::int64_t ActiveChoices(const Call& c) {
  const Sizes& expert = c.Sizes("expert_idx");
  TORCH_CHECK(expert.size() == 2, "expected expert_idx of two dimensions, got ", expert.size());
  return std::min(c.Int("active_num"), expert[0]) * expert[1];
}

// expanded_x: the rows in the order of their experts; expanded_row_idx: where choice row_idx went;
// expanded_expert_idx: the experts in order.
std::tuple<at::Tensor, at::Tensor, at::Tensor> InitRouting(Call& c) {
  const at::Tensor x = c.In("x");
  const at::Tensor row = c.In("row_idx").flatten().to(at::kLong);
  const auto [expert, order] =
      at::sort(c.In("expert_idx").flatten(), /*stable=*/true, /*dim=*/0, /*descending=*/false);
  const at::Tensor choice = row.index_select(0, order);
  at::Tensor place = at::empty(choice.sizes(), at::kInt);
  place.index_put_({choice}, at::arange(choice.numel(), at::kInt));
  const at::Tensor source = at::remainder(choice, x.size(0)).narrow(0, 0, ActiveChoices(c));
  return {x.index_select(0, source), place, expert};
}

std::vector<Desc> InitRoutingDesc(const Call& c) {
  Sizes expanded = c.Sizes("x");
  expanded.at(0) = ActiveChoices(c);
  const Sizes& expert = c.Sizes("expert_idx");
  const Desc index{{expert[0] * expert[1]}, at::kInt};
  return {{expanded, c.TypeOf("x")}, index, index};
}

// y[i] = x1[i] + x2[i] + sum over j of scales[i, j] * (row of choice j + bias of its expert)
at::Tensor FinalizeRouting(Call& c, const char* experts) {
  const at::Tensor expanded = c.In("expanded_x");
  const at::ScalarType compute = at::kFloat;
  const at::Tensor place = c.In("expanded_row_idx").flatten().to(at::kLong);
  const std::int64_t choices = c.Has("scales") ? c.Sizes("scales").at(1) : 1;
  TORCH_CHECK(place.numel() % choices == 0, "expected a multiple of ", choices, " places, got ",
              place.numel());
  const std::int64_t rows = place.numel() / choices;
  at::Tensor terms = expanded.to(compute).index_select(0, place).reshape({choices, rows, -1});
  if (c.Has("bias")) {
    TORCH_CHECK(c.Has(experts), "a bias needs the experts' numbers, input ", experts);
    const at::Tensor expert = c.In(experts).to(at::kLong);
    terms = terms + c.In("bias").to(compute).index_select(0, expert.t().flatten()).reshape(terms.sizes());
  }
  if (c.Has("scales")) terms = terms * c.In("scales").to(compute).t().unsqueeze(-1);
  at::Tensor y = at::sum(terms, {0});
  for (const char* skip : {"x1", "x2"}) {
    if (c.Has(skip)) y = y + c.In(skip).to(compute);
  }
  return y.to(expanded.scalar_type());
}

std::vector<Desc> FinalizeRoutingDesc(const Call& c) {
  const std::int64_t choices = c.Has("scales") ? c.Sizes("scales").at(1) : 1;
  const std::int64_t rows = c.Sizes("expanded_row_idx").at(0) / std::max<std::int64_t>(1, choices);
  return {{{rows, c.Sizes("expanded_x").back()}, c.TypeOf("expanded_x")}};
}

}  // namespace

void AddMoe(Registry& r) {
  r.Add("MoeGatingTopKSoftmax(x, finished?) {k: int} -> y, expert_idx, row_idx", GatingTopKDesc, GatingTopK);
  r.Add(
      "MoeGatingTopKSoftmaxV2(x, finished?) {k: int, renorm: int = 0, output_softmax: bool = false} -> y, "
      "expert_idx, softmax_result",
      GatingTopKV2Desc, GatingTopKV2);
  r.Add(
      "MoeInitRouting(x, row_idx, expert_idx) {active_num: int} -> expanded_x, expanded_row_idx, "
      "expanded_expert_idx",
      InitRoutingDesc, InitRouting);
  r.Add("MoeFinalizeRouting(expanded_x, x1, x2?, bias, scales, expanded_row_idx, expanded_expert_idx) -> y",
        FinalizeRoutingDesc, [](Call& c) { return FinalizeRouting(c, "expanded_expert_idx"); });
  r.Add(
      "MoeFinalizeRoutingV2(expanded_x, expanded_row_idx, x1?, x2?, bias?, scales?, expert_idx?) "
      "{drop_pad_mode: int = 0, k: int = 1} -> y",
      FinalizeRoutingDesc, [](Call& c) {
        TORCH_CHECK(c.Int("drop_pad_mode") == 0, "drop_pad_mode ", c.Int("drop_pad_mode"),
                    " is not emulated; 0 is");
        return FinalizeRouting(c, "expert_idx");
      });
}

}  // namespace cann_emulator::ops
