// SPDX-License-Identifier: Apache-2.0
// What CompilableOp::Compile works on. An input's tensor has data (in host memory) only where its value is
// known when the graph is compiled.
#pragma once

#include "exe_graph/runtime/extended_kernel_context.h"
#include "exe_graph/runtime/tensor.h"
#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"

namespace gert {

class OpCompileContext : public ExtendedKernelContext {
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

  // An option of the graph that is compiled. Fails for one that was not given.
  ge::graphStatus GetOption(const ge::AscendString& option_key, ge::AscendString& option) const;
};
static_assert(sizeof(OpCompileContext) == 48 && std::is_standard_layout_v<OpCompileContext>,
              "layout of GE's interface");

}  // namespace gert
