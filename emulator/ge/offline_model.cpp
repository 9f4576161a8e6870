// SPDX-License-Identifier: Apache-2.0
// Offline models for ACL: loaded into a session of their own.
#include <new>

#include "acl/acl.h"
#include "acl/model_engine.h"
#include "ge/copies.h"
#include "ge/data_type.h"
#include "ge/error.h"
#include "ge/file_io.h"
#include "ge/ge_api.h"
#include "ge/offline_file.h"
#include "ge/offline_interface.h"
#include "ge/session_impl.h"

namespace cann_emulator::engine {

void DescribeInterface(const SessionGraph& graph, OfflineFile* file) {
  const CompiledGraph& compiled = *graph.compiled;
  file->is_static = compiled.is_static;
  std::size_t size = 0;
  graph.summary->GetConstMemorySize(size);
  file->weight_size = size;
  graph.summary->GetFeatureMemorySize(size);
  file->work_size = size;
  for (const std::size_t input : compiled.ir.inputs) {
    const ValueInfo& info = compiled.values[input][0];
    file->inputs.push_back({compiled.ir.nodes[input].name, info.dtype, info.dims});
  }
  const std::vector<ValueRef>& outputs = compiled.ir.Output().inputs;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    file->outputs.push_back(
        {compiled.ir.nodes[outputs[i].node].name + ":" + std::to_string(outputs[i].output),
         compiled.outputs[i].dtype, compiled.outputs[i].dims});
  }
}

namespace {

constexpr std::uint32_t kGraph = 0;

ModelTensor Describe(const OfflineTensor& tensor) {
  return {tensor.name, static_cast<aclDataType>(tensor.dtype), tensor.dims,
          TensorSize(tensor.dtype, tensor.dims).value_or(0)};
}

ModelInfo InfoOf(const OfflineFile& file) {
  ModelInfo info;
  for (const OfflineTensor& tensor : file.inputs) {
    info.inputs.push_back(Describe(tensor));
  }
  for (const OfflineTensor& tensor : file.outputs) {
    info.outputs.push_back(Describe(tensor));
  }
  info.work_size = file.work_size;
  info.weight_size = file.weight_size;
  return info;
}

::ge::Tensor ToTensor(const ModelTensor& expected, const ModelBuffer& buffer) {
  ::ge::TensorDesc description(::ge::Shape(buffer.dims), ::ge::FORMAT_ND,
                               static_cast<::ge::DataType>(expected.type));
  description.SetPlacement(::ge::kPlacementDevice);
  ::ge::Tensor tensor(description);
  tensor.SetData(static_cast<std::uint8_t*>(buffer.data), buffer.size, [](std::uint8_t*) {});
  return tensor;
}

class OfflineModel final : public LoadedModel {
 public:
  Status Load(OfflineFile file, const std::string& name, const ModelMemory& memory);

  const ModelInfo& Info() const override { return info_; }
  Status Run(void* stream, const std::vector<ModelBuffer>& inputs,
             std::vector<ModelBuffer>* outputs) override;

 private:
  ModelInfo info_;
  SessionState session_;
};

Status OfflineModel::Load(OfflineFile file, const std::string& name, const ModelMemory& memory) {
  if (file.soc != CurrentSoc().name) {
    return Error(name + " is compiled for " + file.soc + ", the device is " + CurrentSoc().name +
                 ". Compile it with --soc_version=" + CurrentSoc().name);
  }
  Model model;
  model.is_offline = true;
  model.weights = std::move(file.weights);
  Status status = ParseModel(file.model, &model);
  if (!status.ok()) {
    return Error(name + ": " + status.message);
  }
  auto graph = std::make_shared<SessionGraph>();
  graph->model = std::make_shared<Model>(std::move(model));
  for (const auto& [option, value] : file.options) {
    graph->options[::ge::AscendString(option.c_str())] = ::ge::AscendString(value.c_str());
  }
  status = SessionState::Compile(graph.get());
  if (!status.ok()) {
    return Error(name + ": " + status.message);
  }
  // Shapes follow from the graph and the operators in this process, never from what a file says they are.
  OfflineFile actual;
  DescribeInterface(*graph, &actual);
  if (actual.is_static != file.is_static || actual.inputs != file.inputs || actual.outputs != file.outputs) {
    return Error(name +
                 " was compiled with operators that infer other shapes or dtypes than those in use. Compile "
                 "it again");
  }
  status = DeserializeCustomOps(*graph->compiled, file.operators);
  if (!status.ok()) {
    return Error(name + ": " + status.message);
  }
  info_ = InfoOf(actual);
  if ((memory.work != nullptr && memory.work_size < info_.work_size) ||
      (memory.weight != nullptr && memory.weight_size < info_.weight_size)) {
    return Error(name + " needs " + std::to_string(info_.work_size) + " bytes of work memory and " +
                 std::to_string(info_.weight_size) + " bytes of weight memory, " +
                 std::to_string(memory.work_size) + " and " + std::to_string(memory.weight_size) +
                 " are given (aclmdlQuerySize tells)");
  }
  graph->feature_base = memory.work;
  graph->const_base = memory.weight;
  return session_.Add(kGraph, std::move(graph));
}

Status OfflineModel::Run(void* stream, const std::vector<ModelBuffer>& inputs,
                         std::vector<ModelBuffer>* outputs) {
  std::vector<::ge::Tensor> tensors;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    tensors.push_back(ToTensor(info_.inputs[i], inputs[i]));
  }
  std::vector<::ge::Tensor> results;
  for (std::size_t i = 0; i < outputs->size(); ++i) {
    results.push_back((*outputs)[i].data == nullptr ? ::ge::Tensor()
                                                    : ToTensor(info_.outputs[i], (*outputs)[i]));
  }
  Status status = session_.Run(kGraph, stream, tensors, &results);
  std::vector<MemoryCopy> copies;
  for (std::size_t i = 0; i < outputs->size() && status.ok(); ++i) {
    ModelBuffer& output = (*outputs)[i];
    output.dims = results[i].GetTensorDesc().GetShape().GetDims();
    if (output.data != nullptr) {
      continue;
    }
    output.size = results[i].GetSize();
    if (aclrtMalloc(&output.data, output.size + 1, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) {
      return Error("out of device memory for output " + std::to_string(i) + " of " +
                   std::to_string(output.size) + " bytes");
    }
    copies.push_back({output.data, results[i].GetData(), output.size});
  }
  // The results' memory is reused in the order of the stream, so it may go as soon as the copies are on it.
  return status.ok() ? EnqueueCopies(stream, std::move(copies)) : status;
}

class Engine final : public ModelEngine {
 public:
  Status Describe(std::string_view bytes, const std::string& name, ModelInfo* info) const override {
    OfflineFile file;
    Status status = DecodeOffline(bytes, name, &file);
    *info = InfoOf(file);
    return status;
  }

  Status Load(std::string_view bytes, const std::string& name, const ModelMemory& memory,
              std::shared_ptr<LoadedModel>* model) const override {
    if (::ge::GEInitialize({}) != ::ge::SUCCESS) {
      return Error(TakeErrorMessage());
    }
    OfflineFile file;
    Status status = DecodeOffline(bytes, name, &file);
    if (!status.ok()) {
      return status;
    }
    auto loaded = std::make_shared<OfflineModel>();
    status = loaded->Load(std::move(file), name, memory);
    if (status.ok()) {
      *model = std::move(loaded);
    }
    return status;
  }

  Status ReadModelFile(const std::string& path, std::string* bytes) const override {
    return ReadFile(path, bytes);
  }
};

}  // namespace
}  // namespace cann_emulator::engine

namespace cann_emulator {

const ModelEngine* cann_emulator_model_engine() {
  static const engine::Engine* const kEngine = new engine::Engine();
  return kEngine;
}

}  // namespace cann_emulator
