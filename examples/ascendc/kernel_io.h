// SPDX-License-Identifier: Apache-2.0
// How the one-tile programs move whole tensors: into UB, wait, compute, wait, back.
#pragma once

#include "kernel_operator.h"

using Ub = AscendC::LocalMemAllocator<AscendC::Hardware::UB>;

template <typename T>
__aicore__ inline AscendC::GlobalTensor<T> Gm(GM_ADDR address, std::uint32_t count) {
  AscendC::GlobalTensor<T> tensor;
  tensor.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(address), count);
  return tensor;
}

// `count` elements at the next free place of UB, filled from `address`. The caller waits
// (PipeBarrier<PIPE_ALL>).
template <typename T>
__aicore__ inline AscendC::LocalTensor<T> Load(Ub& ub, GM_ADDR address, std::uint32_t count) {
  AscendC::LocalTensor<T> local = ub.Alloc<AscendC::TPosition::VECCALC, T>(count);
  AscendC::DataCopyPad(local, Gm<T>(address, count),
                       AscendC::DataCopyExtParams(1, count * sizeof(T), 0, 0, 0),
                       AscendC::DataCopyPadExtParams<T>(false, 0, 0, T(0)));
  return local;
}

// Waits for the results and writes them to `offset` elements after `address`.
template <typename T>
__aicore__ inline void Store(GM_ADDR address, std::uint32_t offset, const AscendC::LocalTensor<T>& local,
                             std::uint32_t count) {
  AscendC::PipeBarrier<PIPE_ALL>();
  AscendC::DataCopyPad(Gm<T>(address, offset + count)[offset], local,
                       AscendC::DataCopyExtParams(1, count * sizeof(T), 0, 0, 0));
  AscendC::PipeBarrier<PIPE_ALL>();
}
