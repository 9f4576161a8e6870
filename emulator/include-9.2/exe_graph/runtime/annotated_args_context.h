// SPDX-License-Identifier: Apache-2.0
// What AnnotatedArgsOp::DeclareLaunchArgs works on (CANN 9.2): says which slots of the arguments that Execute
// placed with MallocReadOnlyDevArgs are addresses. Documentation names AnnotatedArgsOp, DeclareLaunchArgs and
// (in Python) AnnotatedArgsContext; the functions of this class are not documented: they are inferred.
#pragma once

#include "exe_graph/runtime/extended_kernel_context.h"
#include "graph/ge_error_codes.h"

namespace gert {

class AnnotatedArgsContext : public ExtendedKernelContext {
 public:
  // Slot `slot` (8 bytes each, from the start) of what call number `args` of Execute's MallocReadOnlyDevArgs
  // placed is an address in input `input` of the node, in output `output`, or in what call number `workspace`
  // of MallocWorkSpace gave. Every slot that is not declared is a value, the same at each step. Fails where
  // there is no such slot, input, output or workspace, or Execute wrote another address there.
  ge::graphStatus AnnotateInput(std::size_t args, std::size_t slot, std::size_t input);
  ge::graphStatus AnnotateOutput(std::size_t args, std::size_t slot, std::size_t output);
  ge::graphStatus AnnotateWorkspace(std::size_t args, std::size_t slot, std::size_t workspace);
};
static_assert(sizeof(AnnotatedArgsContext) == 48 && std::is_standard_layout_v<AnnotatedArgsContext>,
              "layout of GE's interface");

}  // namespace gert
