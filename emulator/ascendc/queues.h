// SPDX-License-Identifier: Apache-2.0
// The queues and buffers that TPipe lays out in UB.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ascendc/flags.h"
#include "ascendc/runtime.h"
#include "ascendc/watch.h"

namespace cann_emulator::ascendc {

class QueueTable {
 public:
  void Begin(Site site);
  void Reset(Site site);
  void End() noexcept;

  QueueHandle Init(QueueRoute route, std::int32_t depth, std::uint32_t buffers, std::uint32_t buffer_size,
                   Site site);
  QueueHandle InitAt(Local memory, QueueRoute route, std::int32_t depth, std::uint32_t buffers,
                     std::uint32_t buffer_size, Site site);
  // What Reserve has left.
  Local Rest(Site site) const;
  // The next `size` bytes of UB, rounded up to whole blocks.
  Local Reserve(const char* what, std::uint64_t count, std::uint64_t size, Site site);

  Local Alloc(QueueHandle handle, Site site);
  void Free(QueueHandle handle, Local buffer, Site site);
  void Push(QueueHandle handle, Local buffer, Site site);
  Local Pop(QueueHandle handle, Site site);
  QueueState State(QueueHandle handle, const char* call, Site site);

  // Throws where a buffer was taken and never freed.
  void CheckAtEnd() const;

 private:
  enum class BufferState : std::uint8_t { kIdle, kTaken, kQueued };
  struct Buffer {
    std::uint32_t address;
    BufferState state = BufferState::kIdle;
    Site site;          // of the last change
    SyncToken filled;   // by EnQue, for DeQue
    SyncToken emptied;  // by FreeTensor, for AllocTensor
  };
  struct Queue {
    AscendC::TPosition position;
    EventPipes pipes;  // that fill and empty its buffers
    std::int32_t depth;
    std::uint32_t buffer_size;
    std::vector<Buffer> buffers;
    std::vector<Buffer*> queued;  // oldest first
    std::size_t next = 0;         // where AllocTensor starts to look, so that buffers take turns
  };

  // Throws where no TPipe is alive.
  void CheckOpen(const char* call, Site site) const;
  Queue& At(const char* call, QueueHandle handle, Site site);
  // Throws where no further buffer of the position may be taken.
  void CheckLive(AscendC::TPosition position, Site site) const;
  static Buffer& BufferAt(const char* call, Queue& queue, Local buffer, Site site);
  static std::string Describe(const Queue& queue);

  std::vector<Queue> queues_;
  std::uint64_t next_address_ = 0;
  int buffer_count_ = 0;
  bool open_ = false;
  Site opened_at_;
};

}  // namespace cann_emulator::ascendc
