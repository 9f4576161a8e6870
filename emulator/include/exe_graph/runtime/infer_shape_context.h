// SPDX-License-Identifier: Apache-2.0
// What ShapeInferOp::InferShape works on. An input's Tensor is available with data only where the value is
// known.
#pragma once

#include "exe_graph/runtime/extended_kernel_context.h"
#include "exe_graph/runtime/shape.h"
#include "exe_graph/runtime/tensor.h"

namespace gert {

class InferShapeContext : public ExtendedKernelContext {
 public:
  const Shape* GetInputShape(std::size_t index) const { return GetInputPointer<Shape>(index); }
  const Tensor* GetInputTensor(std::size_t index) const { return GetInputPointer<Tensor>(index); }
  const Shape* GetOptionalInputShape(std::size_t ir_index) const {
    return GetDynamicInputPointer<Shape>(ir_index, 0);
  }
  const Tensor* GetOptionalInputTensor(std::size_t ir_index) const {
    return GetDynamicInputPointer<Tensor>(ir_index, 0);
  }
  const Shape* GetRequiredInputShape(std::size_t ir_index) const {
    return GetDynamicInputPointer<Shape>(ir_index, 0);
  }
  const Tensor* GetRequiredInputTensor(std::size_t ir_index) const {
    return GetDynamicInputPointer<Tensor>(ir_index, 0);
  }
  const Shape* GetDynamicInputShape(std::size_t ir_index, std::size_t relative_index) const {
    return GetDynamicInputPointer<Shape>(ir_index, relative_index);
  }
  const Tensor* GetDynamicInputTensor(std::size_t ir_index, std::size_t relative_index) const {
    return GetDynamicInputPointer<Tensor>(ir_index, relative_index);
  }
  Shape* GetOutputShape(std::size_t index) { return GetOutputPointer<Shape>(index); }
};
static_assert(sizeof(InferShapeContext) == 48 && std::is_standard_layout_v<InferShapeContext>,
              "layout of GE's interface");

}  // namespace gert
