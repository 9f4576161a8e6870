// SPDX-License-Identifier: Apache-2.0
// torch_npu's own operators (npu::...), computed by GE's operator of the same meaning instead of aclnn.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

namespace cann_emulator::aten {

// Whether the operator is one of those.
bool HasGeOperator(const c10::OperatorHandle& op);

// Whether it is with these arguments. Otherwise torch_npu's kernel serves it.
bool ServedByGe(const c10::OperatorHandle& op, const torch::jit::Stack& stack);

// Takes the arguments, CPU tensors, from the stack and leaves the results there. An argument that GE's
// operator does not have must be its default.
void ComputeByGeOperator(const c10::OperatorHandle& op, torch::jit::Stack* stack);

}  // namespace cann_emulator::aten
