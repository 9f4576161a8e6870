// SPDX-License-Identifier: Apache-2.0
// Which of torch_npu's aten kernels the emulator replaces, and by what.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>

namespace cann_emulator::aten {

enum class Treatment {
  kKeep,      // torch_npu's kernel: memory, views, its own operators
  kHost,      // the CPU's kernel on the same memory
  kGeneric,   // PyTorch's decomposition
  kQueued,    // torch_npu's kernel where it can run, through its task queue
  kCopy,      // copy_
  kOwn,       // the emulator's own: recurrent cells, matmul_backward
  kHostOnly,  // as kHost, though torch_npu has no kernel
};

Treatment TreatmentOf(const c10::OperatorHandle& op);

// Whether the CPU's kernel serves NPU tensors in coordinate format.
bool ServedSparseByHost(const c10::OperatorHandle& op);

}  // namespace cann_emulator::aten
