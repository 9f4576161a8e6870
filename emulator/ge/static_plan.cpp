// SPDX-License-Identifier: Apache-2.0
#include "ge/static_plan.h"

#include <algorithm>
#include <list>

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

}  // namespace

StaticPlan PlanStatic(const CompiledGraph& graph, const std::set<std::size_t>& staged) {
  StaticPlan plan;
  PlaceGiven(graph, &plan);
  PlaceOutputs(graph, staged, &plan);

  const std::size_t nodes = graph.ir.nodes.size();
  std::vector<std::size_t> last_use(plan.locations.size(), 0);
  for (std::size_t i = 0; i < nodes; ++i) {
    for (std::size_t output = 0; output < graph.values[i].size(); ++output) {
      last_use[plan.first_value[i] + output] = i;
    }
    for (const ValueRef& input : graph.ir.nodes[i].inputs) {
      last_use[plan.ValueNumber(input)] = graph.ir.nodes[i].kind == Node::Kind::kNetOutput ? nodes : i;
    }
  }
  // NetOutput need not be the last node: what it uses is kept to the end of the run.
  for (const ValueRef& input : graph.ir.Output().inputs) {
    last_use[plan.ValueNumber(input)] = nodes;
  }
  OffsetAllocator allocator;
  std::vector<std::vector<std::size_t>> expiring(nodes + 1);
  for (std::size_t i = 0; i < nodes; ++i) {
    for (std::size_t output = 0; output < graph.values[i].size(); ++output) {
      const std::size_t value = plan.first_value[i] + output;
      Location& location = plan.locations[value];
      if (IsOperator(graph.ir.nodes[i]) && location.space == Location::Space::kFeature) {
        location.offset = allocator.Allocate(AlignMemory(std::max<std::size_t>(plan.sizes[value], 1)));
        expiring[last_use[value]].push_back(location.offset);
      }
    }
    for (std::size_t offset : expiring[i]) {
      allocator.Free(offset);
    }
  }
  plan.feature_size = allocator.Peak();
  return plan;
}

}  // namespace cann_emulator::engine
