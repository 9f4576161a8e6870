// SPDX-License-Identifier: Apache-2.0
#include "aten/sparse_views.h"

#include <ATen/ATen.h>
#include <ATen/SparseTensorImpl.h>

namespace cann_emulator::aten {
namespace {

at::Tensor Make(const at::Tensor& indices, const at::Tensor& values, const at::Tensor& like) {
  return at::_sparse_coo_tensor_unsafe(indices, values, like.sizes(), values.options().layout(at::kSparse),
                                       like.is_coalesced());
}

}  // namespace

at::Tensor SparseViews::ViewOf(const at::Tensor& npu) {
  at::Tensor view = Make(parts_.ViewOf(npu._indices()), parts_.ViewOf(npu._values()), npu);
  npu_by_view_.emplace(view.unsafeGetTensorImpl(), npu);
  return view;
}

at::Tensor SparseViews::Return(const at::Tensor& cpu) {
  const at::Tensor indices = parts_.Return(cpu._indices()), values = parts_.Return(cpu._values());
  const auto found = npu_by_view_.find(cpu.unsafeGetTensorImpl());
  if (found == npu_by_view_.end()) return Make(indices, values, cpu);
  auto* const npu = static_cast<at::SparseTensorImpl*>(found->second.unsafeGetTensorImpl());
  npu->raw_resize_(cpu.sparse_dim(), cpu.dense_dim(), cpu.sizes());
  npu->set_indices_and_values_unsafe(indices, values);
  npu->set_coalesced(cpu.is_coalesced());
  return found->second;
}

}  // namespace cann_emulator::aten
