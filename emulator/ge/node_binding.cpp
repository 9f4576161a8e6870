// SPDX-License-Identifier: Apache-2.0
#include "ge/node_binding.h"

#include <cctype>

#include "ge/attribute.h"
#include "ge/data_type.h"
#include "ge/error.h"
#include "ge/external_weight.h"

namespace cann_emulator::engine {
namespace {

constexpr const char* kControlSuffix = ":-1";

bool IsControl(const std::string& input) {
  const std::string suffix = kControlSuffix;
  return input.size() > suffix.size() &&
         input.compare(input.size() - suffix.size(), suffix.size(), suffix) == 0;
}

// "x3" is instance of the dynamic port "x".
bool IsInstanceOf(const std::string& name, const std::string& port) {
  if (name.size() <= port.size() || name.compare(0, port.size(), port) != 0) {
    return false;
  }
  for (std::size_t i = port.size(); i < name.size(); ++i) {
    if (std::isdigit(static_cast<unsigned char>(name[i])) == 0) {
      return false;
    }
  }
  return true;
}

std::string PortName(const std::vector<TensorDescription>& descs, std::size_t index) {
  return index < descs.size() ? descs[index].name : "";
}

bool AllNamed(const std::vector<TensorDescription>& descs, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (PortName(descs, i).empty()) {
      return false;
    }
  }
  return true;
}

// The instances of one port among `names`, by name.
std::vector<std::size_t> InstancesByName(const Prototype::Port& port,
                                         const std::vector<TensorDescription>& descs, std::size_t count) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string& name = descs[i].name;
    if (port.arity == Arity::kDynamic ? IsInstanceOf(name, port.name) : name == port.name) {
      found.push_back(i);
    }
  }
  return found;
}

// Names of models are matched to ports by name; a model without names is taken by position.
Status BindInputs(const OpDefinition& op, Node* node, std::vector<std::size_t>* order) {
  const std::vector<std::size_t> data = DataInputPositions(op);
  const auto& ports = node->prototype->prototype.inputs;
  const bool by_name = AllNamed(op.input_descs, data.size());
  std::vector<bool> used(data.size(), false);
  std::size_t next = 0;
  for (const auto& port : ports) {
    std::vector<std::size_t> instances;
    if (by_name) {
      instances = InstancesByName(port, op.input_descs, data.size());
    } else if (port.arity == Arity::kDynamic) {
      const std::size_t others = static_cast<std::size_t>(&ports.back() - &port);
      while (next + others < data.size()) {
        instances.push_back(next++);
      }
    } else if (next < data.size()) {
      instances.push_back(next++);
    }
    std::size_t count = 0;
    for (std::size_t instance : instances) {
      used[instance] = true;
      if (!op.inputs[data[instance]].empty()) {
        order->push_back(instance);
        ++count;
      }
    }
    if (port.arity == Arity::kRequired && count != 1) {
      return Error(node->Describe() + ": required input \"" + port.name + "\" of the prototype has " +
                   std::to_string(count) +
                   " inputs, expected 1. The converter's input names must be those of REG_OP");
    }
    node->instance.input_counts.push_back(count);
  }
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!used[i] && !op.inputs[data[i]].empty()) {
      return Error(node->Describe() + ": input " + std::to_string(i) + " (\"" + PortName(op.input_descs, i) +
                   "\") is no input of the prototype, which has " + std::to_string(ports.size()) + " inputs");
    }
  }
  return {};
}

Status BindOutputs(const OpDefinition& op, Node* node) {
  const auto& ports = node->prototype->prototype.outputs;
  node->output_count = op.output_descs.size();
  const bool by_name = AllNamed(op.output_descs, node->output_count);
  std::size_t total = 0;
  for (const auto& port : ports) {
    std::size_t count = 1;
    if (port.arity == Arity::kDynamic) {
      count = by_name ? InstancesByName(port, op.output_descs, node->output_count).size()
                      : node->output_count - std::min(node->output_count, ports.size() - 1);
    }
    node->instance.output_counts.push_back(count);
    total += count;
  }
  if (total != node->output_count) {
    std::string names;
    for (const auto& port : ports) {
      names += (names.empty() ? "" : ", ") + port.name;
    }
    return Error(node->Describe() + ": the node has " + std::to_string(node->output_count) +
                 " outputs, the prototype declares " + std::to_string(total) + " (" + names + ")");
  }
  return {};
}

// Custom operators see every attribute of the prototype; the library of built-in ones applies its own
// defaults.
Status BindAttributes(const OpDefinition& op, Node* node) {
  for (const auto& attr : node->prototype->prototype.attrs) {
    const auto given = op.attrs.find(attr.name);
    if (given == op.attrs.end()) {
      if (attr.required) {
        return Error(node->Describe() + ": required attribute \"" + attr.name + "\" (" + attr.kind +
                     ") is missing");
      }
      if (node->kind == Node::Kind::kCustom) {
        node->instance.attrs[attr.name] = attr.default_value;
      }
      continue;
    }
    Attribute value = given->second;
    if (!ConvertAttribute(attr.kind, &value)) {
      return Error(node->Describe() + ": attribute \"" + attr.name + "\" is " + AttributeKind(value) + " " +
                   AttributeText(value) + ", the prototype declares " + attr.kind);
    }
    node->instance.attrs[attr.name] = std::move(value);
  }
  return {};
}

template <typename T>
const T* Find(const Attributes& attrs, const std::string& name) {
  const auto found = attrs.find(name);
  return found == attrs.end() ? nullptr : std::get_if<T>(&found->second);
}

// An input in a private format carries its logical shape in an attribute.
ValueInfo Declared(const TensorDescription& description) {
  const auto* origin = Find<std::vector<std::int64_t>>(description.attrs, "origin_shape");
  return {description.dtype, origin != nullptr ? *origin : description.dims};
}

Status BindData(const OpDefinition& op, Node* node) {
  node->kind = Node::Kind::kData;
  const auto* index = Find<std::int64_t>(op.attrs, "index");
  if (index == nullptr || *index < 0 || op.output_descs.size() != 1) {
    return Error(node->Describe() +
                 ": an input of the graph needs an attribute \"index\" >= 0 and one output");
  }
  node->data_index = *index;
  node->declared.push_back(Declared(op.output_descs[0]));
  node->on_host = op.output_descs[0].on_host;
  node->output_count = 1;
  return {};
}

Status CheckConst(Node* node) {
  node->kind = Node::Kind::kConst;
  const auto size = TensorSize(node->value.dtype, node->value.dims);
  if (!size || *size != node->value.data.size()) {
    return Error(node->Describe() + ": the constant holds " + std::to_string(node->value.data.size()) +
                 " bytes, its type " + DataTypeName(node->value.dtype) + " " + DimsText(node->value.dims) +
                 " needs " + (size ? std::to_string(*size) : "a size that GE does not know"));
  }
  node->declared.push_back({node->value.dtype, node->value.dims});
  node->output_count = 1;
  return {};
}

Status BindConst(const OpDefinition& op, Node* node) {
  const auto value = op.tensors.find("value");
  if (value == op.tensors.end()) {
    return Error(node->Describe() + ": a constant needs a tensor attribute \"value\"");
  }
  node->value = value->second;
  return CheckConst(node);
}

// A constant whose data is a file (TorchAir's exports of more than 1848 MB).
Status BindFileConstant(const Model& model, const OpDefinition& op, Node* node) {
  const auto* dims = Find<std::vector<std::int64_t>>(op.attrs, "shape");
  const auto* dtype = Find<::ge::DataType>(op.attrs, "dtype");
  const auto* path = Find<std::string>(op.attrs, "file_path");
  if (dims == nullptr || dtype == nullptr || path == nullptr) {
    return Error(node->Describe() + ": the attributes shape, dtype and file_path are needed");
  }
  node->value.dtype = *dtype;
  node->value.dims = *dims;
  const auto known = model.weights.find(op.name);
  if (known != model.weights.end()) {
    node->weight = known->second;
  } else {
    Status status =
        ReadExternalWeight(*path, model.folder, TensorSize(*dtype, *dims).value_or(0), &node->weight);
    if (!status.ok()) {
      return Error(node->Describe() + ": " + status.message);
    }
  }
  node->value.data = *node->weight;
  return CheckConst(node);
}

Status BindPlaceholder(const Model& model, const OpDefinition& op, Node* node) {
  if (!model.in_process) {
    return Error(node->Describe() +
                 ": a graph from a file cannot name device memory; export the model without "
                 "frozen_parameter");
  }
  node->kind = Node::Kind::kPlaceholder;
  const auto* dims = Find<std::vector<std::int64_t>>(op.attrs, "origin_shape");
  const auto* dtype = Find<::ge::DataType>(op.attrs, "dtype");
  const auto* address = Find<std::int64_t>(op.attrs, "addr");
  if (dims == nullptr || dtype == nullptr || address == nullptr) {
    return Error(node->Describe() + ": the attributes origin_shape, dtype and addr are needed");
  }
  node->address = reinterpret_cast<void*>(*address);
  node->declared.push_back({*dtype, *dims});
  node->output_count = 1;
  return {};
}

Status BindNetOutput(const OpDefinition& op, Node* node, std::vector<std::size_t>* order) {
  node->kind = Node::Kind::kNetOutput;
  const std::vector<std::size_t> data = DataInputPositions(op);
  for (std::size_t i = 0; i < data.size(); ++i) {
    order->push_back(i);
    node->declared.push_back(i < op.input_descs.size() ? Declared(op.input_descs[i]) : ValueInfo());
  }
  return {};
}

// TorchAir names a tensor "<fx node>-<target>.OUTPUT.<number>".
std::string Origin(const OpDefinition& op) {
  for (const auto& description : op.output_descs) {
    if (const auto* name = Find<std::string>(description.attrs, "_fx_tensor_name")) {
      return name->substr(0, name->find(".OUTPUT."));
    }
  }
  return "";
}

}  // namespace

std::string Node::Describe() const {
  return "node \"" + name + "\" (" + type + (origin.empty() ? "" : ", from fx node " + origin) + ")";
}

std::vector<std::size_t> DataInputPositions(const OpDefinition& op) {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < op.inputs.size(); ++i) {
    if (!IsControl(op.inputs[i])) {
      positions.push_back(i);
    }
  }
  return positions;
}

Status BindNode(const Model& model, const OpDefinition& op, Node* node, std::vector<std::size_t>* order) {
  node->name = op.name;
  node->type = op.type;
  node->origin = Origin(op);
  if (op.type == "Data" || op.type == "RefData") {
    return BindData(op, node);
  }
  if (op.type == "Const" || op.type == "Constant") {
    return BindConst(op, node);
  }
  if (op.type == "FileConstant") {
    return BindFileConstant(model, op, node);
  }
  if (op.type == "ConstPlaceHolder") {
    return BindPlaceholder(model, op, node);
  }
  if (op.type == "NetOutput") {
    return BindNetOutput(op, node, order);
  }
  std::string library_error;
  node->prototype = FindPrototype(op.type, &library_error);
  node->custom = FindCustomOp(op.type);
  if (node->prototype == nullptr) {
    return library_error.empty() ? Status{} : Error(node->Describe() + ": " + library_error);
  }
  if (!node->prototype->error.empty()) {
    return Error(node->Describe() + ": the prototype registered by " + node->prototype->library +
                 " is wrong: " + node->prototype->error);
  }
  node->kind = node->custom != nullptr ? Node::Kind::kCustom : Node::Kind::kBuiltin;
  node->instance.type = op.type;
  node->instance.name = op.name;
  const auto* force = Find<bool>(op.attrs, "_force_unknown_shape");
  node->force_dynamic = force != nullptr && *force;
  Status status = BindAttributes(op, node);
  if (status.ok()) {
    status = BindInputs(op, node, order);
  }
  if (status.ok()) {
    status = BindOutputs(op, node);
  }
  return status;
}

}  // namespace cann_emulator::engine
