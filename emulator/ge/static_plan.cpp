// SPDX-License-Identifier: Apache-2.0
#include "ge/static_plan.h"

#include <algorithm>
#include <list>
#include <utility>

#include "ge/args_refresh.h"
#include "ge/data_type.h"

namespace cann_emulator::engine {
namespace {

// First fit over the blocks in use, in the order of their offsets.
class OffsetAllocator {
 public:
  std::size_t Allocate(std::size_t size) {
    std::size_t offset = 0;
    auto next = used_.begin();
    for (; next != used_.end() && next->offset - offset < size; ++next) {
      offset = next->offset + next->size;
    }
    used_.insert(next, {offset, size});
    peak_ = std::max(peak_, offset + size);
    return offset;
  }
  void Free(std::size_t offset) {
    used_.erase(std::find_if(used_.begin(), used_.end(), [&](const Block& b) { return b.offset == offset; }));
  }
  std::size_t Peak() const { return peak_; }

 private:
  struct Block {
    std::size_t offset, size;
  };
  std::list<Block> used_;
  std::size_t peak_ = 0;
};

bool IsOperator(const Node& node) {
  return node.kind == Node::Kind::kBuiltin || node.kind == Node::Kind::kCustom;
}

// Numbers the values and places those that no operator makes.
void PlaceGiven(const CompiledGraph& graph, StaticPlan* plan) {
  for (std::size_t i = 0; i < graph.ir.nodes.size(); ++i) {
    const Node& node = graph.ir.nodes[i];
    plan->first_value.push_back(plan->locations.size());
    for (const ValueInfo& value : graph.values[i]) {
      Location& location = plan->locations.emplace_back();
      plan->sizes.push_back(TensorSize(value.dtype, value.dims).value_or(0));
      if (node.kind == Node::Kind::kData) {
        location = {Location::Space::kInput, static_cast<std::size_t>(node.data_index), 0, nullptr};
      } else if (node.kind == Node::Kind::kConst) {
        location = {Location::Space::kConst, 0, graph.const_offsets[i], nullptr};
      } else if (node.kind == Node::Kind::kPlaceholder) {
        location = {Location::Space::kAddress, 0, 0, node.address};
      }
    }
  }
}

// Gives each output of the graph the value made in its memory, or a copy.
void PlaceOutputs(const CompiledGraph& graph, const std::set<std::size_t>& staged, StaticPlan* plan) {
  const auto& outputs = graph.ir.Output().inputs;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const std::size_t value = plan->ValueNumber(outputs[i]);
    Location& location = plan->locations[value];
    if (staged.count(i) == 0 && IsOperator(graph.ir.nodes[outputs[i].node]) &&
        location.space == Location::Space::kFeature) {
      location = {Location::Space::kOutput, i, 0, nullptr};
    } else {
      plan->copies.push_back({value, i, plan->sizes[value]});
    }
  }
}

// Custom operators whose launches keep their addresses read the graph's inputs from copies: one for each
// input, whatever reads it.
void PlaceFixedInputs(const CompiledGraph& graph, StaticPlan* plan) {
  for (const Node& node : graph.ir.nodes) {
    if (node.kind != Node::Kind::kCustom) {
      continue;
    }
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      const std::size_t value = plan->ValueNumber(node.inputs[i]);
      if (plan->locations[value].space == Location::Space::kInput && !RefreshesInput(node, i) &&
          plan->CustomInput(node, i) == value) {
        plan->input_copies.push_back({value, plan->locations.size(), plan->sizes[value]});
        plan->sizes.push_back(plan->sizes[value]);
        plan->locations.emplace_back();
      }
    }
  }
}

}  // namespace

std::size_t StaticPlan::CustomInput(const Node& node, std::size_t input) const {
  const std::size_t value = ValueNumber(node.inputs[input]);
  for (const InputCopy& copy : input_copies) {
    if (copy.input == value && !RefreshesInput(node, input)) {
      return copy.fixed;
    }
  }
  return value;
}

std::set<std::size_t> StagedOutputs(const CompiledGraph& graph) {
  std::set<std::size_t> staged;
  for (const auto& pair : graph.options.reused_inputs) {
    staged.insert(pair.second);
  }
  std::set<std::pair<std::size_t, std::size_t>> recorded;  // what launches of custom operators read or write
  for (std::size_t i = 0; i < graph.ir.nodes.size(); ++i) {
    const Node& node = graph.ir.nodes[i];
    if (node.kind != Node::Kind::kCustom) {
      continue;
    }
    for (std::size_t input = 0; input < node.inputs.size(); ++input) {
      if (!RefreshesInput(node, input)) {
        recorded.emplace(node.inputs[input].node, node.inputs[input].output);
      }
    }
    for (std::size_t output = 0; output < graph.values[i].size(); ++output) {
      if (!RefreshesOutput(node, output)) {
        recorded.emplace(i, output);
      }
    }
  }
  const auto& outputs = graph.ir.Output().inputs;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (recorded.count({outputs[i].node, outputs[i].output}) != 0) {
      staged.insert(i);
    }
  }
  return staged;
}

StaticPlan PlanStatic(const CompiledGraph& graph, const std::set<std::size_t>& staged) {
  StaticPlan plan;
  PlaceGiven(graph, &plan);
  PlaceOutputs(graph, staged, &plan);
  PlaceFixedInputs(graph, &plan);
  plan.views = FindViews(graph, plan.first_value);

  const std::size_t nodes = graph.ir.nodes.size();
  std::vector<std::size_t> last_use(plan.locations.size(), 0);
  for (std::size_t i = 0; i < nodes; ++i) {
    for (std::size_t output = 0; output < graph.values[i].size(); ++output) {
      last_use[plan.first_value[i] + output] = i;
    }
    const Node& node = graph.ir.nodes[i];
    for (std::size_t input = 0; input < node.inputs.size(); ++input) {
      last_use[plan.ValueNumber(node.inputs[input])] = node.kind == Node::Kind::kNetOutput ? nodes : i;
      if (node.kind == Node::Kind::kCustom) {
        last_use[plan.CustomInput(node, input)] = i;
      }
    }
  }
  // NetOutput need not be the last node: what it uses is kept to the end of the run.
  for (const ValueRef& input : graph.ir.Output().inputs) {
    last_use[plan.ValueNumber(input)] = nodes;
  }
  for (const auto& [value, view] : plan.views) {
    last_use[view.root] = std::max(last_use[view.root], last_use[value]);
  }
  OffsetAllocator allocator;
  std::vector<std::vector<std::size_t>> expiring(nodes + 1);
  const auto place = [&](std::size_t value) {
    Location& location = plan.locations[value];
    location.offset = allocator.Allocate(AlignMemory(std::max<std::size_t>(plan.sizes[value], 1)));
    expiring[last_use[value]].push_back(location.offset);
  };
  for (const StaticPlan::InputCopy& copy : plan.input_copies) {
    place(copy.fixed);
  }
  for (std::size_t i = 0; i < nodes; ++i) {
    for (std::size_t output = 0; output < graph.values[i].size(); ++output) {
      const std::size_t value = plan.first_value[i] + output;
      if (IsOperator(graph.ir.nodes[i]) && plan.locations[value].space == Location::Space::kFeature &&
          plan.views.count(value) == 0) {
        place(value);
      }
    }
    for (std::size_t offset : expiring[i]) {
      allocator.Free(offset);
    }
  }
  plan.feature_size = allocator.Peak();
  for (const auto& [value, view] : plan.views) {
    plan.locations[value] = plan.locations[view.root];
    plan.locations[value].offset += view.offset;
  }
  return plan;
}

}  // namespace cann_emulator::engine
