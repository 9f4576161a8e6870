// SPDX-License-Identifier: Apache-2.0
// Builds the memory of the contexts (gert::...Context) that custom operators work on.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "exe_graph/runtime/compute_node_info.h"
#include "exe_graph/runtime/extended_kernel_context.h"
#include "exe_graph/runtime/kernel_run_context.h"
#include "exe_graph/runtime/tensor.h"
#include "ge/graph_ir.h"

namespace cann_emulator::engine {

// A node's ComputeNodeInfo with its attributes. Refers to the node's name and type: the node must stay in
// place.
class NodeInfo {
 public:
  // `inputs` and `outputs`: what is known at compile time.
  NodeInfo(const Node& node, const std::vector<ValueInfo>& inputs, const std::vector<ValueInfo>& outputs);

  const ::gert::ComputeNodeInfo* Get() const {
    return reinterpret_cast<const ::gert::ComputeNodeInfo*>(memory_.data());
  }

 private:
  std::vector<std::uint64_t> memory_;
};

// One context: values of a number of inputs and outputs.
class ContextMemory {
 public:
  ContextMemory(const NodeInfo& info, const Node& node, std::size_t inputs, std::size_t outputs);
  ContextMemory(const ContextMemory&) = delete;
  ContextMemory& operator=(const ContextMemory&) = delete;

  void SetInput(std::size_t index, void* pointer) { values_[index].data.pointer = pointer; }
  void SetOutput(std::size_t index, void* pointer) { values_[inputs_ + index].data.pointer = pointer; }
  void SetInput(std::size_t index, ::ge::DataType dtype) { SetInPlace(&values_[index], dtype); }
  void SetOutput(std::size_t index, ::ge::DataType dtype) { SetInPlace(&values_[inputs_ + index], dtype); }

  template <typename Context>
  Context* As() {
    return reinterpret_cast<Context*>(memory_.data());
  }

 private:
  static void SetInPlace(::gert::AsyncAnyValue* value, ::ge::DataType dtype);

  std::size_t inputs_;
  std::vector<::gert::AsyncAnyValue> values_;
  ::gert::KernelExtendInfo extend_info_;
  std::vector<std::uint64_t> memory_;
};

// Sets dtype, origin and storage shape of a tensor; its memory stays. Fails above gert::Shape::kMaxDimNum
// dimensions.
bool Describe(const ValueInfo& value, ::gert::Tensor* tensor);

std::vector<std::int64_t> DimsOf(const ::gert::Shape& shape);

}  // namespace cann_emulator::engine
