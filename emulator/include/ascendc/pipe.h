// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "ascendc/buffer_pool.h"
#include "ascendc/queue.h"
#include "ascendc/runtime.h"
#include "ascendc/sync.h"

namespace AscendC {

// Lays out UB for queues and buffers and hands out event ids. One per kernel at a time.
class TPipe {
 public:
  explicit TPipe(detail::Site site = detail::Site::Here()) {
    detail::PipeBegin(site);
    Current() = this;
  }
  ~TPipe() {
    detail::PipeEnd();
    Current() = nullptr;
  }
  TPipe(const TPipe&) = delete;
  TPipe& operator=(const TPipe&) = delete;

  void Init(detail::Site site = detail::Site::Here()) { detail::PipeReset(site); }
  void Reset(detail::Site site = detail::Site::Here()) { detail::PipeReset(site); }
  void Destroy() { detail::PipeEnd(); }

  // `num` buffers of `len` bytes each; len is rounded up to 32.
  template <TPosition src, TPosition dst, std::int32_t depth, auto mask>
  bool InitBuffer(TQueBind<src, dst, depth, mask>& que, std::uint8_t num, std::uint32_t len,
                  detail::Site site = detail::Site::Here()) {
    using Queue = TQueBind<src, dst, depth, mask>;
    que.handle_ = detail::InitQueue({src, dst}, depth, num, len, site);
    return true;
  }

  // `len` in bytes, rounded up to 32.
  template <TPosition pos>
  bool InitBuffer(TBuf<pos>& buf, std::uint32_t len, detail::Site site = detail::Site::Here()) {
    buf.memory_ = detail::InitLocalBuffer(len, site);
    return true;
  }

  // A part of UB of `len` bytes; with shareBuf on the same bytes as that pool.
  template <TPosition pos, std::uint32_t ids>
  bool InitBufPool(TBufPool<pos, ids>& bufPool, std::uint32_t len, detail::Site site = detail::Site::Here()) {
    bufPool.Open(detail::InitLocalBuffer(len, site));
    return true;
  }
  template <TPosition pos, std::uint32_t ids, TPosition sharedPos, std::uint32_t sharedIds>
  bool InitBufPool(TBufPool<pos, ids>& bufPool, std::uint32_t len, TBufPool<sharedPos, sharedIds>& shareBuf,
                   detail::Site site = detail::Site::Here()) {
    return shareBuf.InitBufPool(bufPool, len, shareBuf, site);
  }

  template <HardEvent event>
  TEventID AllocEventID(detail::Site site = detail::Site::Here()) {
    return detail::AllocEventId(event, site);
  }
  template <HardEvent event>
  void ReleaseEventID(TEventID id, detail::Site site = detail::Site::Here()) {
    detail::ReleaseEventId(event, id, site);
  }
  // An id that is free now; unlike AllocEventID it stays free.
  TEventID FetchEventID(HardEvent event, detail::Site site = detail::Site::Here()) {
    return detail::FetchEventId(event, site);
  }
  template <HardEvent event>
  TEventID FetchEventID(detail::Site site = detail::Site::Here()) {
    return detail::FetchEventId(event, site);
  }

 private:
  friend TPipe* GetTPipePtr();
  static TPipe*& Current() {
    thread_local TPipe* pipe = nullptr;
    return pipe;
  }
};

// The kernel's TPipe; null where it has none.
inline TPipe* GetTPipePtr() { return TPipe::Current(); }

// What the queues and buffers have left of UB. It stays free: what is laid out later may overlap it.
template <typename T, TPosition pos>
bool PopStackBuffer(LocalTensor<T>& popLocal, detail::Site site = detail::Site::Here()) {
  popLocal = LocalTensor<T>(pos, detail::RestOfUb(site));
  return popLocal.GetSize() > 0;
}

}  // namespace AscendC
