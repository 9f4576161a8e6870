// SPDX-License-Identifier: Apache-2.0
// Edges and topological order of a graph.
#include <cerrno>
#include <cstdlib>
#include <map>
#include <queue>

#include "ge/error.h"
#include "ge/graph_ir.h"
#include "ge/node_binding.h"
#include "ge/print_nodes.h"

namespace cann_emulator::engine {
namespace {

struct Builder {
  const Model& model;
  std::vector<Node> nodes;                       // in the model's order
  std::vector<std::vector<std::size_t>> orders;  // per node: its data inputs in prototype order
  std::map<std::string, std::size_t> by_name;

  Status BindNodes();
  Status CheckTypes() const;
  Status Connect();
  Status ConnectOne(const std::string& input, Node* node, std::size_t* source, long* output) const;
  Status Sort(GraphIr* graph);
};

Status Builder::BindNodes() {
  for (const OpDefinition& op : model.ops) {
    if (op.name.empty() || op.type.empty()) {
      return Error("node number " + std::to_string(nodes.size()) + " of the graph has no name or no type");
    }
    if (!by_name.emplace(op.name, nodes.size()).second) {
      return Error("two nodes of the graph are named \"" + op.name + "\"");
    }
    Status status = BindNode(model, op, &nodes.emplace_back(), &orders.emplace_back());
    if (!status.ok()) {
      return status;
    }
  }
  return CheckTypes();
}

Status Builder::CheckTypes() const {
  std::string unknown;
  for (const Node& node : nodes) {
    if ((node.kind == Node::Kind::kBuiltin || node.kind == Node::Kind::kCustom) &&
        node.prototype == nullptr) {
      unknown +=
          "\n  " + node.Describe() +
          (node.custom != nullptr ? ": an implementation is registered, but no prototype (REG_OP)" : "");
    } else if (node.kind == Node::Kind::kBuiltin && !node.prototype->library.empty()) {
      unknown += "\n  " + node.Describe() + ": " + node.prototype->library +
                 " registers the prototype, but no implementation (REG_AUTO_MAPPING_OP)";
    } else if (node.kind == Node::Kind::kCustom && node.custom->execute == nullptr) {
      unknown += "\n  " + node.Describe() + ": the implementation does not derive from EagerExecuteOp";
    }
  }
  if (unknown.empty()) {
    return {};
  }
  return Error(
      "GE has no implementation for these nodes:" + unknown +
      "\nA built-in operator may be missing in the emulator. For a custom operator: load its library "
      "(torch.ops.load_library, or ASCEND_CUSTOM_OPP_PATH) before the graph is compiled, and use the same "
      "name in "
      "REG_OP, REG_AUTO_MAPPING_OP and the converter.");
}

Status Builder::ConnectOne(const std::string& input, Node* node, std::size_t* source, long* output) const {
  const std::size_t colon = input.rfind(':');
  const std::string digits = colon == std::string::npos ? "" : input.substr(colon + 1);
  char* end = nullptr;
  errno = 0;
  *output = std::strtol(digits.c_str(), &end, 10);
  if (digits.empty() || *end != '\0' || errno != 0) {
    return Error(node->Describe() + ": input \"" + input + "\" has not the form node:output");
  }
  const auto found = by_name.find(input.substr(0, colon));
  if (found == by_name.end()) {
    return Error(node->Describe() + ": input \"" + input +
                 "\" comes from a node that the graph does not have");
  }
  *source = found->second;
  const Node& producer = nodes[*source];
  if (*output < -1 || (*output >= 0 && static_cast<std::size_t>(*output) >= producer.output_count)) {
    return Error(node->Describe() + ": input \"" + input + "\": " + producer.Describe() + " has " +
                 std::to_string(producer.output_count) + " outputs");
  }
  return {};
}

Status Builder::Connect() {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const OpDefinition& op = model.ops[i];
    Node& node = nodes[i];
    const std::vector<std::size_t> data = DataInputPositions(op);
    for (std::size_t number : orders[i]) {
      std::size_t source = 0;
      long output = 0;
      Status status = ConnectOne(op.inputs[data[number]], &node, &source, &output);
      if (!status.ok()) {
        return status;
      }
      node.inputs.push_back({source, static_cast<std::size_t>(output)});
    }
    for (const std::string& input : op.inputs) {
      std::size_t source = 0;
      long output = 0;
      if (input.empty()) {
        continue;
      }
      Status status = ConnectOne(input, &node, &source, &output);
      if (!status.ok()) {
        return status;
      }
      if (output < 0) {
        node.controls.push_back(source);
      }
    }
  }
  return {};
}

// Kahn's algorithm; of the nodes that are ready the first in the model goes first, so that the order is
// stable.
Status Builder::Sort(GraphIr* graph) {
  std::vector<std::size_t> pending(nodes.size(), 0);
  std::vector<std::vector<std::size_t>> users(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const ValueRef& input : nodes[i].inputs) {
      users[input.node].push_back(i);
    }
    for (std::size_t control : nodes[i].controls) {
      users[control].push_back(i);
    }
    pending[i] = nodes[i].inputs.size() + nodes[i].controls.size();
  }
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (pending[i] == 0) {
      ready.push(i);
    }
  }
  std::vector<std::size_t> position(nodes.size(), nodes.size());
  std::vector<std::size_t> order;
  while (!ready.empty()) {
    const std::size_t i = ready.top();
    ready.pop();
    position[i] = order.size();
    order.push_back(i);
    for (std::size_t user : users[i]) {
      if (--pending[user] == 0) {
        ready.push(user);
      }
    }
  }
  if (order.size() != nodes.size()) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (pending[i] != 0) {
        return Error("the graph has a cycle through " + nodes[i].Describe());
      }
    }
  }
  for (std::size_t i : order) {
    Node& node = graph->nodes.emplace_back(std::move(nodes[i]));
    for (ValueRef& input : node.inputs) {
      input.node = position[input.node];
    }
    for (std::size_t& control : node.controls) {
      control = position[control];
    }
  }
  return {};
}

Status IndexEnds(GraphIr* graph) {
  std::map<std::int64_t, std::size_t> inputs;
  std::size_t outputs = 0;
  for (std::size_t i = 0; i < graph->nodes.size(); ++i) {
    const Node& node = graph->nodes[i];
    if (node.kind == Node::Kind::kData && !inputs.emplace(node.data_index, i).second) {
      return Error(node.Describe() + ": another input of the graph has the same index " +
                   std::to_string(node.data_index));
    }
    if (node.kind == Node::Kind::kNetOutput) {
      graph->net_output = i;
      ++outputs;
    }
  }
  if (outputs != 1) {
    return Error("a graph needs one NetOutput node, this one has " + std::to_string(outputs));
  }
  for (const auto& [index, node] : inputs) {
    if (index != static_cast<std::int64_t>(graph->inputs.size())) {
      return Error("the graph's inputs are not numbered from 0 without a gap: " +
                   graph->nodes[node].Describe() + " has index " + std::to_string(index));
    }
    graph->inputs.push_back(node);
  }
  return {};
}

}  // namespace

Status BuildGraph(const std::shared_ptr<const Model>& model, GraphIr* graph) {
  graph->model = FoldPrints(model);
  graph->name = model->graph_name;
  Builder builder{*graph->model, {}, {}, {}};
  Status status = builder.BindNodes();
  if (status.ok()) {
    status = builder.Connect();
  }
  if (status.ok()) {
    status = builder.Sort(graph);
  }
  if (status.ok()) {
    status = IndexEnds(graph);
  }
  return status;
}

}  // namespace cann_emulator::engine
