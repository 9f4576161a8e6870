// SPDX-License-Identifier: Apache-2.0
#include "ge/device_memory.h"

#include <algorithm>

#include "acl/acl.h"
#include "ge/compiled_graph.h"

namespace cann_emulator::engine {

StreamPool::~StreamPool() {
  for (const auto& block : blocks_) {
    aclrtFree(block->GetAddr());  // fails when the process has already shut ACL down, which frees everything
  }
}

::ge::MemBlock* StreamPool::Malloc(std::size_t size) {
  const std::size_t rounded = AlignMemory(std::max<std::size_t>(size, 1));
  const std::lock_guard<std::mutex> lock(mutex_);
  // A block of up to twice the size is taken, so that small requests do not use up large blocks.
  const auto found = free_.lower_bound(rounded);
  if (found != free_.end() && found->first <= 2 * rounded) {
    ::ge::MemBlock* block = found->second;
    free_.erase(found);
    block->AddCount();
    return block;
  }
  void* address = nullptr;
  if (aclrtMalloc(&address, rounded, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) {
    return nullptr;
  }
  blocks_.push_back(std::make_unique<::ge::MemBlock>(*this, address, rounded));
  return blocks_.back().get();
}

void StreamPool::Free(::ge::MemBlock* block) {
  const std::lock_guard<std::mutex> lock(mutex_);
  free_.emplace(block->GetSize(), block);
}

std::shared_ptr<DeviceBuffer> DeviceBuffer::Allocate(const std::shared_ptr<::ge::Allocator>& allocator,
                                                     std::size_t size) {
  ::ge::MemBlock* block = allocator->Malloc(std::max<std::size_t>(size, 1));
  if (block == nullptr) {
    return nullptr;
  }
  return std::shared_ptr<DeviceBuffer>(new DeviceBuffer(allocator, block));
}

DeviceBuffer::~DeviceBuffer() { block_->Free(); }

}  // namespace cann_emulator::engine
