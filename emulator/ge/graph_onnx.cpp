// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "ge/attribute.h"
#include "ge/graph_dump.h"

namespace cann_emulator::engine {
namespace {

// onnx.TensorProto.DataType by ge::DataType; 0 (undefined) for what ONNX lacks.
int OnnxType(::ge::DataType dtype) {
  switch (dtype) {
    case ::ge::DT_FLOAT:
      return 1;
    case ::ge::DT_UINT8:
      return 2;
    case ::ge::DT_INT8:
      return 3;
    case ::ge::DT_UINT16:
      return 4;
    case ::ge::DT_INT16:
      return 5;
    case ::ge::DT_INT32:
      return 6;
    case ::ge::DT_INT64:
      return 7;
    case ::ge::DT_STRING:
      return 8;
    case ::ge::DT_BOOL:
      return 9;
    case ::ge::DT_FLOAT16:
      return 10;
    case ::ge::DT_DOUBLE:
      return 11;
    case ::ge::DT_UINT32:
      return 12;
    case ::ge::DT_UINT64:
      return 13;
    case ::ge::DT_COMPLEX64:
      return 14;
    case ::ge::DT_COMPLEX128:
      return 15;
    case ::ge::DT_BF16:
      return 16;
    default:
      return 0;
  }
}

std::string Quoted(const char* data, std::size_t size) {
  std::string text = "\"";
  for (std::size_t i = 0; i < size; ++i) {
    const auto byte = static_cast<unsigned char>(data[i]);
    if (byte < 0x20 || byte > 0x7e || byte == '"' || byte == '\\') {
      char octal[5];
      std::snprintf(octal, sizeof(octal), "\\%03o", byte);
      text += octal;
    } else {
      text += data[i];
    }
  }
  return text + "\"";
}
std::string Quoted(const std::string& text) { return Quoted(text.data(), text.size()); }

template <typename T>
std::string Repeated(const char* field, const std::vector<T>& values) {
  std::string text;
  for (const T& value : values) {
    if constexpr (std::is_same_v<T, std::string>) {
      text += std::string(" ") + field + ": " + Quoted(value);
    } else {
      text += std::string(" ") + field + ": " + AttributeText(value);
    }
  }
  return text;
}

// The fields of an AttributeProto behind its name.
std::string AttributeFields(const Attribute& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) {
    return " type: INT i: " + std::to_string(*number);
  }
  if (const auto* flag = std::get_if<bool>(&value)) {
    return std::string(" type: INT i: ") + (*flag ? "1" : "0");
  }
  if (const auto* number = std::get_if<float>(&value)) {
    return " type: FLOAT f: " + AttributeText(*number);
  }
  if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&value)) {
    return " type: INTS" + Repeated("ints", *numbers);
  }
  if (const auto* numbers = std::get_if<std::vector<float>>(&value)) {
    return " type: FLOATS" + Repeated("floats", *numbers);
  }
  if (const auto* texts = std::get_if<std::vector<std::string>>(&value)) {
    return " type: STRINGS" + Repeated("strings", *texts);
  }
  const auto* text = std::get_if<std::string>(&value);
  return " type: STRING s: " + Quoted(text == nullptr ? AttributeText(value) : *text);
}

std::string AttributeBlock(const std::string& name, const std::string& fields) {
  return "    attribute { name: " + Quoted(name) + fields + " }\n";
}

std::string Edge(const CompiledGraph& graph, const ValueRef& ref) {
  return graph.ir.nodes[ref.node].name + ":" + std::to_string(ref.output);
}

std::string ValueBlock(const char* field, const std::string& name, const ValueInfo& info) {
  std::string shape;
  for (std::int64_t dim : info.dims) {
    shape += dim < 0 ? " dim { dim_param: \"?\" }" : " dim { dim_value: " + std::to_string(dim) + " }";
  }
  const bool has_rank = info.dims != std::vector<std::int64_t>{::ge::UNKNOWN_DIM_NUM};
  return std::string("  ") + field + " { name: " + Quoted(name) +
         " type { tensor_type { elem_type: " + std::to_string(OnnxType(info.dtype)) +
         (has_rank ? " shape {" + shape + " }" : "") + " } } }\n";
}

std::string NodeBlock(const CompiledGraph& graph, std::size_t index, int level) {
  const Node& node = graph.ir.nodes[index];
  std::string text = "  node {\n    name: " + Quoted(node.name) + "\n    op_type: " + Quoted(node.type) +
                     "\n    domain: \"ge\"\n";
  for (const ValueRef& input : node.inputs) {
    text += "    input: " + Quoted(Edge(graph, input)) + "\n";
  }
  for (std::size_t i = 0; i < node.output_count; ++i) {
    text += "    output: " + Quoted(Edge(graph, {index, i})) + "\n";
  }
  if (level < 3) {
    for (const auto& [name, value] : node.instance.attrs) {
      text += AttributeBlock(name, AttributeFields(value));
    }
    for (std::size_t control : node.controls) {
      text += AttributeBlock("after", AttributeFields(graph.ir.nodes[control].name));
    }
    if (!node.origin.empty()) {
      text += AttributeBlock("fx_node", AttributeFields(node.origin));
    }
  }
  if (level == 1 && node.kind == Node::Kind::kConst) {
    text += AttributeBlock("value",
                           " type: TENSOR t { data_type: " + std::to_string(OnnxType(node.value.dtype)) +
                               Repeated("dims", node.value.dims) +
                               " raw_data: " + Quoted(node.value.data.data(), node.value.data.size()) + " }");
  }
  return text + "  }\n";
}

}  // namespace

std::string OnnxText(const CompiledGraph& graph, int level) {
  std::string text =
      "ir_version: 8\nproducer_name: \"cann_emulator\"\nopset_import { domain: \"ge\" version: 1 }\n"
      "graph {\n  name: " +
      Quoted(graph.ir.name) + "\n";
  for (std::size_t i = 0; i < graph.ir.nodes.size(); ++i) {
    text += NodeBlock(graph, i, level);
  }
  for (std::size_t i = 0; level < 3 && i < graph.values.size(); ++i) {
    for (std::size_t output = 0; output < graph.values[i].size(); ++output) {
      text += ValueBlock("value_info", Edge(graph, {i, output}), graph.values[i][output]);
    }
  }
  return text + "}\n";
}

}  // namespace cann_emulator::engine
