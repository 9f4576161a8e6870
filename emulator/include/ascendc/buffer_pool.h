// SPDX-License-Identifier: Apache-2.0
// A part of UB that is laid out more than once: TPipe::InitBufPool gives it, Reset takes its buffers back.
#pragma once

#include <cstdint>

#include "ascendc/queue.h"
#include "ascendc/runtime.h"

namespace AscendC {

template <TPosition pos, std::uint32_t bufIDSize = 4>
class TBufPool {
  static_assert(
      detail::IsUbPosition(pos),
      "TBufPool: the position must be VECIN, VECOUT or VECCALC; the others belong to the cube, which "
      "is not emulated");

 public:
  // `num` buffers of `len` bytes each for the queue; len is rounded up to 32.
  template <TPosition src, TPosition dst, std::int32_t depth, auto mask>
  bool InitBuffer(TQueBind<src, dst, depth, mask>& que, std::uint8_t num, std::uint32_t len,
                  detail::Site site = detail::Site::Here()) {
    CountBuffers(num, site);
    const std::uint64_t size = detail::RoundUpToBlock(len);
    que.handle_ = detail::InitQueueAt(Take("a queue", num * size, site), {src, dst}, depth, num, len, site);
    return true;
  }
  template <TPosition bufPos>
  bool InitBuffer(TBuf<bufPos>& buf, std::uint32_t len, detail::Site site = detail::Site::Here()) {
    CountBuffers(1, site);
    buf.memory_ = Take("a TBuf", detail::RoundUpToBlock(len), site);
    return true;
  }
  // A pool inside this one.
  template <class Pool>
  bool InitBufPool(Pool& bufPool, std::uint32_t len, detail::Site site = detail::Site::Here()) {
    bufPool.Open(Take("a TBufPool", detail::RoundUpToBlock(len), site));
    return true;
  }
  // A pool on the same bytes as `shareBuf`, for work that comes after shareBuf's.
  template <class Pool, class Shared>
  bool InitBufPool(Pool& bufPool, std::uint32_t len, Shared& shareBuf,
                   detail::Site site = detail::Site::Here()) {
    bufPool.Open(detail::LocalPart("TBufPool::InitBufPool", shareBuf.memory_, 0, len, site));
    return true;
  }
  // Takes back what InitBuffer gave. All pipes have finished with it then.
  void Reset(detail::Site site = detail::Site::Here()) {
    detail::PipeBarrier(PIPE_ALL, site);
    next_ = 0;
    buffers_ = 0;
  }

 private:
  friend class TPipe;
  template <TPosition, std::uint32_t>
  friend class TBufPool;

  void Open(detail::Local memory) {
    memory_ = memory;
    next_ = 0;
    buffers_ = 0;
  }
  detail::Local Take(const char* what, std::uint64_t bytes, detail::Site site) {
    const detail::Local part = detail::LocalPart(what, memory_, next_, bytes, site);
    next_ += bytes;
    return part;
  }
  void CountBuffers(std::uint32_t added, detail::Site site) {
    buffers_ += added;
    detail::CheckField("TBufPool::InitBuffer", "number of buffers (bufIDSize)", buffers_, bufIDSize, site);
  }

  detail::Local memory_;
  std::uint64_t next_ = 0;
  std::uint32_t buffers_ = 0;
};

}  // namespace AscendC
