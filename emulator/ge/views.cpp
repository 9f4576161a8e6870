// SPDX-License-Identifier: Apache-2.0
#include "ge/views.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "ge/args_refresh.h"
#include "ge/data_type.h"

namespace cann_emulator::engine {
namespace {

// CANN_EMULATOR_COMPARE compares what nodes make, so each has to make it.
bool EveryNodeIsCompared() {
  static const bool kOn = [] {
    const char* value = std::getenv("CANN_EMULATOR_COMPARE");
    return value != nullptr && *value != '\0' && std::strcmp(value, "0") != 0;
  }();
  return kOn;
}

bool IsPacked(::ge::DataType dtype) { return DataSize(dtype, 1) == DataSize(dtype, 2); }

}  // namespace

ViewRules::ViewRules(const GraphIr& graph) : graph_(graph) {
  for (const Node& node : graph.nodes) {
    const bool is_custom = node.kind == Node::Kind::kCustom;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      const ValueRef& input = node.inputs[i];
      if (is_custom || node.kind == Node::Kind::kNetOutput) {
        dense_.insert(input.node);
      }
      if (is_custom && WritesInput(node, i)) {
        written_.emplace(input.node, input.output);
      }
    }
  }
}

std::vector<ValueView> ViewRules::Views(std::size_t index, const std::vector<Value>& inputs) const {
  const Node& node = graph_.nodes[index];
  std::string error;  // a library that is missing is reported by what runs
  const bool may_be = node.kind == Node::Kind::kBuiltin && dense_.count(index) == 0 && !EveryNodeIsCompared();
  const OpLibrary* library = may_be ? LoadOpLibrary(&error) : nullptr;
  if (library == nullptr) {
    return {};
  }
  std::vector<ValueView> views = library->Views(node.instance, inputs);
  // What lies in a view lies in what no one writes.
  const bool refused = std::any_of(views.begin(), views.end(), [&](const ValueView& view) {
    const ValueRef& input = node.inputs[view.input];
    return written_.count({input.node, input.output}) != 0 || IsPacked(inputs[view.input].desc.dtype);
  });
  return refused || views.size() != node.output_count ? std::vector<ValueView>() : views;
}

std::map<std::size_t, View> FindViews(const CompiledGraph& graph,
                                      const std::vector<std::size_t>& first_value) {
  const ViewRules rules(graph.ir);
  std::map<std::size_t, View> views;
  for (std::size_t i = 0; i < graph.ir.nodes.size(); ++i) {
    std::vector<Value> inputs;
    std::vector<View> bases;
    for (const ValueRef& ref : graph.ir.nodes[i].inputs) {
      const std::size_t number = first_value[ref.node] + ref.output;
      const auto view = views.find(number);
      bases.push_back(view == views.end() ? View{number, 0, {}} : view->second);
      const ValueInfo& info = graph.Value(ref);
      inputs.push_back(
          {{info.dtype, info.dims}, const_cast<void*>(KnownData(graph, ref)), bases.back().strides});
    }
    std::size_t number = first_value[i];
    for (ValueView& found : rules.Views(i, inputs)) {
      const View& base = bases[found.input];
      const std::size_t offset = ByteOffset(inputs[found.input].desc.dtype, found.offset);
      views[number++] = {base.root, base.offset + offset, std::move(found.strides)};
    }
  }
  return views;
}

std::size_t ByteOffset(::ge::DataType dtype, std::size_t elements) {
  return DataSize(dtype, 1).value_or(0) * elements;
}

}  // namespace cann_emulator::engine
