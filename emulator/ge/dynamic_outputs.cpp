// SPDX-License-Identifier: Apache-2.0
// The end of a dynamic run: the graph's outputs in the caller's memory, or in memory that the caller gets.
#include "ge/copies.h"
#include "ge/data_type.h"
#include "ge/dynamic_run.h"
#include "ge/error.h"

namespace cann_emulator::engine {

Status DynamicRun::WriteOutputs() {
  const auto& refs = graph_->ir.Output().inputs;
  if (request_.outputs->size() != refs.size()) {
    return Error("the graph has " + std::to_string(refs.size()) + " outputs, " +
                 std::to_string(request_.outputs->size()) + " are given");
  }
  std::vector<MemoryCopy> copies;
  for (std::size_t i = 0; i < refs.size(); ++i) {
    Status status = WriteOutput(i, --Of(refs[i]).uses == 0, &copies);
    if (!status.ok()) {
      return status;
    }
  }
  return EnqueueCopies(request_.stream, std::move(copies));
}

Status DynamicRun::WriteOutput(std::size_t index, bool last_use, std::vector<MemoryCopy>* copies) {
  const ValueRef ref = graph_->ir.Output().inputs[index];
  const Node& node = graph_->ir.nodes[ref.node];
  Live& value = Of(ref);
  ::ge::Tensor& tensor = (*request_.outputs)[index];
  const std::size_t size = TensorSize(value.info.dtype, value.info.dims).value_or(0);
  if (tensor.GetData() != nullptr) {
    if (tensor.GetSize() < size) {
      return Error(node.Describe() + ": output " + std::to_string(ref.output) + " is " +
                   DataTypeName(value.info.dtype) + " " + DimsText(value.info.dims) + " and needs " +
                   std::to_string(size) + " bytes; the memory given for output " + std::to_string(index) +
                   " of the graph is " + DataTypeName(tensor.GetDataType()) + " with " +
                   std::to_string(tensor.GetSize()) + " bytes");
    }
    SetDescription(value.info, &tensor);
    copies->push_back({tensor.GetData(), value.address, size});
    return {};
  }
  if (value.buffer != nullptr && last_use && value.buffer.use_count() == 1) {
    SetResult(value.info, std::move(value.buffer), size, &tensor);
    return {};
  }
  auto buffer = DeviceBuffer::Allocate(request_.allocator, size);
  if (buffer == nullptr) {
    return Error(node.Describe() + ": out of device memory for output " + std::to_string(index) +
                 " of the graph, " + std::to_string(size) + " bytes");
  }
  copies->push_back({buffer->Address(), value.address, size});
  SetResult(value.info, std::move(buffer), size, &tensor);
  return {};
}

}  // namespace cann_emulator::engine
