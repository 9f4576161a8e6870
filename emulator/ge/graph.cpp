// SPDX-License-Identifier: Apache-2.0
// ge::Graph and ge::GNode.
#include "graph/graph.h"

#include <fstream>

#include "ge/error.h"
#include "ge/graph_impl.h"

namespace ge {

using cann_emulator::engine::Fail;

Graph::Graph(const char* name) : impl_(std::make_shared<GraphImpl>()) {
  impl_->name = name == nullptr ? "" : name;
}

graphStatus Graph::LoadFromSerializedModelArray(const void* serialized_model, std::size_t size) {
  if (serialized_model == nullptr) {
    return Fail("a graph cannot be loaded from a null pointer");
  }
  auto bytes = std::make_shared<std::string>(static_cast<const char*>(serialized_model), size);
  std::string error;
  auto model = cann_emulator::engine::ParseModel(std::move(bytes), &error);
  if (model == nullptr) {
    return Fail(error);
  }
  // Copies of a Graph share the content, but loading gives this one its own.
  auto impl = std::make_shared<GraphImpl>();
  impl->name = impl_ != nullptr && !impl_->name.empty() ? impl_->name : model->graph_name;
  impl->model = std::move(model);
  impl_ = std::move(impl);
  return GRAPH_SUCCESS;
}

graphStatus Graph::SaveToFile(const char* file_name) const {
  if (file_name == nullptr || impl_ == nullptr || impl_->model == nullptr) {
    return Fail("only a loaded graph can be saved to a named file");
  }
  const std::string& bytes = *impl_->model->bytes;
  std::ofstream file(file_name, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) {
    return Fail(std::string("cannot write the graph to \"") + file_name + "\"");
  }
  return GRAPH_SUCCESS;
}

graphStatus Graph::CopyFrom(const Graph& source) {
  if (source.impl_ == nullptr || source.impl_->model == nullptr) {
    return Fail("a graph without a loaded model cannot be copied");
  }
  impl_ = std::make_shared<GraphImpl>(*source.impl_);
  return GRAPH_SUCCESS;
}

std::vector<GNode> Graph::GetAllNodes() const {
  std::vector<GNode> nodes;
  if (impl_ == nullptr || impl_->model == nullptr) {
    return nodes;
  }
  for (const auto& op : impl_->model->ops) {
    nodes.emplace_back(std::make_shared<NodeImpl>(NodeImpl{op.name, op.type}));
  }
  return nodes;
}

graphStatus Graph::GetName(AscendString& name) const {
  name = AscendString(impl_ == nullptr ? "" : impl_->name.c_str());
  return GRAPH_SUCCESS;
}

graphStatus GNode::GetType(AscendString& type) const {
  if (impl_ == nullptr) {
    return GRAPH_FAILED;
  }
  type = AscendString(impl_->type.c_str());
  return GRAPH_SUCCESS;
}

graphStatus GNode::GetName(AscendString& name) const {
  if (impl_ == nullptr) {
    return GRAPH_FAILED;
  }
  name = AscendString(impl_->name.c_str());
  return GRAPH_SUCCESS;
}

}  // namespace ge
