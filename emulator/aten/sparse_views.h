// SPDX-License-Identifier: Apache-2.0
// CPU tensors in coordinate format on the indices and values of NPU tensors in that format.
#pragma once

#include <ATen/core/Tensor.h>

#include <unordered_map>

#include "aten/host_views.h"

namespace cann_emulator::aten {

class SparseViews {
 public:
  // `parts` has the views of indices and values, and outlives this.
  explicit SparseViews(HostViews* parts) : parts_(*parts) {}

  at::Tensor ViewOf(const at::Tensor& npu);

  // What a CPU kernel returned, on the NPU. A view that the kernel changed is its NPU tensor, which gets the
  // indices, values and sizes that the view has now.
  at::Tensor Return(const at::Tensor& cpu);

 private:
  HostViews& parts_;
  std::unordered_map<const c10::TensorImpl*, at::Tensor> npu_by_view_;
};

}  // namespace cann_emulator::aten
