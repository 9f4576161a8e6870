// SPDX-License-Identifier: Apache-2.0
// From a model to a graph with inferred shapes and dtypes.
#include <algorithm>

#include "ge/compiled_graph.h"
#include "ge/data_type.h"
#include "ge/error.h"
#include "ge/graph_dump.h"
#include "ge/infer.h"

namespace cann_emulator::engine {
namespace {

bool Agrees(std::int64_t inferred, std::int64_t declared) {
  return inferred < 0 || declared < 0 || inferred == declared;
}

bool RankUnknown(const std::vector<std::int64_t>& dims) {
  return dims.size() == 1 && dims[0] == ::ge::UNKNOWN_DIM_NUM;
}

bool Agrees(const std::vector<std::int64_t>& inferred, const std::vector<std::int64_t>& declared) {
  if (RankUnknown(inferred) || RankUnknown(declared)) {
    return true;
  }
  if (inferred.size() != declared.size()) {
    return false;
  }
  for (std::size_t i = 0; i < inferred.size(); ++i) {
    if (!Agrees(inferred[i], declared[i])) {
      return false;
    }
  }
  return true;
}

Status InferNode(const Node& node, CompiledGraph* graph, std::vector<ValueInfo>* outputs) {
  std::vector<InferInput> inputs;
  for (const ValueRef& ref : node.inputs) {
    inputs.push_back({graph->Value(ref), KnownData(*graph, ref)});
  }
  switch (node.kind) {
    case Node::Kind::kData:
    case Node::Kind::kConst:
    case Node::Kind::kPlaceholder:
      *outputs = node.declared;
      return {};
    case Node::Kind::kNetOutput:
      return {};
    case Node::Kind::kCustom:
    case Node::Kind::kBuiltin:
      break;
  }
  Status status = CheckInputTypes(node, inputs);
  bool depends_on_value = false;
  if (status.ok()) {
    status = node.kind == Node::Kind::kCustom ? InferCustom(node, inputs, outputs)
                                              : InferBuiltin(node, inputs, outputs, &depends_on_value);
  }
  if (node.force_dynamic) {
    graph->is_static = false;
  }
  if (status.ok() && !depends_on_value) {
    graph->known.back() = ComputeOnHost(node, inputs, *outputs);
  }
  return status;
}

// What the model says of the graph's outputs is checked: a difference is reported at the node that makes the
// value, not where it would show up later.
Status CheckOutputs(CompiledGraph* graph) {
  const Node& output = graph->ir.Output();
  for (std::size_t i = 0; i < output.inputs.size(); ++i) {
    const ValueRef ref = output.inputs[i];
    const ValueInfo& inferred = graph->Value(ref);
    const ValueInfo& declared = output.declared[i];
    const bool dtype_agrees = inferred.dtype == ::ge::DT_UNDEFINED || declared.dtype == ::ge::DT_UNDEFINED ||
                              inferred.dtype == declared.dtype;
    if (!dtype_agrees || !Agrees(inferred.dims, declared.dims)) {
      return Error(graph->ir.nodes[ref.node].Describe() + ": output " + std::to_string(ref.output) +
                   " is inferred as " + DataTypeName(inferred.dtype) + " " + DimsText(inferred.dims) +
                   ", but output " + std::to_string(i) + " of the graph is traced as " +
                   DataTypeName(declared.dtype) + " " + DimsText(declared.dims) +
                   ". The operator's InferShape and InferDataType must agree with its Meta kernel");
    }
    ValueInfo& result = graph->outputs.emplace_back(inferred);
    if (!inferred.ShapeKnown() && !RankUnknown(declared.dims)) {
      result.dims = declared.dims;
    }
    if (inferred.dtype == ::ge::DT_UNDEFINED) {
      result.dtype = declared.dtype;
    }
  }
  return {};
}

// All values of a graph together fit an address space; so sums of their sizes cannot overflow later.
Status CheckSizes(const CompiledGraph& graph) {
  constexpr std::size_t kLimit = std::size_t{1} << 56U;
  std::size_t total = 0;
  for (std::size_t i = 0; i < graph.ir.nodes.size(); ++i) {
    for (const ValueInfo& value : graph.values[i]) {
      if (!value.Known() || !DataSize(value.dtype, 1)) {
        continue;
      }
      const auto size = TensorSize(value.dtype, value.dims);
      total += AlignMemory(std::min(size.value_or(kLimit), kLimit));
      if (total >= kLimit) {
        return Error(graph.ir.nodes[i].Describe() + ": with its output " + DataTypeName(value.dtype) + " " +
                     DimsText(value.dims) + " the graph needs more memory than there can be");
      }
    }
  }
  return {};
}

void PlaceConstants(CompiledGraph* graph) {
  graph->const_offsets.resize(graph->ir.nodes.size(), 0);
  for (std::size_t i = 0; i < graph->ir.nodes.size(); ++i) {
    if (graph->ir.nodes[i].kind == Node::Kind::kConst) {
      graph->const_offsets[i] = graph->const_size;
      graph->const_size += AlignMemory(graph->ir.nodes[i].value.data.size());
    }
  }
}

Status CheckReusedInputs(const CompiledGraph& graph) {
  for (const auto& [input, output] : graph.options.reused_inputs) {
    if (input >= graph.ir.inputs.size() || output >= graph.outputs.size()) {
      return Error("option ge.exec.outputReuseInputMemIndexes names input " + std::to_string(input) +
                   " and output " + std::to_string(output) + "; the graph has " +
                   std::to_string(graph.ir.inputs.size()) + " inputs and " +
                   std::to_string(graph.outputs.size()) + " outputs");
    }
  }
  return {};
}

}  // namespace

const void* KnownData(const CompiledGraph& graph, const ValueRef& ref) {
  const Node& node = graph.ir.nodes[ref.node];
  if (node.kind == Node::Kind::kConst) {
    return node.value.data.data();
  }
  const std::vector<HostValue>& known = graph.known[ref.node];
  return known.empty() ? nullptr : known[ref.output]->data();
}

Status Compile(const std::shared_ptr<const Model>& model, const GraphOptions& options,
               std::shared_ptr<const CompiledGraph>* compiled) {
  auto graph = std::make_shared<CompiledGraph>();
  graph->options = options;
  graph->is_static = true;
  Status status = BuildGraph(model, &graph->ir);
  if (status.ok()) {
    status = DumpStage(*graph, "BeforeInfer");
  }
  for (const Node& node : graph->ir.nodes) {
    if (!status.ok()) {
      break;
    }
    graph->known.emplace_back();
    std::vector<ValueInfo> inferred;
    status = InferNode(node, graph.get(), &inferred);
    for (const ValueInfo& value : graph->values.emplace_back(std::move(inferred))) {
      graph->is_static = graph->is_static && value.Known();
    }
  }
  if (status.ok()) {
    status = CheckOutputs(graph.get());
  }
  if (status.ok()) {
    status = CheckReusedInputs(*graph);
  }
  if (status.ok()) {
    status = CheckSizes(*graph);
  }
  if (status.ok()) {
    status = DumpStage(*graph, "AfterInfer");
  }
  if (status.ok()) {
    PlaceConstants(graph.get());
    *compiled = std::move(graph);
  }
  return status;
}

}  // namespace cann_emulator::engine
