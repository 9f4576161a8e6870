// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/core/boxing/KernelFunction.h>
#include <ATen/core/dispatch/Dispatcher.h>

namespace cann_emulator::aten {

// The boxed kernel of operators served by the CPU's: waits for the stream, runs the CPU kernel on the NPU
// tensors' memory, and returns NPU tensors. Exceptions of the CPU kernel pass through.
void RunOnHost(const c10::OperatorHandle& op, torch::jit::Stack* stack);

// The same for torch_npu's own operators that GE's operators serve.
void RunGeOperator(const c10::OperatorHandle& op, torch::jit::Stack* stack);

}  // namespace cann_emulator::aten
