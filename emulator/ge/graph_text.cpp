// SPDX-License-Identifier: Apache-2.0
#include "ge/graph_text.h"

#include <cstdlib>
#include <cstring>
#include <map>

#include "ge/attribute.h"
#include "ge/data_type.h"
#include "ge/graph_dump.h"

namespace cann_emulator::engine {
namespace {

std::string InfoText(const ValueInfo& value) {
  std::string dims = "[";
  for (std::size_t i = 0; i < value.dims.size(); ++i) {
    dims += (i == 0 ? "" : ",") + (value.dims[i] == -1 ? "?" : std::to_string(value.dims[i]));
  }
  dims += "]";
  if (value.dims.size() == 1 && value.dims[0] == ::ge::UNKNOWN_DIM_NUM) {
    dims = "[...]";
  }
  return (value.dtype == ::ge::DT_UNDEFINED ? "?" : DataTypeName(value.dtype)) + dims;
}

template <typename T>
std::string Elements(const TensorValue& value) {
  std::string text;
  for (std::size_t i = 0; i < value.data.size() / sizeof(T); ++i) {
    T element;
    std::memcpy(&element, value.data.data() + i * sizeof(T), sizeof(T));
    text += (i == 0 ? "" : ",");
    if constexpr (std::is_same_v<T, float>) {
      text += AttributeText(element);
    } else {
      text += std::to_string(element);
    }
  }
  return text;
}

// The value of a constant of at most 16 elements.
std::string ConstText(const TensorValue& value) {
  constexpr std::int64_t kShown = 16;
  std::int64_t count = 1;
  for (std::int64_t dim : value.dims) {
    count *= dim;
  }
  if (count > kShown) {
    return "...";
  }
  switch (value.dtype) {
    case ::ge::DT_FLOAT:
      return Elements<float>(value);
    case ::ge::DT_INT32:
      return Elements<std::int32_t>(value);
    case ::ge::DT_INT64:
      return Elements<std::int64_t>(value);
    case ::ge::DT_INT16:
      return Elements<std::int16_t>(value);
    case ::ge::DT_INT8:
      return Elements<std::int8_t>(value);
    case ::ge::DT_UINT8:
    case ::ge::DT_BOOL:
      return Elements<std::uint8_t>(value);
    default:
      return "...";
  }
}

// Names of inputs: "x", and "x0", "x1" for a dynamic port.
std::vector<std::string> InputNames(const Node& node) {
  std::vector<std::string> names;
  for (std::size_t port = 0; port < node.instance.input_counts.size(); ++port) {
    const auto& declared = node.prototype->prototype.inputs[port];
    for (std::size_t i = 0; i < node.instance.input_counts[port]; ++i) {
      names.push_back(declared.name + (declared.arity == Arity::kDynamic ? std::to_string(i) : ""));
    }
  }
  return names;
}

std::string Arguments(const Node& node, const std::vector<std::string>& names) {
  std::string text;
  const auto add = [&text](const std::string& argument) { text += (text.empty() ? "" : ", ") + argument; };
  const std::vector<std::string> ports =
      node.kind == Node::Kind::kNetOutput ? std::vector<std::string>() : InputNames(node);
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    add((ports.empty() ? "" : ports[i] + "=") + names[node.inputs[i].node] + ":" +
        std::to_string(node.inputs[i].output));
  }
  for (std::size_t control : node.controls) {
    add("after " + names[control]);
  }
  if (node.kind == Node::Kind::kData) {
    add("index=" + std::to_string(node.data_index));
    if (node.on_host) {
      add("placement=host");
    }
  } else if (node.kind == Node::Kind::kConst) {
    add("value={" + ConstText(node.value) + "}");
  }
  for (const auto& [name, value] : node.instance.attrs) {
    add(name + "=" + AttributeText(value));
  }
  return text;
}

}  // namespace

std::string GraphText(const CompiledGraph& graph) {
  std::map<std::string, std::size_t> numbers;
  std::vector<std::string> names;
  std::string text = graph.values.empty() ? "graph\n"
                     : graph.is_static    ? "static graph\n"
                                          : "dynamic graph\n";
  for (std::size_t i = 0; i < graph.ir.nodes.size(); ++i) {
    const Node& node = graph.ir.nodes[i];
    names.push_back(node.type + "_" + std::to_string(numbers[node.type]++));
    text += names.back() + " = " + node.type + "(" + Arguments(node, names) + ")";
    static const std::vector<ValueInfo> kNotInferred;
    const std::vector<ValueInfo>& values = node.kind == Node::Kind::kNetOutput ? graph.outputs
                                           : i < graph.values.size()           ? graph.values[i]
                                                                               : kNotInferred;
    for (std::size_t output = 0; output < values.size(); ++output) {
      text += (output == 0 ? " -> " : ", ") + InfoText(values[output]);
    }
    text += "\n";
  }
  return text;
}

Status DumpGraph(const CompiledGraph& graph) {
  const char* folder = std::getenv("CANN_EMULATOR_GRAPH_DUMP");
  if (folder == nullptr || *folder == '\0') {
    return {};
  }
  return WriteDump("CANN_EMULATOR_GRAPH_DUMP", folder, FileNameOf(graph) + ".txt", GraphText(graph));
}

}  // namespace cann_emulator::engine
