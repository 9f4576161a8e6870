// SPDX-License-Identifier: Apache-2.0
#include "ge/native_graph.h"

#include <map>
#include <set>
#include <vector>

#include "ge/attribute_writer.h"
#include "ge/error.h"
#include "ge/model_fields.h"
#include "ge/wire_writer.h"

namespace cann_emulator::engine {
namespace {

class Serializer {
 public:
  Status AddInputs(const std::vector<OperatorPointer>& inputs);
  Status AddOutputs(const NativeGraph& graph);
  std::string Take(const std::string& name);

 private:
  // An operator whose sources are being written.
  struct Visit {
    OperatorPointer op;
    std::vector<OperatorPointer> sources;
    std::size_t next = 0;
  };

  Status Add(const OperatorPointer& op);
  Status Write(const OperatorPointer& op);

  std::map<OperatorPointer, std::int64_t> data_;  // their numbers among the graph's inputs
  std::set<OperatorPointer> done_;
  std::set<std::string> names_;
  WireWriter graph_;
};

Status Serializer::AddInputs(const std::vector<OperatorPointer>& inputs) {
  for (const OperatorPointer& op : inputs) {
    if (op == nullptr || op->prototype.type != "Data") {
      return Error("an input of a graph must be an operator of type Data" +
                   (op == nullptr ? std::string() : ", \"" + op->name + "\" is " + op->prototype.type));
    }
    const auto number = static_cast<std::int64_t>(data_.size());
    data_.emplace(op, number);
  }
  for (const OperatorPointer& op : inputs) {
    Status status = Add(op);
    if (!status.ok()) {
      return status;
    }
  }
  return {};
}

std::vector<OperatorPointer> SourcesOf(const OperatorPointer& op) {
  std::vector<OperatorPointer> sources;
  for (const std::string& port : op->LinkedPorts()) {
    sources.push_back(op->links.at(port).source);
  }
  sources.insert(sources.end(), op->controls.begin(), op->controls.end());
  return sources;
}

// Sources go before what they feed. The path is no recursion: a chain may be longer than a thread's stack.
Status Serializer::Add(const OperatorPointer& op) {
  if (done_.count(op) != 0) {
    return {};
  }
  std::set<OperatorPointer> open{op};
  std::vector<Visit> path{{op, SourcesOf(op)}};
  while (!path.empty()) {
    Visit& visit = path.back();
    if (visit.next < visit.sources.size()) {
      const OperatorPointer source = visit.sources[visit.next++];
      if (done_.count(source) != 0) {
        continue;
      }
      if (!open.insert(source).second) {
        return Error("the inputs of operator \"" + source->name + "\" lead back to it");
      }
      path.push_back({source, SourcesOf(source)});
      continue;
    }
    Status status = Write(visit.op);
    if (!status.ok()) {
      return status;
    }
    open.erase(visit.op);
    path.pop_back();
  }
  return {};
}

Status Serializer::Write(const OperatorPointer& op) {
  WireWriter writer;
  writer.Bytes(fields::op::kName, op->name);
  writer.Bytes(fields::op::kType, op->prototype.type);
  for (const std::string& port : op->LinkedPorts()) {
    const ::ge::OperatorImpl::Link& link = op->links.at(port);
    writer.Bytes(fields::op::kInput, link.source->name + ":" + std::to_string(link.output));
    writer.Bytes(fields::op::kInputDesc, TensorDescriptionMessage(port, nullptr));
  }
  for (const OperatorPointer& source : op->controls) {
    writer.Bytes(fields::op::kInput, source->name + ":-1");
  }
  if (!names_.insert(op->name).second) {
    return Error("two operators of the graph are named \"" + op->name + "\"");
  }
  done_.insert(op);
  Attributes attributes = op->attributes;
  if (op->prototype.type == "Data") {
    const auto number = data_.find(op);
    if (number == data_.end()) {
      return Error("Data \"" + op->name + "\" is not among the graph's inputs (SetInputs)");
    }
    attributes["index"] = number->second;
  }
  for (const auto& [name, value] : attributes) {
    writer.Bytes(fields::op::kAttribute, AttributeMessage(name, value));
  }
  for (const auto& [name, tensor] : op->tensors) {
    writer.Bytes(fields::op::kAttribute, TensorAttributeMessage(name, tensor));
  }
  for (const Prototype::Port& port : op->prototype.outputs) {
    if (port.arity == Arity::kDynamic) {
      return Error("operator \"" + op->name + "\" (" + op->prototype.type + ") has the dynamic output \"" +
                   port.name + "\": build its graph with TorchAir");
    }
    const auto desc = op->output_descs.find(port.name);
    writer.Bytes(
        fields::op::kOutputDesc,
        TensorDescriptionMessage(port.name, desc == op->output_descs.end() ? nullptr : &desc->second));
  }
  graph_.Bytes(fields::graph::kOp, writer.Take());
  return {};
}

Status Serializer::AddOutputs(const NativeGraph& graph) {
  WireWriter writer;
  writer.Bytes(fields::op::kName, "NetOutput");
  writer.Bytes(fields::op::kType, "NetOutput");
  std::size_t count = 0;
  for (const auto& [op, indices] : graph.outputs) {
    if (op == nullptr) {
      return Error("an output of the graph is an operator without a type");
    }
    Status status = Add(op);
    if (!status.ok()) {
      return status;
    }
    std::vector<std::size_t> all = indices;
    for (std::size_t i = 0; indices.empty() && i < op->prototype.outputs.size(); ++i) {
      all.push_back(i);
    }
    for (const std::size_t index : all) {
      writer.Bytes(fields::op::kInput, op->name + ":" + std::to_string(index));
      writer.Bytes(fields::op::kInputDesc, UnknownTensorMessage("input" + std::to_string(count++)));
    }
  }
  if (count == 0) {
    return Error("a graph needs outputs (SetOutputs)");
  }
  graph_.Bytes(fields::graph::kOp, writer.Take());
  return {};
}

std::string Serializer::Take(const std::string& name) {
  graph_.Bytes(fields::graph::kName, name);
  WireWriter model;
  model.Bytes(fields::model::kGraph, graph_.Take());
  return model.Take();
}

}  // namespace

Status SerializeOperators(const std::string& name, const NativeGraph& graph, std::string* model) {
  Serializer serializer;
  Status status = serializer.AddInputs(graph.inputs);
  if (status.ok()) {
    status = serializer.AddOutputs(graph);
  }
  *model = serializer.Take(name);
  return status;
}

}  // namespace cann_emulator::engine
