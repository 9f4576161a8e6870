// SPDX-License-Identifier: Apache-2.0
// Deserialisation of ge.proto.ModelDef.
#include "ge/attribute_reader.h"
#include "ge/data_type.h"
#include "ge/error.h"
#include "ge/model.h"
#include "ge/model_fields.h"
#include "ge/wire.h"

namespace cann_emulator::engine {
namespace {

std::string Text(std::string_view bytes) { return std::string(bytes); }

bool ParseOp(std::string_view bytes, OpDefinition* op) {
  WireReader reader(bytes);
  while (reader.Next()) {
    switch (reader.Field()) {
      case fields::op::kName:
        op->name = Text(reader.Bytes());
        break;
      case fields::op::kType:
        op->type = Text(reader.Bytes());
        break;
      case fields::op::kInput:
        op->inputs.push_back(Text(reader.Bytes()));
        break;
      case fields::op::kAttribute:
        if (!ParseAttributeEntry(reader.Bytes(), &op->attrs, &op->tensors)) {
          return false;
        }
        break;
      case fields::op::kInputDesc:
        if (!ParseTensorDescription(reader.Bytes(), &op->input_descs.emplace_back())) {
          return false;
        }
        break;
      case fields::op::kOutputDesc:
        if (!ParseTensorDescription(reader.Bytes(), &op->output_descs.emplace_back())) {
          return false;
        }
        break;
      default:
        break;
    }
  }
  return !reader.Failed();
}

bool ParseGraph(std::string_view bytes, Model* model, std::string* where) {
  WireReader reader(bytes);
  while (reader.Next()) {
    switch (reader.Field()) {
      case fields::graph::kName:
        model->graph_name = Text(reader.Bytes());
        break;
      case fields::graph::kOp: {
        OpDefinition& op = model->ops.emplace_back();
        if (!ParseOp(reader.Bytes(), &op)) {
          *where = "node number " + std::to_string(model->ops.size() - 1) +
                   (op.name.empty() ? "" : " (\"" + op.name + "\", type \"" + op.type + "\")");
          return false;
        }
        break;
      }
      case fields::graph::kAttribute:
        if (!ParseAttributeEntry(reader.Bytes(), &model->attrs, nullptr)) {
          *where = "the graph's attributes";
          return false;
        }
        break;
      default:
        break;
    }
  }
  *where = "the graph";
  return !reader.Failed();
}

}  // namespace

Status ParseModel(std::shared_ptr<const std::string> bytes, Model* model) {
  model->bytes = bytes;
  const std::string described = "the serialised model of " + std::to_string(bytes->size()) + " bytes ";
  WireReader reader(*bytes);
  std::size_t graphs = 0;
  while (reader.Next()) {
    if (reader.Field() != fields::model::kGraph) {
      continue;
    }
    ++graphs;
    std::string where;
    if (graphs == 1 && !ParseGraph(reader.Bytes(), model, &where)) {
      return Error(described + "is malformed in " + where);
    }
  }
  if (reader.Failed()) {
    return Error(described + "is malformed");
  }
  if (graphs != 1) {
    return Error("a serialised model must hold exactly one graph, this one holds " + std::to_string(graphs));
  }
  return {};
}

}  // namespace cann_emulator::engine
