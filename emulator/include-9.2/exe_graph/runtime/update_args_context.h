// SPDX-License-Identifier: Apache-2.0
// What ArgsUpdater::UpdateHostArgs works on (CANN 9.2): the tensors of the step that is about to run, and the
// arguments that Execute placed with MallocReadOnlyDevArgs. Documentation names ArgsUpdater, UpdateHostArgs
// and MallocReadOnlyDevArgs; the functions of this class are not documented: that tensors are found as in
// EagerOpExecutionContext is inferred.
#pragma once

#include "exe_graph/runtime/input_tensor_context.h"
#include "exe_graph/runtime/kernel_args.h"

namespace gert {

class UpdateArgsContext : public InputTensorContext {
 public:
  // Output by position among the node's; nullptr beyond the last one.
  const Tensor* GetOutputTensor(std::size_t index) const {
    return index < GetComputeNodeOutputNum() ? GetOutputPointer<Tensor>(index) : nullptr;
  }

  // What call number `index` of Execute's MallocReadOnlyDevArgs placed: the host's copy, which UpdateHostArgs
  // writes and GE copies to the device before the step, or the device's. nullptr beyond the last call.
  const KernelArgs* GetKernelArgs(Placement placement, std::size_t index) const;
};
static_assert(sizeof(UpdateArgsContext) == 48 && std::is_standard_layout_v<UpdateArgsContext>,
              "layout of GE's interface");

}  // namespace gert
