// SPDX-License-Identifier: Apache-2.0
#include "aten/host_views.h"

#include <ATen/ATen.h>
#include <c10/core/CPUAllocator.h>

#include <cstring>

#include "aten/ordering.h"

namespace cann_emulator::aten {
namespace {

// Grows into memory of its own when a kernel resizes it.
c10::Storage StorageOn(const at::Tensor& npu) {
  const c10::Storage& storage = npu.storage();
  return c10::Storage(c10::Storage::use_byte_size_t(), storage.nbytes(),
                      c10::DataPtr(storage.mutable_data(), at::kCPU), c10::GetCPUAllocator(),
                      /*resizable=*/true);
}

at::Tensor MakeView(c10::Storage storage, const at::Tensor& like) {
  at::Tensor tensor = at::detail::make_tensor<c10::TensorImpl>(
      std::move(storage), c10::DispatchKeySet(c10::DispatchKey::CPU), like.dtype());
  c10::TensorImpl* impl = tensor.unsafeGetTensorImpl();
  impl->set_sizes_and_strides(like.sizes(), like.strides(), like.storage_offset());
  impl->_set_conj(like.is_conj());
  impl->_set_neg(like.is_neg());
  if (like.unsafeGetTensorImpl()->is_wrapped_number()) impl->set_wrapped_number(true);
  return tensor;
}

// Bytes that have no gaps and no overlaps can be copied as they lie.
void CopyElements(const at::Tensor& from, const at::Tensor& to) {
  if (from.numel() == 0) return;
  if (from.is_non_overlapping_and_dense() && from.strides() == to.strides()) {
    std::memcpy(to.data_ptr(), from.const_data_ptr(), from.nbytes());
  } else {
    to.copy_(from);
  }
}

}  // namespace

bool IsNpu(const at::Tensor& tensor) { return tensor.defined() && tensor.is_privateuseone(); }

at::Tensor HostViews::ViewOf(const at::Tensor& npu) {
  auto [found, inserted] = views_by_npu_storage_.try_emplace(npu.storage().unsafeGetStorageImpl());
  if (inserted) {
    found->second = StorageOn(npu);
    npu_by_view_storage_.emplace(found->second.unsafeGetStorageImpl(), npu);
  }
  at::Tensor view = MakeView(found->second, npu);
  origins_.emplace(view.unsafeGetTensorImpl(), Origin{npu, view});
  return view;
}

at::Tensor HostViews::Return(const at::Tensor& cpu) {
  if (!cpu.defined()) return cpu;
  const auto origin = origins_.find(cpu.unsafeGetTensorImpl());
  if (origin != origins_.end()) return origin->second.npu;
  const auto shared = npu_by_view_storage_.find(cpu.storage().unsafeGetStorageImpl());
  if (shared != npu_by_view_storage_.end() && shared->second.dtype() == cpu.dtype()) {
    return shared->second.as_strided(cpu.sizes(), cpu.strides(), cpu.storage_offset());
  }
  at::Tensor npu = at::empty_strided(cpu.sizes(), cpu.strides(), cpu.options().device(device_));
  // Another thread may have queued readers of this memory before it was freed.
  WaitForStream(device_);
  CopyElements(cpu, ViewOf(npu));
  return npu;
}

void HostViews::CarryResizes() {
  std::vector<Origin> resized;
  for (const auto& [impl, origin] : origins_) {
    if (origin.view.sizes() != origin.npu.sizes()) resized.push_back(origin);
  }
  for (const Origin& origin : resized) {
    origin.npu.resize_(origin.view.sizes());
    const at::Tensor target = MakeView(StorageOn(origin.npu), origin.npu);
    if (target.data_ptr() != origin.view.data_ptr()) CopyElements(origin.view, target);
  }
}

}  // namespace cann_emulator::aten
