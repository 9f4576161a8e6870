// SPDX-License-Identifier: Apache-2.0
// Writing elements at indices. The result is a changed copy; GE lets it share its input's memory.
#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

at::Tensor Long(const Call& c, std::string_view port) { return c.In(port).to(at::kLong); }

// torch's name of GE's reduction.
std::string ReduceName(const std::string& name) {
  if (name == "add") return "sum";
  if (name == "mul") return "prod";
  if (name == "max" || name == "amax") return "amax";
  if (name == "min" || name == "amin") return "amin";
  TORCH_CHECK(false, "reduction must be none, update, add, mul, max or min, got '", name, "'");
}

at::Tensor ScatterElements(Call& c) {
  const at::Tensor data = c.In("data");
  const std::string reduction = c.String("reduction");
  at::Tensor indices = Long(c, "indices");
  if (data.dim() != 0) indices = at::where(indices < 0, indices + data.size(c.Int("axis")), indices);
  if (reduction == "none") return at::scatter(data, c.Int("axis"), indices, c.In("updates"));
  return at::scatter_reduce(data, c.Int("axis"), indices, c.In("updates"), ReduceName(reduction));
}

// updates[b] goes to var[b], along the axis from position indices[b] on (a cache of keys or values).
at::Tensor Scatter(Call& c) {
  TORCH_CHECK(c.String("reduce") == "update", "reduce must be update, got '", c.String("reduce"), "'");
  at::Tensor var = c.In("var").clone();
  const at::Tensor updates = c.In("updates");
  const at::Tensor positions = Long(c, "indices").flatten();
  const std::int64_t axis = at::maybe_wrap_dim(c.Int("axis"), var.dim());
  TORCH_CHECK(axis > 0 && positions.numel() == updates.size(0),
              "expected an axis after the first and one position", " per batch, got axis ", axis, " and ",
              positions.numel(), " positions for ", updates.size(0));
  for (std::int64_t b = 0; b < updates.size(0); ++b) {
    const std::int64_t begin = positions[b].item<std::int64_t>();
    var[b].narrow(axis - 1, begin, updates.size(axis)).copy_(updates[b]);
  }
  return var;
}

// The same for a list of tensors, of which those with mask 0 stay as they are.
std::vector<at::Tensor> ScatterList(Call& c) {
  TORCH_CHECK(c.String("reduce") == "update", "reduce must be update, got '", c.String("reduce"), "'");
  std::vector<at::Tensor> vars = c.List("var");
  const at::Tensor updates = c.In("updates"), positions = Long(c, "indice");
  const auto count = static_cast<std::int64_t>(vars.size());
  TORCH_CHECK(positions.dim() == 1 && positions.numel() == count && updates.size(0) == count,
              "expected one position and one update for each of ", count, " tensors");
  for (std::int64_t i = 0; i < count; ++i) {
    if (c.Has("mask") && !c.In("mask")[i].item<bool>()) continue;
    at::Tensor& var = vars[static_cast<std::size_t>(i)];
    const at::Tensor update = updates[i];
    const std::int64_t axis = at::maybe_wrap_dim(c.Int("axis"), updates.dim()) - 1;
    TORCH_CHECK(axis >= 0, "axis must not be the first, got ", c.Int("axis"));
    var = var.clone();
    var.narrow(axis, positions[i].item<std::int64_t>(), update.size(axis)).copy_(update);
  }
  return vars;
}

at::Tensor ScatterUpdate(Call& c) {
  const at::Tensor indices = Long(c, "indices");
  c10::List<std::optional<at::Tensor>> rows;
  rows.push_back(indices);
  return at::index_put(c.In("var"), rows, c.In("updates"));
}

// The last dimension of the indices counts the coordinates.
at::Tensor ScatterNd(Call& c, std::string_view target) {
  c10::List<std::optional<at::Tensor>> coordinates;
  for (const at::Tensor& coordinate : Long(c, "indices").unbind(-1)) coordinates.push_back(coordinate);
  return at::index_put(c.In(target), coordinates, c.In("updates"));
}

at::Tensor IndexAdd(Call& c) {
  const at::Scalar alpha = c.Has("alpha") ? c.Scalar("alpha") : at::Scalar(1);
  return at::index_add(c.In("var"), c.Int("axis"), Long(c, "indices"), c.In("updates"), alpha);
}

// indexed_sizes names the dimensions that have a tensor of indices.
at::Tensor IndexPut(Call& c) {
  c10::List<std::optional<at::Tensor>> places;
  const std::vector<at::Tensor> indices = c.List("indices");
  std::size_t next = 0;
  for (const std::int64_t named : c.Ints("indexed_sizes")) {
    if (named == 0) {
      places.push_back(std::nullopt);
    } else {
      const at::Tensor& index = indices.at(next++);
      places.push_back(at::isIntegralType(index.scalar_type(), false) ? index.to(at::kLong) : index);
    }
  }
  return at::index_put(c.In("x"), places, c.In("value"), c.Bool("accumulate"));
}

std::vector<Desc> EmbeddingGradDesc(const Call& c) {
  return {{{c.Int("num_weights"), c.Sizes("grad").back()}, c.TypeOf("grad")}};
}

at::Tensor EmbeddingGrad(Call& c) {
  return at::embedding_dense_backward(c.In("grad"), Long(c, "indices"), c.Int("num_weights"),
                                      c.Int("padding_idx"), c.Bool("scale_grad_by_freq"));
}

}  // namespace

void AddScatter(Registry& r) {
  r.Add("ScatterElements(data, indices, updates) {axis: int = 0, reduction: string = \"none\"} -> y",
        Like("data"), ScatterElements);
  r.Add("Scatter(var, indices, updates) {reduce: string, axis: int = 0} -> var", Like("var"), Scatter);
  r.Add("ScatterList(var*, indice, updates, mask?) {reduce: string = \"update\", axis: int = -2} -> var*",
        LikeList("var"), ScatterList);
  r.Add("ScatterUpdate(var, indices, updates) {use_locking: bool = false} -> var", Like("var"),
        ScatterUpdate);
  r.Add("ScatterNdUpdate(var, indices, updates) {use_locking: bool = false} -> var", Like("var"),
        [](Call& c) { return ScatterNd(c, "var"); });
  r.Add("TensorScatterUpdate(x, indices, updates) -> y", Like("x"),
        [](Call& c) { return ScatterNd(c, "x"); });
  r.Add("InplaceIndexAdd(var, indices, updates, alpha?) {axis: int} -> var", Like("var"), IndexAdd);
  r.Add("IndexPutV2(x, value, indexed_sizes, indexed_strides, indices*) {accumulate: bool = false} -> x",
        Like("x"), IndexPut);
  r.Add("MaskedScatter(x, mask, updates) -> y", Like("x"),
        [](Call& c) { return at::masked_scatter(c.In("x"), c.In("mask").to(at::kBool), c.In("updates")); });
  r.Add(
      "EmbeddingDenseGrad(grad, indices) {num_weights: int, padding_idx: int = -1, scale_grad_by_freq: bool "
      "= false} "
      "-> y",
      EmbeddingGradDesc, EmbeddingGrad);
}

}  // namespace cann_emulator::ops
