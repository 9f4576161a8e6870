// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "ascendc/queue.h"
#include "ascendc/runtime.h"
#include "ascendc/sync.h"

namespace AscendC {

// Lays out UB for queues and buffers and hands out event ids. One per kernel at a time.
class TPipe {
 public:
  explicit TPipe(detail::Site site = detail::Site::Here()) { detail::PipeBegin(site); }
  ~TPipe() { detail::PipeEnd(); }
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
};

}  // namespace AscendC
