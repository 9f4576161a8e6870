// SPDX-License-Identifier: Apache-2.0
// The kernels that take the place of torch_npu's. Those with state hold the kernel that was there before.
#pragma once

#include <ATen/core/boxing/KernelFunction.h>
#include <ATen/core/dispatch/Dispatcher.h>

#include <utility>

namespace cann_emulator::aten {

// PyTorch's own decomposition or autograd kernel, the one that a backend without kernels of its own gets.
class GenericKernel final : public c10::OperatorKernel {
 public:
  explicit GenericKernel(c10::SafeKernelFunction generic) : generic_(std::move(generic)) {}
  void operator()(const c10::OperatorHandle& op, c10::DispatchKeySet keys, torch::jit::Stack* stack);

 private:
  c10::SafeKernelFunction generic_;
};

// torch_npu's kernel, which queues the operator for the device, where that needs nothing the emulator lacks
// and gives what the CPU gives; the CPU's kernel otherwise.
class QueuedKernel final : public c10::OperatorKernel {
 public:
  explicit QueuedKernel(c10::SafeKernelFunction torch_npu) : torch_npu_(std::move(torch_npu)) {}
  void operator()(const c10::OperatorHandle& op, c10::DispatchKeySet keys, torch::jit::Stack* stack);

 private:
  c10::SafeKernelFunction torch_npu_;
};

// An operator of torch_npu's own: GE's of the same meaning where it serves the arguments, torch_npu's kernel
// otherwise.
class GeKernel final : public c10::OperatorKernel {
 public:
  explicit GeKernel(c10::SafeKernelFunction torch_npu) : torch_npu_(std::move(torch_npu)) {}
  void operator()(const c10::OperatorHandle& op, c10::DispatchKeySet keys, torch::jit::Stack* stack);

 private:
  c10::SafeKernelFunction torch_npu_;
};

// copy_: torch_npu's for a plain copy of bytes, one CPU copy for everything else.
class CopyKernel final : public c10::OperatorKernel {
 public:
  explicit CopyKernel(c10::SafeKernelFunction torch_npu) : torch_npu_(std::move(torch_npu)) {}
  void operator()(const c10::OperatorHandle& op, c10::DispatchKeySet keys, torch::jit::Stack* stack);

 private:
  c10::SafeKernelFunction torch_npu_;
};

}  // namespace cann_emulator::aten
