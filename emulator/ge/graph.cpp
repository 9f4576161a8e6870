// SPDX-License-Identifier: Apache-2.0
// ge::Graph and ge::GNode.
#include "graph/graph.h"

#include <filesystem>

#include "ge/error.h"
#include "ge/file_io.h"
#include "ge/graph_impl.h"

namespace ge {

using cann_emulator::engine::Fail;
using cann_emulator::engine::Model;
using cann_emulator::engine::ToGeStatus;

namespace {

// Copies of a Graph share the content, but loading gives one its own.
graphStatus Load(std::shared_ptr<const std::string> bytes, Model model, std::shared_ptr<GraphImpl>* impl) {
  const cann_emulator::Status status = cann_emulator::engine::ParseModel(std::move(bytes), &model);
  if (!status.ok()) {
    return Fail(status.message);
  }
  auto loaded = std::make_shared<GraphImpl>();
  loaded->name = *impl != nullptr && !(*impl)->name.empty() ? (*impl)->name : model.graph_name;
  loaded->model = std::make_shared<Model>(std::move(model));
  *impl = std::move(loaded);
  return GRAPH_SUCCESS;
}

graphStatus LoadBytes(const void* bytes, std::size_t size, bool in_process,
                      std::shared_ptr<GraphImpl>* impl) {
  if (bytes == nullptr) {
    return Fail("a graph cannot be loaded from a null pointer");
  }
  Model model;
  model.in_process = in_process;
  return Load(std::make_shared<std::string>(static_cast<const char*>(bytes), size), std::move(model), impl);
}

graphStatus FailWithoutModel(const std::shared_ptr<GraphImpl>& impl, const char* complaint) {
  return Fail(impl == nullptr ? complaint : impl->Because(complaint));
}

}  // namespace

Graph::Graph(const char* name) : impl_(std::make_shared<GraphImpl>()) {
  impl_->name = name == nullptr ? "" : name;
}

graphStatus Graph::LoadFromSerializedModelArray(const void* serialized_model, std::size_t size) {
  return LoadBytes(serialized_model, size, true, &impl_);
}

graphStatus Graph::LoadFromFile(const char* file_name) {
  if (file_name == nullptr) {
    return Fail("a graph cannot be loaded from a file without a name");
  }
  auto bytes = std::make_shared<std::string>();
  const cann_emulator::Status status = cann_emulator::engine::ReadFile(file_name, bytes.get());
  if (!status.ok()) {
    return Fail("the graph cannot be loaded: " + status.message);
  }
  Model model;
  model.folder = std::filesystem::path(file_name).parent_path();
  return Load(std::move(bytes), std::move(model), &impl_);
}

graphStatus Graph::LoadFromMem(const GraphBuffer& graph_buffer) {
  return LoadFromMem(graph_buffer.GetData(), graph_buffer.GetSize());
}

graphStatus Graph::LoadFromMem(const std::uint8_t* data, const std::size_t len) {
  return LoadBytes(data, len, false, &impl_);
}

graphStatus Graph::SaveToFile(const char* file_name) const {
  if (file_name == nullptr || impl_ == nullptr || impl_->model == nullptr) {
    return FailWithoutModel(impl_, "only a loaded graph can be saved to a named file");
  }
  return static_cast<graphStatus>(
      ToGeStatus(cann_emulator::engine::WriteFile(file_name, {*impl_->model->bytes})));
}

graphStatus Graph::SaveToMem(GraphBuffer& graph_buffer) const {
  if (impl_ == nullptr || impl_->model == nullptr) {
    return FailWithoutModel(impl_, "only a loaded graph can be saved to memory");
  }
  graph_buffer.bytes_ = impl_->model->bytes;
  return GRAPH_SUCCESS;
}

Graph& Graph::SetInputs(const std::vector<Operator>& inputs) {
  auto impl = std::make_shared<GraphImpl>();
  impl->name = impl_ == nullptr ? "" : impl_->name;
  for (const Operator& op : inputs) {
    impl->inputs.push_back(op.Impl());
  }
  impl_ = std::move(impl);
  return *this;
}

Graph& Graph::SetOutputs(const std::vector<Operator>& outputs) {
  std::vector<std::pair<Operator, std::vector<std::size_t>>> all;
  for (const Operator& op : outputs) {
    all.emplace_back(op, std::vector<std::size_t>());
  }
  return SetOutputs(all);
}

Graph& Graph::SetOutputs(const std::vector<std::pair<Operator, std::vector<std::size_t>>>& output_indexs) {
  cann_emulator::engine::NativeGraph built;
  const std::string name = impl_ == nullptr ? "" : impl_->name;
  if (impl_ != nullptr) {
    built.inputs = impl_->inputs;
  }
  for (const auto& [op, indices] : output_indexs) {
    built.outputs.emplace_back(op.Impl(), indices);
  }
  auto bytes = std::make_shared<std::string>();
  const cann_emulator::Status status = cann_emulator::engine::SerializeOperators(name, built, bytes.get());
  if (status.ok()) {
    Load(std::move(bytes), Model(), &impl_);
  } else {
    impl_ = std::make_shared<GraphImpl>();
    impl_->name = name;
    impl_->refusal = status.message;
    Fail(status.message);
  }
  return *this;
}

GraphBuffer::GraphBuffer() = default;
GraphBuffer::~GraphBuffer() = default;

const std::uint8_t* GraphBuffer::GetData() const {
  return bytes_ == nullptr ? nullptr : reinterpret_cast<const std::uint8_t*>(bytes_->data());
}

std::size_t GraphBuffer::GetSize() const { return bytes_ == nullptr ? 0 : bytes_->size(); }

graphStatus Graph::CopyFrom(const Graph& source) {
  if (source.impl_ == nullptr || source.impl_->model == nullptr) {
    return FailWithoutModel(source.impl_, "a graph without a loaded model cannot be copied");
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
