// SPDX-License-Identifier: Apache-2.0
#include "ge/node_context.h"

#include <cstring>

#include "ge/runtime_attrs_builder.h"

namespace cann_emulator::engine {

using ::gert::AnchorInstanceInfo;
using ::gert::CompileTimeTensorDesc;
using ::gert::ComputeNodeInfo;
using ::gert::KernelRunContext;

namespace {

std::size_t Words(std::size_t bytes) { return (bytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t); }

template <typename T>
T* Mutable(const T* pointer) {
  return const_cast<T*>(pointer);
}

void SetDataType(const ValueInfo& value, const CompileTimeTensorDesc* target) {
  CompileTimeTensorDesc desc;
  desc.SetDataType(value.dtype);
  *Mutable(target) = desc;
}

}  // namespace

NodeInfo::NodeInfo(const Node& node, const std::vector<ValueInfo>& inputs,
                   const std::vector<ValueInfo>& outputs) {
  const std::vector<std::uint64_t> attrs = BuildRuntimeAttrs(node.prototype->prototype, node.instance.attrs);
  const ComputeNodeInfo::Counts counts = {node.instance.input_counts.size(), inputs.size(), outputs.size(),
                                          node.instance.output_counts.size(),
                                          attrs.size() * sizeof(std::uint64_t)};
  memory_.resize(Words(ComputeNodeInfo::TotalSize(counts)));
  auto* info = reinterpret_cast<ComputeNodeInfo*>(memory_.data());
  info->Init(node.type.c_str(), node.name.c_str(), counts);
  std::uint32_t start = 0;
  for (std::size_t i = 0; i < counts.ir_inputs; ++i) {
    const auto count = static_cast<std::uint32_t>(node.instance.input_counts[i]);
    *Mutable(info->GetInputInstanceInfo(i)) = AnchorInstanceInfo(start, count);
    start += count;
  }
  start = 0;
  for (std::size_t i = 0; i < counts.ir_outputs; ++i) {
    const auto count = static_cast<std::uint32_t>(node.instance.output_counts[i]);
    *Mutable(info->GetOutputInstanceInfo(i)) = AnchorInstanceInfo(start, count);
    start += count;
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    SetDataType(inputs[i], info->GetInputTdInfo(i));
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    SetDataType(outputs[i], info->GetOutputTdInfo(i));
  }
  std::memcpy(static_cast<void*>(Mutable(info->GetAttrs())), attrs.data(), counts.attr_size);
}

ContextMemory::ContextMemory(const NodeInfo& info, const Node& node, std::size_t inputs, std::size_t outputs)
    : inputs_(inputs), values_(inputs + outputs), extend_info_() {
  extend_info_.kernel_name = node.name.c_str();
  extend_info_.kernel_type = node.type.c_str();
  memory_.resize(Words(sizeof(KernelRunContext) + (inputs + outputs) * sizeof(void*)));
  auto* context = reinterpret_cast<KernelRunContext*>(memory_.data());
  context->input_size = inputs;
  context->output_size = outputs;
  context->compute_node_info = info.Get();
  context->kernel_extend_info = &extend_info_;
  context->output_start = context->values + inputs;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    context->values[i] = &values_[i];
  }
}

void ContextMemory::SetInPlace(::gert::AsyncAnyValue* value, ::ge::DataType dtype) {
  value->data.pointer = nullptr;
  std::memcpy(value->data.inplace, &dtype, sizeof(dtype));
}

bool Describe(const ValueInfo& value, ::gert::Tensor* tensor) {
  if (value.dims.size() > ::gert::Shape::kMaxDimNum) {
    return false;
  }
  ::gert::Shape shape;
  for (std::int64_t dim : value.dims) {
    shape.AppendDim(dim);
  }
  tensor->MutableOriginShape() = shape;
  tensor->MutableStorageShape() = shape;
  tensor->SetDataType(value.dtype);
  return true;
}

std::vector<std::int64_t> DimsOf(const ::gert::Shape& shape) {
  std::vector<std::int64_t> dims;
  for (std::size_t i = 0; i < shape.GetDimNum(); ++i) {
    dims.push_back(shape.GetDim(i));
  }
  return dims;
}

}  // namespace cann_emulator::engine
