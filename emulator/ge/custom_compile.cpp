// SPDX-License-Identifier: Apache-2.0
#include "ge/custom_compile.h"

#include "ge/error.h"
#include "ge/infer.h"
#include "ge/operator_function.h"

namespace cann_emulator::engine {
namespace {

using Options = std::map<::ge::AscendString, ::ge::AscendString>;

// The options of the graph whose operator's Compile runs in this thread.
thread_local const Options* compiling_options = nullptr;

Status CompileNode(const CompiledGraph& graph, std::size_t index) {
  const Node& node = graph.ir.nodes[index];
  std::vector<InferInput> inputs;
  std::vector<ValueInfo> infos;
  for (const ValueRef& ref : node.inputs) {
    inputs.push_back({graph.Value(ref), KnownData(graph, ref)});
    infos.push_back(inputs.back().info);
  }
  const NodeInfo info(node, infos, graph.values[index]);
  ContextMemory context(info, node, inputs.size(), node.output_count);
  std::vector<::gert::Tensor> tensors;
  Status status = SetInputTensors(node, inputs, &tensors, &context);
  if (!status.ok()) {
    return status;
  }
  return CallOperator(node.Describe(), "Compile",
                      [&] { return node.custom->compile->Compile(context.As<::gert::OpCompileContext>()); });
}

// One node of each type of custom operator.
std::map<std::string, const Node*> CustomTypes(const CompiledGraph& graph) {
  std::map<std::string, const Node*> types;
  for (const Node& node : graph.ir.nodes) {
    if (node.kind == Node::Kind::kCustom) {
      types.emplace(node.type, &node);
    }
  }
  return types;
}

}  // namespace

Status CompileCustomOps(const CompiledGraph& graph, const Options& options) {
  Status status;
  compiling_options = &options;
  for (std::size_t i = 0; i < graph.ir.nodes.size() && status.ok(); ++i) {
    const Node& node = graph.ir.nodes[i];
    if (node.kind == Node::Kind::kCustom && node.custom->compile != nullptr) {
      status = CompileNode(graph, i);
    }
  }
  compiling_options = nullptr;
  return status;
}

Status SerializeCustomOps(const CompiledGraph& graph, OperatorData* data) {
  std::string with;
  std::string without;
  for (const auto& [type, node] : CustomTypes(graph)) {
    if (node->custom->portable == nullptr) {
      without += (without.empty() ? "" : ", ") + type;
      if (node->custom->compile != nullptr) {
        return Error("operator type " + type +
                     " derives from CompilableOp but not from PortableOp: an offline model "
                     "cannot keep what its Compile makes");
      }
      continue;
    }
    with += (with.empty() ? "" : ", ") + type;
    ::ge::PortableOp* const op = node->custom->portable;
    std::vector<std::uint8_t>& buffer = (*data)[type];
    Status status = CallOperator("operator type " + type, "Serialize", [&] { return op->Serialize(buffer); });
    if (!status.ok()) {
      return status;
    }
  }
  if (!with.empty() && !without.empty()) {
    return Error("an offline model must not mix operators that derive from PortableOp (" + with +
                 ") with others (" + without + ")");
  }
  return {};
}

Status DeserializeCustomOps(const CompiledGraph& graph, const OperatorData& data) {
  for (const auto& [type, node] : CustomTypes(graph)) {
    const auto found = data.find(type);
    ::ge::PortableOp* const op = node->custom->portable;
    if ((op != nullptr) != (found != data.end())) {
      return Error("operator type " + type + " was " + (op == nullptr ? "" : "not ") +
                   "a PortableOp when the model was compiled; compile it again with the library in use");
    }
    if (op != nullptr) {
      Status status = CallOperator("operator type " + type, "Deserialize",
                                   [&] { return op->Deserialize(found->second); });
      if (!status.ok()) {
        return status;
      }
    }
  }
  return {};
}

}  // namespace cann_emulator::engine

namespace gert {

ge::graphStatus OpCompileContext::GetOption(const ge::AscendString& option_key,
                                            ge::AscendString& option) const {
  const auto* options = cann_emulator::engine::compiling_options;
  if (options == nullptr) {
    return ge::GRAPH_FAILED;
  }
  const auto found = options->find(option_key);
  if (found == options->end()) {
    return ge::GRAPH_FAILED;
  }
  option = found->second;
  return ge::GRAPH_SUCCESS;
}

}  // namespace gert
