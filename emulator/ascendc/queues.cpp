// SPDX-License-Identifier: Apache-2.0
#include "ascendc/queues.h"

#include "ascendc/failure.h"
#include "ascendc/running_block.h"

namespace cann_emulator::ascendc {

namespace {

using AscendC::TPosition;

const char* PositionName(TPosition position) {
  switch (position) {
    case TPosition::VECIN:
      return "VECIN";
    case TPosition::VECOUT:
      return "VECOUT";
    default:
      return "VECCALC";
  }
}

// EnQue is SetFlag<from_to>, DeQue its wait; FreeTensor is SetFlag<to_from>, AllocTensor its wait.
EventPipes PipesOf(QueueRoute route) {
  const bool from_ub = IsUbPosition(route.source);
  const bool to_ub = IsUbPosition(route.destination);
  if (from_ub && to_ub) return {PIPE_MTE2, PIPE_MTE3};
  return from_ub ? EventPipes{PIPE_V, PIPE_MTE3} : EventPipes{PIPE_MTE2, PIPE_V};
}

Watch& TheWatch() { return CurrentBlock().watch(); }
bool IsWatched() { return TheWatch().is_on(); }
bool IsChecked() { return CurrentBlock().checked(); }

}  // namespace

void QueueTable::Begin(Site site) {
  if (open_) {
    Fail("TPipe", site,
         Text("another TPipe (at ", ascendc::At(opened_at_), ") is alive; a kernel has one TPipe at a time"));
  }
  open_ = true;
  opened_at_ = site;
  CurrentBlock().registers().Initialise();
  Reset(site);
}

// A TPipe waits for all pipes before it lays out UB anew.
void QueueTable::Reset(Site site) {
  next_address_ = 0;
  if (IsWatched()) TheWatch().Barrier(PIPE_ALL);
  if (CoreTimeline* timeline = CurrentBlock().timeline()) timeline->Initialise(site);
  if (IsChecked()) CurrentBlock().hazards().ForgetFreed();
}

void QueueTable::End() noexcept { open_ = false; }

void QueueTable::CheckOpen(const char* call, Site site) const {
  if (!open_) Fail(call, site, "there is no TPipe; it was destroyed");
}

Local QueueTable::Reserve(const char* what, std::uint64_t count, std::uint64_t size, Site site) {
  CheckOpen("InitBuffer", site);
  const std::uint64_t each = RoundUpToBlock(size);
  const std::uint64_t ub_size = CurrentBlock().ub().size();
  const std::uint64_t available = ub_size - next_address_;
  if (each > ub_size || count * each > available) {
    Fail("InitBuffer", site,
         Text(what, " needs ", count * each, " bytes of UB (", count, " x ", each, "), but ", available,
              " of ", ub_size, " are left"));
  }
  const Local memory{static_cast<std::uint32_t>(next_address_), static_cast<std::uint32_t>(size)};
  next_address_ += count * each;
  if (CoreTimeline* timeline = CurrentBlock().timeline()) timeline->ReserveUb(next_address_);
  return memory;
}

QueueHandle QueueTable::Init(QueueRoute route, std::int32_t depth, std::uint32_t buffers,
                             std::uint32_t buffer_size, Site site) {
  return InitAt(Reserve("the queue", buffers, buffer_size, site), route, depth, buffers, buffer_size, site);
}

QueueHandle QueueTable::InitAt(Local first, QueueRoute route, std::int32_t depth, std::uint32_t buffers,
                               std::uint32_t buffer_size, Site site) {
  if (buffers == 0 || buffer_size == 0) {
    Fail("InitBuffer", site,
         Text("a queue needs at least one buffer of at least one byte; got ", buffers, " buffers of ",
              buffer_size, " bytes"));
  }
  buffer_count_ += static_cast<int>(buffers);
  if (buffer_count_ > kMaxQueueBuffers) {
    Fail("InitBuffer", site,
         Text("the kernel's queues have ", buffer_count_, " buffers; the limit is ", kMaxQueueBuffers));
  }
  const auto size = static_cast<std::uint32_t>(RoundUpToBlock(buffer_size));
  const TPosition position = IsUbPosition(route.source) ? route.source : route.destination;
  Queue queue{position, PipesOf(route), depth, size, {}, {}, 0};
  for (std::uint32_t i = 0; i < buffers; ++i) {
    queue.buffers.push_back({first.address + i * size, BufferState::kIdle, {}, {}, {}});
  }
  queues_.push_back(std::move(queue));
  return static_cast<QueueHandle>(queues_.size()) - 1;
}

Local QueueTable::Rest(Site site) const {
  if (!open_) Fail("PopStackBuffer", site, "there is no TPipe, which lays out UB");
  const auto begin = static_cast<std::uint32_t>(next_address_);
  return {begin, CurrentBlock().ub().size() - begin};
}

QueueTable::Queue& QueueTable::At(const char* call, QueueHandle handle, Site site) {
  if (handle == kNoQueue) Fail(call, site, "the queue has no buffers; call TPipe::InitBuffer first");
  return queues_[static_cast<std::size_t>(handle)];
}

std::string QueueTable::Describe(const Queue& queue) {
  return Text(PositionName(queue.position), " queue (depth ", queue.depth, ", ", queue.buffers.size(),
              " buffers of ", queue.buffer_size, " bytes)");
}

QueueTable::Buffer& QueueTable::BufferAt(const char* call, Queue& queue, Local buffer, Site site) {
  if (buffer.size > 0) {
    for (Buffer& candidate : queue.buffers) {
      if (candidate.address == buffer.address) return candidate;
    }
  }
  Fail(call, site,
       Text("the tensor at UB 0x", std::hex, buffer.address, std::dec, " is no buffer of this ",
            Describe(queue), "; pass the tensor that AllocTensor or DeQue returned"));
}

void QueueTable::CheckLive(TPosition position, Site site) const {
  int live = 0;
  for (const Queue& queue : queues_) {
    if (queue.position != position) continue;
    for (const Buffer& buffer : queue.buffers) live += buffer.state != BufferState::kIdle;
  }
  if (live >= kMaxLiveBuffers) {
    Fail("AllocTensor", site,
         Text(live, " buffers of ", PositionName(position), " are in use; the limit is ", kMaxLiveBuffers,
              " for each position; call FreeTensor before"));
  }
}

Local QueueTable::Alloc(QueueHandle handle, Site site) {
  Queue& queue = At("AllocTensor", handle, site);
  CheckOpen("AllocTensor", site);
  if (IsChecked()) CheckLive(queue.position, site);
  for (std::size_t i = 0; i < queue.buffers.size(); ++i) {
    const std::size_t at = (queue.next + i) % queue.buffers.size();
    Buffer& buffer = queue.buffers[at];
    if (buffer.state != BufferState::kIdle) continue;
    buffer.state = BufferState::kTaken;
    buffer.site = site;
    queue.next = at + 1;
    if (IsWatched()) TheWatch().Join(queue.pipes.from, buffer.emptied);
    if (IsChecked()) CurrentBlock().hazards().Take({buffer.address, queue.buffer_size});
    return {buffer.address, queue.buffer_size};
  }
  Fail("AllocTensor", site,
       Text("every buffer of the ", Describe(queue),
            " is in use: it would wait forever; call FreeTensor, or give InitBuffer more buffers"));
}

void QueueTable::Free(QueueHandle handle, Local tensor, Site site) {
  Queue& queue = At("FreeTensor", handle, site);
  Buffer& buffer = BufferAt("FreeTensor", queue, tensor, site);
  if (buffer.state == BufferState::kIdle) {
    const std::string freed = ascendc::At(buffer.site);
    Fail("FreeTensor", site,
         Text("the buffer at UB 0x", std::hex, buffer.address, std::dec, " of the ", Describe(queue),
              freed.empty() ? " was never allocated; AllocTensor comes first"
                            : Text(" is free already (freed at ", freed, ")")));
  }
  if (buffer.state == BufferState::kQueued) {
    Fail("FreeTensor", site,
         Text("the buffer at UB 0x", std::hex, buffer.address, std::dec, " of the ", Describe(queue),
              " is still queued (EnQue at ", ascendc::At(buffer.site), "); DeQue it first"));
  }
  buffer.state = BufferState::kIdle;
  buffer.site = site;
  if (IsWatched()) buffer.emptied = TheWatch().Publish(queue.pipes.to);
  if (IsChecked()) CurrentBlock().hazards().Free({buffer.address, queue.buffer_size}, site);
}

void QueueTable::Push(QueueHandle handle, Local tensor, Site site) {
  Queue& queue = At("EnQue", handle, site);
  Buffer& buffer = BufferAt("EnQue", queue, tensor, site);
  if (buffer.state != BufferState::kTaken) {
    Fail("EnQue", site,
         Text("the buffer at UB 0x", std::hex, buffer.address, std::dec, " of the ", Describe(queue),
              buffer.state == BufferState::kQueued ? " is queued already" : " was freed"));
  }
  // A queue of depth 0 is used in place: one tensor at a time.
  const std::size_t limit = queue.depth == 0 ? 1 : static_cast<std::size_t>(queue.depth);
  if (queue.queued.size() >= limit) {
    Fail("EnQue", site,
         Text("the ", Describe(queue), " holds ", queue.queued.size(),
              " tensors already; DeQue one first or raise the depth"));
  }
  buffer.state = BufferState::kQueued;
  buffer.site = site;
  queue.queued.push_back(&buffer);
  if (IsWatched()) buffer.filled = TheWatch().Publish(queue.pipes.from);
}

Local QueueTable::Pop(QueueHandle handle, Site site) {
  Queue& queue = At("DeQue", handle, site);
  if (queue.queued.empty()) {
    Fail("DeQue", site, Text("the ", Describe(queue), " is empty: it would wait forever; EnQue comes first"));
  }
  Buffer& buffer = *queue.queued.front();
  queue.queued.erase(queue.queued.begin());
  buffer.state = BufferState::kTaken;
  buffer.site = site;
  if (IsWatched()) TheWatch().Join(queue.pipes.to, buffer.filled);
  return {buffer.address, queue.buffer_size};
}

QueueState QueueTable::State(QueueHandle handle, const char* call, Site site) {
  const Queue& queue = At(call, handle, site);
  QueueState state{static_cast<std::int32_t>(queue.queued.size()), 0, queue.depth};
  for (const Buffer& buffer : queue.buffers) state.idle += buffer.state == BufferState::kIdle;
  return state;
}

void QueueTable::CheckAtEnd() const {
  for (const Queue& queue : queues_) {
    for (const Buffer& buffer : queue.buffers) {
      if (buffer.state == BufferState::kIdle) continue;
      const bool queued = buffer.state == BufferState::kQueued;
      Fail(queued ? "EnQue" : "AllocTensor", buffer.site,
           Text("the buffer at UB 0x", std::hex, buffer.address, std::dec, " of the ", Describe(queue),
                queued ? " is still queued when the kernel ends; add DeQue and FreeTensor"
                       : " is still in use when the kernel ends; add FreeTensor"));
    }
  }
}

void PipeBegin(Site site) { CurrentBlock().queues().Begin(site); }
void PipeReset(Site site) { CurrentBlock().queues().Reset(site); }
void PipeEnd() noexcept { CurrentBlock().queues().End(); }

QueueHandle InitQueue(QueueRoute route, std::int32_t depth, std::uint32_t buffers, std::uint32_t buffer_size,
                      Site site) {
  return CurrentBlock().queues().Init(route, depth, buffers, buffer_size, site);
}

QueueHandle InitQueueAt(Local memory, QueueRoute route, std::int32_t depth, std::uint32_t buffers,
                        std::uint32_t buffer_size, Site site) {
  return CurrentBlock().queues().InitAt(memory, route, depth, buffers, buffer_size, site);
}

Local RestOfUb(Site site) { return CurrentBlock().queues().Rest(site); }

Local InitLocalBuffer(std::uint32_t size, Site site) {
  Local memory = CurrentBlock().queues().Reserve("the TBuf", 1, size, site);
  memory.size = static_cast<std::uint32_t>(RoundUpToBlock(size));
  return memory;
}

Local QueueAlloc(QueueHandle queue, Site site) { return CurrentBlock().queues().Alloc(queue, site); }
void QueueFree(QueueHandle queue, Local buffer, Site site) {
  CurrentBlock().queues().Free(queue, buffer, site);
}
void QueuePush(QueueHandle queue, Local buffer, Site site) {
  CurrentBlock().queues().Push(queue, buffer, site);
}
Local QueuePop(QueueHandle queue, Site site) { return CurrentBlock().queues().Pop(queue, site); }
QueueState GetQueueState(QueueHandle queue, const char* call, Site site) {
  return CurrentBlock().queues().State(queue, call, site);
}

}  // namespace cann_emulator::ascendc
