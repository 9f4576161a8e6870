// SPDX-License-Identifier: Apache-2.0
#include "ge/custom_call.h"

#include <cstring>

#include "acl/runtime.h"
#include "ge/compiled_graph.h"
#include "ge/counters.h"
#include "ge/data_type.h"
#include "ge/error.h"
#include "ge/launch_difference.h"
#include "ge/operator_function.h"

namespace cann_emulator::engine {
namespace {

// Additional values of the context, behind those of the node.
constexpr std::size_t kExtraInputs = 2;   // GE's allocator (here: the call itself), the stream
constexpr std::size_t kExtraOutputs = 2;  // workspaces, arguments; kept by the call itself

bool SameShape(const ValueInfo& inferred, const std::vector<std::int64_t>& dims) {
  if (!inferred.ShapeKnown()) {
    return true;  // sized by the operator itself
  }
  return inferred.dims == dims;
}

}  // namespace

CustomCall::CustomCall(const std::string& graph, const Node& node, const std::vector<ValueInfo>& inputs,
                       const std::vector<ValueInfo>& outputs)
    : node_(node),
      executing_(std::make_shared<ExecutingNode>(ExecutingNode{graph, node.name, node.Describe()})),
      info_(node, inputs, outputs),
      context_(info_, node, inputs.size() + kExtraInputs, outputs.size() + kExtraOutputs),
      input_tensors_(inputs.size()),
      output_tensors_(outputs.size()),
      inferred_(outputs),
      outputs_(outputs.size()) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    context_.SetInput(i, &input_tensors_[i]);
  }
  context_.SetInput(inputs.size(), this);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    context_.SetOutput(i, &output_tensors_[i]);
  }
}

Status CustomCall::SetInput(std::size_t index, const ValueInfo& info, void* address, std::size_t size) {
  ::gert::Tensor& tensor = input_tensors_[index];
  if (!Describe(info, &tensor)) {
    return Error(node_.Describe() + ": input " + std::to_string(index) + " has more than 25 dimensions");
  }
  tensor.SetPlacement(::gert::kOnDeviceHbm);
  tensor.SetSize(size);
  SetInputAddress(index, address);
  return {};
}

void CustomCall::SetInputAddress(std::size_t index, void* address) {
  input_tensors_[index].MutableTensorData().SetAddr(address, nullptr);
}

Status CustomCall::SetOutput(std::size_t index, const ValueInfo& info) {
  inferred_[index] = info;
  if (!Describe(info, &output_tensors_[index])) {
    return Error(node_.Describe() + ": output " + std::to_string(index) + " has more than 25 dimensions");
  }
  return {};
}

void CustomCall::SetOutputMemory(std::size_t index, void* address, std::size_t size) {
  outputs_[index].address = address;
  outputs_[index].size = size;
}

ValueInfo CustomCall::OutputInfo(std::size_t index) const {
  const ::gert::Tensor& tensor = output_tensors_[index];
  return {tensor.GetDataType(), DimsOf(tensor.GetOriginShape())};
}

void CustomCall::Release() {
  for (Output& output : outputs_) {
    output.buffer.reset();
  }
  workspaces_.clear();
  args_.clear();
}

Status CustomCall::Run(void* stream, const std::shared_ptr<::ge::Allocator>& allocator) {
  Release();
  return CallExecute(stream, allocator);
}

Status CustomCall::Repeat(void* stream, const std::shared_ptr<::ge::Allocator>& allocator) {
  repeats_ = true;
  repeated_workspaces_ = repeated_args_ = 0;
  const Status status = CallExecute(stream, allocator);
  repeats_ = false;
  return status;
}

Status CustomCall::CallExecute(void* stream, const std::shared_ptr<::ge::Allocator>& allocator) {
  stream_ = stream;
  allocator_ = allocator;
  error_.clear();
  context_.SetInput(input_tensors_.size() + 1, stream);
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    outputs_[i].made = false;
    outputs_[i].input = kNoInput;
    output_tensors_[i].MutableTensorData().SetAddr(nullptr, nullptr);
  }
  ++GraphCounters().executes;
  SetExecutingNode(executing_);
  auto* context = context_.As<::gert::EagerOpExecutionContext>();
  const Status status = CallOperator(
      node_.Describe(), "Execute", [&] { return node_.custom->execute->Execute(context); }, error_);
  SetExecutingNode(nullptr);
  allocator_.reset();
  return status.ok() ? CheckMade() : status;
}

Status CustomCall::CallForArgs(const char* function, const std::function<::ge::graphStatus()>& call) {
  error_.clear();
  const Status status = CallOperator(node_.Describe(), function, call, error_);
  return status.ok() && !error_.empty() ? Error(node_.Describe() + ": " + function + ": " + error_) : status;
}

std::vector<ArgsMemory> CustomCall::Memory() const {
  std::vector<ArgsMemory> memory;
  for (std::size_t i = 0; i < input_tensors_.size(); ++i) {
    memory.push_back({ArgsMemory::Kind::kInput, i, input_tensors_[i].GetAddr(), input_tensors_[i].GetSize()});
  }
  for (std::size_t i = 0; i < output_tensors_.size(); ++i) {
    memory.push_back({ArgsMemory::Kind::kOutput, i, output_tensors_[i].GetAddr(), outputs_[i].size});
  }
  for (std::size_t i = 0; i < workspaces_.size(); ++i) {
    memory.push_back({ArgsMemory::Kind::kWorkspace, i, workspaces_[i]->Address(), workspaces_[i]->Size()});
  }
  return memory;
}

Status CustomCall::DeclareArgs() {
  std::vector<std::string> bytes;
  for (const Args& args : args_) {
    bytes.push_back(args.host);
  }
  declared_.Reset(std::move(bytes), Memory());
  auto* context = context_.As<::gert::AnnotatedArgsContext>();
  return CallForArgs("DeclareLaunchArgs", [&] {
    const ::ge::graphStatus status = node_.custom->declare_args->DeclareLaunchArgs(context);
    if (status == ::ge::GRAPH_SUCCESS && error_.empty()) {
      error_ = declared_.FindUndeclared();
    }
    return status;
  });
}

Status CustomCall::UpdateArgs() {
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const std::size_t input = outputs_[i].input;
    void* const address = input == kNoInput ? outputs_[i].address : input_tensors_[input].GetAddr();
    output_tensors_[i].MutableTensorData().SetAddr(address, nullptr);
  }
  ++GraphCounters().args_updates;
  if (node_.custom->declare_args != nullptr) {
    const std::vector<ArgsMemory> memory = Memory();
    for (std::size_t i = 0; i < args_.size(); ++i) {
      declared_.Write(i, memory, &args_[i].host);
    }
    return {};
  }
  auto* context = context_.As<::gert::UpdateArgsContext>();
  return CallForArgs("UpdateHostArgs", [&] { return node_.custom->update_args->UpdateHostArgs(context); });
}

Status CustomCall::CheckMade() const {
  if (!error_.empty()) {
    return Error(node_.Describe() + ": " + error_);
  }
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    if (!outputs_[i].made) {
      return Error(node_.Describe() + ": Execute returned without making output " + std::to_string(i) +
                   "; call MallocOutputTensor (or MakeOutputRefInput) for every output");
    }
  }
  return {};
}

::gert::Tensor* CustomCall::Refuse(std::size_t index, const std::string& reason) {
  error_ = "MallocOutputTensor of output " + std::to_string(index) + ": " + reason;
  return nullptr;
}

::gert::Tensor* CustomCall::MallocOutput(std::size_t index, const ::gert::StorageShape& shape,
                                         const ::gert::StorageFormat& format, ::ge::DataType dtype) {
  if (index >= outputs_.size()) {
    return Refuse(index, "the node has " + std::to_string(outputs_.size()) + " outputs");
  }
  const std::vector<std::int64_t> dims = DimsOf(shape.GetOriginShape());
  const auto size = TensorSize(dtype, DimsOf(shape.GetStorageShape()));
  if (!size) {
    return Refuse(index, "no memory can be sized for " + DataTypeName(dtype) + " " + DimsText(dims));
  }
  Output& output = outputs_[index];
  const ValueInfo& inferred = inferred_[index];
  const bool same_dtype = inferred.dtype == ::ge::DT_UNDEFINED || inferred.dtype == dtype;
  if (!same_dtype || !SameShape(inferred, dims) || (output.address != nullptr && output.size < *size)) {
    return Refuse(index,
                  "Execute asks for " + DataTypeName(dtype) + " " + DimsText(dims) + " (" +
                      std::to_string(*size) + " bytes), InferShape and InferDataType gave " +
                      DataTypeName(inferred.dtype) + " " + DimsText(inferred.dims) +
                      (output.address == nullptr ? "" : " (" + std::to_string(output.size) + " bytes)"));
  }
  ::gert::Tensor& tensor = output_tensors_[index];
  void* address = output.address;
  if (address == nullptr) {
    output.buffer = DeviceBuffer::Allocate(allocator_, AlignMemory(*size));
    if (output.buffer == nullptr) {
      return Refuse(index, "out of device memory for " + std::to_string(*size) + " bytes");
    }
    address = output.buffer->Address();
  }
  tensor.GetShape() = shape;
  tensor.MutableFormat() = format;
  tensor.SetDataType(dtype);
  tensor.MutableTensorData().SetAddr(address, nullptr);
  tensor.SetSize(AlignMemory(*size));
  tensor.SetPlacement(::gert::kOnDeviceHbm);
  output.made = true;
  output.input = kNoInput;
  return &tensor;
}

::gert::Tensor* CustomCall::RefOutput(std::size_t index, std::size_t input) {
  if (index >= outputs_.size() || input >= input_tensors_.size()) {
    error_ = "MakeOutputRefInput(" + std::to_string(index) + ", " + std::to_string(input) +
             "): the node has " + std::to_string(outputs_.size()) + " outputs and " +
             std::to_string(input_tensors_.size()) + " inputs";
    return nullptr;
  }
  const ::gert::Tensor& source = input_tensors_[input];
  ::gert::Tensor& tensor = output_tensors_[index];
  tensor.GetShape() = source.GetShape();
  tensor.MutableFormat() = source.GetFormat();
  tensor.SetDataType(source.GetDataType());
  tensor.MutableTensorData().SetAddr(source.GetAddr(), nullptr);
  tensor.SetSize(source.GetSize());
  tensor.SetPlacement(source.GetPlacement());
  outputs_[index].made = true;
  outputs_[index].input = input;
  return &tensor;
}

void* CustomCall::RepeatedWorkspace(std::size_t size) {
  const std::size_t index = repeated_workspaces_++;
  if (index >= workspaces_.size() || workspaces_[index]->Size() < size) {
    error_ = "it asks for another workspace, of " + std::to_string(size) + " bytes";
    return nullptr;
  }
  return workspaces_[index]->Address();
}

const ::gert::KernelArgs* CustomCall::RepeatedArgs(const std::string& bytes) {
  const std::size_t index = repeated_args_++;
  if (index >= args_.size()) {
    error_ = "it places other arguments";
    return nullptr;
  }
  const std::string difference =
      FindByteDifference("arguments " + std::to_string(index), args_[index].host, bytes);
  if (!difference.empty()) {
    error_ = difference;
    return nullptr;
  }
  CopyArgs(args_[index].device_args.GetArgsData(), bytes);
  return &args_[index].device_args;
}

// Puts the copy of arguments on the stream.
void CustomCall::CopyArgs(void* address, const std::string& bytes) {
  if (!keeps_args_) {
    EnqueueTask(stream_, "arguments of " + node_.name, [address, bytes] {
      std::memcpy(address, bytes.data(), bytes.size());
      return Status{};
    });
  }
}

std::shared_ptr<DeviceBuffer> CustomCall::Allocate(const char* function, std::size_t size) {
  auto buffer = DeviceBuffer::Allocate(allocator_, size);
  if (buffer == nullptr) {
    error_ = std::string(function) + ": out of device memory for " + std::to_string(size) + " bytes";
  }
  return buffer;
}

void* CustomCall::MallocWorkspace(std::size_t size) {
  if (repeats_) {
    return RepeatedWorkspace(size);
  }
  auto buffer = Allocate("MallocWorkSpace", size);
  return buffer == nullptr ? nullptr : workspaces_.emplace_back(std::move(buffer))->Address();
}

const ::gert::KernelArgs* CustomCall::MallocArgs(const void* host_args, std::size_t size) {
  if (host_args == nullptr) {
    error_ = "MallocReadOnlyDevArgs: the arguments are null";
    return nullptr;
  }
  if (repeats_) {
    return RepeatedArgs({static_cast<const char*>(host_args), size});
  }
  auto buffer = Allocate("MallocReadOnlyDevArgs", size);
  if (buffer == nullptr) {
    return nullptr;
  }
  Args& args = args_.emplace_back();
  args.host.assign(static_cast<const char*>(host_args), size);
  args.device = std::move(buffer);
  args.host_args = {args.host.data(), size, ::gert::kOnHost};
  args.device_args = {args.device->Address(), size, ::gert::kOnDeviceHbm};
  CopyArgs(args.device->Address(), args.host);
  return &args.device_args;
}

const ::gert::KernelArgs* CustomCall::FindArgs(::gert::Placement placement, std::size_t index) {
  if (index >= args_.size()) {
    error_ = "GetKernelArgs asks for arguments " + std::to_string(index) + "; Execute placed " +
             std::to_string(args_.size()) + " with MallocReadOnlyDevArgs";
    return nullptr;
  }
  const bool on_host = placement == ::gert::Placement::kPlacementHost;
  return on_host ? &args_[index].host_args : &args_[index].device_args;
}

::ge::graphStatus CustomCall::DeclareSlot(std::size_t args, std::size_t slot, ArgsMemory::Kind kind,
                                          std::size_t index) {
  const std::string problem = declared_.Declare(args, slot, kind, index);
  if (error_.empty()) {  // the first says most
    error_ = problem;
  }
  return problem.empty() ? ::ge::GRAPH_SUCCESS : ::ge::GRAPH_FAILED;
}

}  // namespace cann_emulator::engine
