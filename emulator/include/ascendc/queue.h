// SPDX-License-Identifier: Apache-2.0
// TQue, TQueBind and TBuf: buffers that TPipe::InitBuffer lays out in UB.
#pragma once

#include <cstdint>

#include "ascendc/local_tensor.h"
#include "ascendc/runtime.h"

namespace AscendC {

class TPipe;
template <TPosition pos, std::uint32_t bufIDSize>
class TBufPool;

// A queue of buffers between a producer and a consumer. depth: how many tensors may lie between EnQue and
// DeQue; 0: one buffer used in place.
template <TPosition src, TPosition dst, std::int32_t depth, auto mask = 0>
class TQueBind {
  static constexpr TPosition kBufferPosition = detail::IsUbPosition(src) ? src : dst;
  static_assert(detail::IsUbPosition(src) || detail::IsUbPosition(dst),
                "TQueBind: one end must be VECIN, VECOUT or VECCALC; L1, L0 and BIAS belong to the cube");
  static_assert(depth >= 0, "TQue: depth must not be negative");

 public:
  template <typename T>
  LocalTensor<T> AllocTensor(detail::Site site = detail::Site::Here()) {
    return LocalTensor<T>(kBufferPosition, detail::QueueAlloc(handle_, site));
  }
  template <typename T>
  void AllocTensor(LocalTensor<T>& tensor, detail::Site site = detail::Site::Here()) {
    tensor = AllocTensor<T>(site);
  }

  template <typename T>
  void FreeTensor(LocalTensor<T>& tensor, detail::Site site = detail::Site::Here()) {
    detail::QueueFree(handle_, tensor.Memory(), site);
  }
  template <typename T>
  void FreeTensor(LocalTensor<T>&& tensor, detail::Site site = detail::Site::Here()) {
    FreeTensor(tensor, site);
  }

  template <typename T>
  bool EnQue(const LocalTensor<T>& tensor, detail::Site site = detail::Site::Here()) {
    detail::QueuePush(handle_, tensor.Memory(), site);
    return true;
  }
  template <TPosition srcUserPos, TPosition dstUserPos, typename T>
  bool EnQue(const LocalTensor<T>& tensor, detail::Site site = detail::Site::Here()) {
    return EnQue(tensor, site);
  }

  template <typename T>
  LocalTensor<T> DeQue(detail::Site site = detail::Site::Here()) {
    return LocalTensor<T>(kBufferPosition, detail::QueuePop(handle_, site));
  }
  template <typename T>
  void DeQue(LocalTensor<T>& tensor, detail::Site site = detail::Site::Here()) {
    tensor = DeQue<T>(site);
  }
  template <TPosition srcUserPos, TPosition dstUserPos, typename T>
  LocalTensor<T> DeQue(detail::Site site = detail::Site::Here()) {
    return DeQue<T>(site);
  }

  bool VacantInQue(detail::Site site = detail::Site::Here()) {
    const detail::QueueState state = detail::GetQueueState(handle_, "VacantInQue", site);
    return state.queued < state.depth;
  }
  bool HasTensorInQue(detail::Site site = detail::Site::Here()) {
    return detail::GetQueueState(handle_, "HasTensorInQue", site).queued > 0;
  }
  std::int32_t GetTensorCountInQue(detail::Site site = detail::Site::Here()) {
    return detail::GetQueueState(handle_, "GetTensorCountInQue", site).queued;
  }
  bool HasIdleBuffer(detail::Site site = detail::Site::Here()) {
    return detail::GetQueueState(handle_, "HasIdleBuffer", site).idle > 0;
  }

 private:
  friend class TPipe;
  template <TPosition, std::uint32_t>
  friend class TBufPool;
  detail::QueueHandle handle_ = detail::kNoQueue;
};

template <TPosition pos, std::int32_t depth, auto mask = 0>
class TQue : public TQueBind<pos == TPosition::VECOUT ? pos : TPosition::GM,
                             pos == TPosition::VECOUT ? TPosition::GM : pos, depth, mask> {
  static_assert(detail::IsUbPosition(pos),
                "TQue: the position must be VECIN, VECOUT or VECCALC; the others belong to the cube, which "
                "is not emulated");
};

// A buffer without a queue, for temporaries.
template <TPosition pos = TPosition::VECCALC>
class TBuf {
  static_assert(detail::IsUbPosition(pos),
                "TBuf: the position must be VECIN, VECOUT or VECCALC; the others belong to the cube, which "
                "is not emulated");

 public:
  template <typename T>
  LocalTensor<T> Get() {
    return LocalTensor<T>(pos, memory_);
  }
  // `len` in elements.
  template <typename T>
  LocalTensor<T> Get(std::uint32_t len, detail::Site site = detail::Site::Here()) {
    return GetWithOffset<T>(len, 0, site);
  }
  // `size` in elements, `bufOffset` in bytes.
  template <typename T>
  LocalTensor<T> GetWithOffset(std::uint32_t size, std::uint32_t bufOffset,
                               detail::Site site = detail::Site::Here()) {
    return LocalTensor<T>(pos,
                          detail::LocalPart("TBuf::Get", memory_, bufOffset, detail::BytesOf<T>(size), site));
  }

 private:
  friend class TPipe;
  template <TPosition, std::uint32_t>
  friend class TBufPool;
  detail::Local memory_;
};

}  // namespace AscendC
