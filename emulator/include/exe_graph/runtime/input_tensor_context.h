// SPDX-License-Identifier: Apache-2.0
// A node's input tensors, for the contexts that have them. It adds no data: the layout is
// ExtendedKernelContext's.
#pragma once

#include "exe_graph/runtime/extended_kernel_context.h"
#include "exe_graph/runtime/tensor.h"

namespace gert {

class InputTensorContext : public ExtendedKernelContext {
 public:
  // Input by position among the node's inputs; nullptr beyond the last one.
  const Tensor* GetInputTensor(std::size_t index) const {
    return index < GetComputeNodeInputNum() ? GetInputPointer<Tensor>(index) : nullptr;
  }
  // Input by the prototype's port. An absent optional input is nullptr.
  const Tensor* GetRequiredInputTensor(std::size_t ir_index) const {
    return GetDynamicInputPointer<Tensor>(ir_index, 0);
  }
  const Tensor* GetOptionalInputTensor(std::size_t ir_index) const {
    return GetDynamicInputPointer<Tensor>(ir_index, 0);
  }
  const Tensor* GetDynamicInputTensor(std::size_t ir_index, std::size_t relative_index) const {
    return GetDynamicInputPointer<Tensor>(ir_index, relative_index);
  }
};

}  // namespace gert
