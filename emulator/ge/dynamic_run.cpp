// SPDX-License-Identifier: Apache-2.0
#include "ge/dynamic_run.h"

#include <algorithm>

#include "acl/runtime.h"
#include "ge/custom_call.h"
#include "ge/data_type.h"
#include "ge/error.h"
#include "ge/sized_by_data.h"
#include "ge/value_capture.h"

namespace cann_emulator::engine {
namespace {

bool SameInfos(const std::vector<InferInput>& inputs, const std::vector<ValueInfo>& infos) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].info.dtype != infos[i].dtype || inputs[i].info.dims != infos[i].dims) {
      return false;
    }
  }
  return true;
}

// Inference may read values that the host knows; those of constants are the same in every run.
bool ReadsChangingValues(const GraphIr& graph, const Node& node, const std::vector<InferInput>& inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].data != nullptr && graph.nodes[node.inputs[i].node].kind != Node::Kind::kConst) {
      return true;
    }
  }
  return false;
}

// Whether dimensions are those that a graph was compiled for.
bool Fits(const std::vector<std::int64_t>& dims, const std::vector<std::int64_t>& declared) {
  if (declared.size() == 1 && declared[0] == ::ge::UNKNOWN_DIM_NUM) {
    return true;
  }
  if (dims.size() != declared.size()) {
    return false;
  }
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (declared[i] >= 0 && dims[i] != declared[i]) {
      return false;
    }
  }
  return true;
}

bool SameInputs(const std::vector<Value>& a, const std::vector<Value>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Value& x, const Value& y) {
    return x.desc.dtype == y.desc.dtype && x.desc.dims == y.desc.dims && x.strides == y.strides;
  });
}

}  // namespace

Status DynamicRun::Run() {
  CountUses();
  for (std::size_t i = 0; i < graph_->ir.nodes.size(); ++i) {
    Status status = RunNode(i);
    if (!status.ok()) {
      return status;
    }
  }
  Status status = Flush();
  return status.ok() ? WriteOutputs() : status;
}

void DynamicRun::CountUses() {
  for (const auto& outputs : graph_->values) {
    live_.emplace_back(outputs.size());
  }
  for (const Node& node : graph_->ir.nodes) {
    for (const ValueRef& input : node.inputs) {
      ++Of(input).uses;
    }
  }
}

Status DynamicRun::BindInput(const Node& node, Live* value) {
  const auto index = static_cast<std::size_t>(node.data_index);
  const ::ge::Tensor& tensor = (*request_.inputs)[index];
  value->info.dtype = tensor.GetDataType();
  value->info.dims.clear();
  for (std::size_t i = 0; i < tensor.GetShapeDimNum(); ++i) {
    value->info.dims.push_back(tensor.GetShapeDim(i));
  }
  value->address = inputs_.Address(index);
  value->host_data = inputs_.HostData(index);
  const auto size = TensorSize(value->info.dtype, value->info.dims);
  const ValueInfo& declared = node.declared[0];
  // A number that is an input of the graph is declared as a scalar and given as one element of rank 1.
  if (declared.Known() && declared.dims.empty() && size == TensorSize(declared.dtype, declared.dims)) {
    value->info.dims.clear();
  }
  if (value->info.dtype != declared.dtype || !size || !Fits(value->info.dims, declared.dims)) {
    return Error(node.Describe() + ": input " + std::to_string(index) + " is " +
                 DataTypeName(value->info.dtype) + " " + DimsText(value->info.dims) + ", the graph expects " +
                 DataTypeName(node.declared[0].dtype) + " " + DimsText(node.declared[0].dims));
  }
  // The caller's tensor keeps the size of the first call (TorchAir updates shape and address only), so the
  // memory itself is asked.
  const auto memory = ChecksEnabled() ? FindAllocation(value->address) : std::nullopt;
  if (memory && static_cast<const std::byte*>(value->address) + *size > memory->base + memory->size) {
    return Error(node.Describe() + ": input " + std::to_string(index) + " is " +
                 DataTypeName(value->info.dtype) + " " + DimsText(value->info.dims) + " and needs " +
                 std::to_string(*size) + " bytes, more than the memory it lies in has");
  }
  return {};
}

Status DynamicRun::RunNode(std::size_t index) {
  const Node& node = graph_->ir.nodes[index];
  Status status;
  switch (node.kind) {
    case Node::Kind::kData:
      return BindInput(node, &live_[index][0]);
    case Node::Kind::kConst:
      live_[index][0].info = node.declared[0];
      live_[index][0].address = static_cast<char*>(const_base_) + graph_->const_offsets[index];
      live_[index][0].host_data = node.value.data.data();
      return {};
    case Node::Kind::kPlaceholder:
      live_[index][0].info = node.declared[0];
      live_[index][0].address = node.address;
      return {};
    case Node::Kind::kNetOutput:
      return {};
    case Node::Kind::kBuiltin:
      status = RunBuiltin(index);
      break;
    case Node::Kind::kCustom:
      status = RunCustom(index);
      break;
  }
  Release(node);
  return status;
}

std::vector<InferInput> DynamicRun::InferInputs(const Node& node) {
  std::vector<InferInput> inputs;
  for (const ValueRef& ref : node.inputs) {
    inputs.push_back({Of(ref).info, Of(ref).host_data});
  }
  return inputs;
}

Status DynamicRun::Infer(std::size_t index, const std::vector<InferInput>& inputs,
                         std::vector<ValueInfo>* outputs, bool* depends_on_value) {
  const Node& node = graph_->ir.nodes[index];
  InferMemo& memo = memo_.infer[index];
  *depends_on_value = false;
  const bool repeatable = !ReadsChangingValues(graph_->ir, node, inputs);
  if (repeatable && memo.valid && SameInfos(inputs, memo.inputs)) {
    *outputs = memo.outputs;
    return {};
  }
  Status status = CheckInputTypes(node, inputs);
  if (status.ok()) {
    status = InferBuiltin(node, inputs, outputs, depends_on_value);
  }
  if (status.ok() && repeatable && !*depends_on_value) {
    memo.inputs.clear();
    for (const InferInput& input : inputs) {
      memo.inputs.push_back(input.info);
    }
    memo.outputs = *outputs;
    memo.valid = true;
  }
  return status;
}

// A block of at most twice the size, so that a large one is not lost to a small value.
std::shared_ptr<DeviceBuffer> DynamicRun::TakeRetired(std::size_t size) {
  const auto at = retired_.lower_bound(size);
  if (at == retired_.end() || at->first / 2 > size) {
    return nullptr;
  }
  auto buffer = std::move(at->second);
  retired_.erase(at);
  return buffer;
}

Status DynamicRun::Allocate(const Node& node, std::size_t output, Live* value) {
  const auto size = TensorSize(value->info.dtype, value->info.dims);
  if (size) {
    value->buffer = TakeRetired(*size);
    if (value->buffer == nullptr) {
      value->buffer = DeviceBuffer::Allocate(request_.allocator, *size);
    }
  }
  if (value->buffer == nullptr) {
    return Error(node.Describe() + ": out of device memory for output " + std::to_string(output) + ", " +
                 DataTypeName(value->info.dtype) + " " + DimsText(value->info.dims));
  }
  value->address = value->buffer->Address();
  return {};
}

Status DynamicRun::RunBuiltin(std::size_t index) {
  const Node& node = graph_->ir.nodes[index];
  const std::vector<InferInput> inputs = InferInputs(node);
  std::vector<ValueInfo> outputs;
  bool depends_on_value = false;
  Status status = Infer(index, inputs, &outputs, &depends_on_value);
  if (!status.ok()) {
    return status;
  }
  if (depends_on_value) {
    return RunSizedByData(index, inputs);
  }
  const std::vector<HostValue> host_values = ComputeOnHost(node, inputs, outputs);
  BuiltinCall call;
  call.node = &node;
  for (const ValueRef& ref : node.inputs) {
    call.inputs.push_back(ToValue(ref));
  }
  const std::vector<ValueView>& views = FindViews(index, inputs, call.inputs);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    Live& value = live_[index][i];
    value.info = outputs[i];
    if (!host_values.empty()) {
      value.host_value = host_values[i];
      value.host_data = value.host_value->data();
    }
    if (!views.empty()) {
      MakeView(Of(node.inputs[views[i].input]), views[i], &value);
      continue;
    }
    status = Allocate(node, i, &value);
    if (!status.ok()) {
      return status;
    }
    call.outputs.push_back(ToValue({index, i}));
  }
  if (views.empty()) {
    pending_.push_back(std::move(call));
  }
  return {};
}

Value DynamicRun::ToValue(const ValueRef& ref) {
  const Live& value = Of(ref);
  return {{value.info.dtype, value.info.dims}, value.address, value.strides};
}

const std::vector<ValueView>& DynamicRun::FindViews(std::size_t index, const std::vector<InferInput>& inputs,
                                                    const std::vector<Value>& values) {
  ViewMemo& memo = memo_.views[index];
  if (!memo.valid || !SameInputs(values, memo.inputs) ||
      ReadsChangingValues(graph_->ir, graph_->ir.nodes[index], inputs)) {
    memo.inputs = values;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      memo.inputs[i].data = const_cast<void*>(inputs[i].data);
    }
    memo.views = memo_.view_rules.Views(index, memo.inputs);
    memo.valid = true;
  }
  return memo.views;
}

void DynamicRun::MakeView(const Live& base, const ValueView& view, Live* value) {
  value->address = static_cast<char*>(base.address) + ByteOffset(base.info.dtype, view.offset);
  value->strides = view.strides;
  value->buffer = base.buffer;
}

// The shapes follow from values that only the device has: the host waits for them.
Status DynamicRun::RunSizedByData(std::size_t index, const std::vector<InferInput>& inputs) {
  const Node& node = graph_->ir.nodes[index];
  Status status = Flush();
  if (!status.ok()) {
    return status;
  }
  SizedByData call(node);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    call.AddInput(ToValue(node.inputs[i]));
  }
  status = call.Run(request_.stream);
  std::vector<MemoryCopy> copies;
  for (std::size_t i = 0; i < live_[index].size() && status.ok(); ++i) {
    Live& value = live_[index][i];
    value.info = call.Info(i);
    status = Allocate(node, i, &value);
    copies.push_back({value.address, call.Data(i), call.Size(i)});
  }
  if (status.ok()) {
    status = EnqueueCopies(request_.stream, std::move(copies), call.Storage());
  }
  for (std::size_t i = 0; i < live_[index].size() && status.ok() && CapturesValues(); ++i) {
    CaptureValue(node, i, live_[index][i].info, call.Data(i));
  }
  return status;
}

Status DynamicRun::RunCustom(std::size_t index) {
  const Node& node = graph_->ir.nodes[index];
  const std::vector<InferInput> inputs = InferInputs(node);
  std::vector<ValueInfo> outputs;
  Status status = CheckInputTypes(node, inputs);
  if (status.ok()) {
    status = InferCustom(node, inputs, &outputs);
  }
  if (status.ok()) {
    status = Flush();
  }
  if (!status.ok()) {
    return status;
  }
  std::vector<ValueInfo> infos;
  for (const InferInput& input : inputs) {
    infos.push_back(input.info);
  }
  CustomCall call(graph_->ir.name, node, infos, outputs);
  for (std::size_t i = 0; i < inputs.size() && status.ok(); ++i) {
    status = call.SetInput(i, infos[i], Of(node.inputs[i]).address,
                           TensorSize(infos[i].dtype, infos[i].dims).value_or(0));
  }
  for (std::size_t i = 0; i < outputs.size() && status.ok(); ++i) {
    status = call.SetOutput(i, outputs[i]);
  }
  if (status.ok()) {
    status = call.Run(request_.stream, request_.allocator);
  }
  for (std::size_t i = 0; i < outputs.size() && status.ok(); ++i) {
    const CustomCall::Output& output = call.GetOutput(i);
    Live& value = live_[index][i];
    value.info = call.OutputInfo(i);
    value.address = call.OutputAddress(i);
    value.buffer =
        output.input == CustomCall::kNoInput ? output.buffer : Of(node.inputs[output.input]).buffer;
    if (!value.info.Known()) {
      return Error(node.Describe() + ": Execute left output " + std::to_string(i) + " with the shape " +
                   DimsText(value.info.dims));
    }
    if (CapturesValues()) {
      EnqueueTask(request_.stream, "capture of " + node.name, [graph = graph_, &node, i, value] {
        CaptureValue(node, i, value.info, value.address);
        return Status{};
      });
    }
  }
  return status;
}

void DynamicRun::Release(const Node& node) {
  for (const ValueRef& ref : node.inputs) {
    Live& value = Of(ref);
    if (--value.uses != 0 || value.buffer == nullptr) {
      continue;
    }
    const std::size_t size = value.buffer->Size();
    if (value.buffer.use_count() == 1) {  // not also that of a view or of an output in place
      retired_.emplace(size, std::move(value.buffer));
    }
    value.buffer.reset();
  }
}

Status DynamicRun::Flush() {
  if (!pending_.empty()) {
    const std::string name = "GE built-in operators from " + pending_.front().node->name;
    Status status = Launched(EnqueueTask(request_.stream, name,
                                         [graph = graph_, calls = std::move(pending_)] {
                                           for (const BuiltinCall& call : calls) {
                                             Status failed = call.Run();
                                             if (!failed.ok()) {
                                               return failed;
                                             }
                                           }
                                           return Status{};
                                         }),
                             name);
    pending_.clear();
    if (!status.ok()) {
      return status;
    }
  }
  retired_.clear();
  return {};
}

}  // namespace cann_emulator::engine
