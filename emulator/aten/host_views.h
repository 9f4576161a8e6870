// SPDX-License-Identifier: Apache-2.0
// CPU tensors on the memory of NPU tensors: device memory of the emulator is host memory, so a CPU kernel can
// work on it in place.
#pragma once

#include <ATen/core/Tensor.h>

#include <unordered_map>

namespace cann_emulator::aten {

class HostViews {
 public:
  // Results go to `device`.
  explicit HostViews(at::Device device) : device_(device) {}

  // A CPU tensor with the sizes, strides and memory of an NPU tensor. Tensors that share a storage share it
  // in their views too.
  at::Tensor ViewOf(const at::Tensor& npu);

  // What a CPU kernel returned, on the NPU: the NPU tensor itself for a view of it, an NPU view for a new
  // view of shared memory, a copy otherwise.
  at::Tensor Return(const at::Tensor& cpu);

  // Carries over the new size and memory of views that the CPU kernel has resized (out= arguments).
  void CarryResizes();

 private:
  struct Origin {
    at::Tensor npu;
    at::Tensor view;
  };

  at::Device device_;
  std::unordered_map<const c10::StorageImpl*, c10::Storage> views_by_npu_storage_;
  std::unordered_map<const c10::StorageImpl*, at::Tensor> npu_by_view_storage_;  // one tensor of each storage
  std::unordered_map<const c10::TensorImpl*, Origin> origins_;                   // by view
};

bool IsNpu(const at::Tensor& tensor);

}  // namespace cann_emulator::aten
