// SPDX-License-Identifier: Apache-2.0
// What EagerExecuteOp::Execute works on: the node's inputs, memory for its outputs and workspaces, and the
// stream.
#pragma once

#include "exe_graph/runtime/input_tensor_context.h"
#if __has_include("exe_graph/runtime/kernel_args.h")
#include "exe_graph/runtime/kernel_args.h"
#endif

namespace gert {

using rtStream = void*;

class EagerOpExecutionContext : public InputTensorContext {
 public:
  // The stream to launch on.
  rtStream GetStream() const;

  // Output `index` with memory for the given shape and dtype; planned memory in a static graph. Every output
  // must be made before Execute returns. nullptr: out of memory, a wrong index, or a shape or dtype that the
  // memory planned for this output cannot hold.
  Tensor* MallocOutputTensor(std::size_t index, const StorageShape& shape, const StorageFormat& format,
                             ge::DataType dtype);
  // Makes output `output_index` the memory of input `input_index`.
  Tensor* MakeOutputRefInput(std::size_t output_index, std::size_t input_index) const;
  // Device memory that lives until the stream has done what Execute put on it.
  void* MallocWorkSpace(std::size_t size);
#if __has_include("exe_graph/runtime/kernel_args.h")
  // A copy of `size` bytes of arguments in device memory, with the same life time (CANN 9.2).
  const KernelArgs* MallocReadOnlyDevArgs(void* host_args, std::size_t size) const;
#endif

  const Tensor* GetOutputTensor(std::size_t index) const {
    return index < GetComputeNodeOutputNum() ? GetOutputPointer<Tensor>(index) : nullptr;
  }
};
static_assert(sizeof(EagerOpExecutionContext) == 48 && std::is_standard_layout_v<EagerOpExecutionContext>,
              "layout of GE's interface");

}  // namespace gert
