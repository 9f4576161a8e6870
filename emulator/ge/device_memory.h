// SPDX-License-Identifier: Apache-2.0
// Device memory of GE. Blocks come from an allocator and are reused in the order of one stream: a block may
// be given back as soon as the work that uses it is on the stream.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "ge/ge_allocator.h"

namespace cann_emulator::engine {

// GE's own allocator for one stream, used where the caller lends none. Thread-safe.
class StreamPool final : public ::ge::Allocator {
 public:
  StreamPool() = default;
  // No work that uses its memory may be left, and no block may be in use.
  ~StreamPool() override;
  StreamPool(const StreamPool&) = delete;
  StreamPool& operator=(const StreamPool&) = delete;

  ::ge::MemBlock* Malloc(std::size_t size) override;
  void Free(::ge::MemBlock* block) override;

 private:
  std::mutex mutex_;
  std::multimap<std::size_t, ::ge::MemBlock*> free_;
  std::vector<std::unique_ptr<::ge::MemBlock>> blocks_;
};

// A block that gives itself back. Keeps the allocator alive.
class DeviceBuffer {
 public:
  // Null when the allocator has no memory left. Room for at least one byte.
  static std::shared_ptr<DeviceBuffer> Allocate(const std::shared_ptr<::ge::Allocator>& allocator,
                                                std::size_t size);
  ~DeviceBuffer();
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;

  void* Address() const { return block_->GetAddr(); }
  std::size_t Size() const { return block_->GetSize(); }

 private:
  DeviceBuffer(std::shared_ptr<::ge::Allocator> allocator, ::ge::MemBlock* block)
      : allocator_(std::move(allocator)), block_(block) {}

  std::shared_ptr<::ge::Allocator> allocator_;
  ::ge::MemBlock* block_;
};

}  // namespace cann_emulator::engine
