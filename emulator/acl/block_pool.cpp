// SPDX-License-Identifier: Apache-2.0
#include "acl/block_pool.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "acl/poison.h"
#include "acl/runtime.h"

namespace cann_emulator {
namespace {

constexpr std::size_t kMinBlock = 512;
constexpr std::size_t kLargeBlock = std::size_t{1} << 20;
constexpr std::size_t kSlab = std::size_t{2} << 20;  // small blocks are cut from slabs

// Powers of two for small blocks; eight steps per power of two for large ones, which bounds both the waste of
// address space and the number of classes.
std::size_t SizeClass(std::size_t size) {
  std::size_t power = kMinBlock;
  while (power < size) power *= 2;
  if (power < kLargeBlock) return power;
  const std::size_t step = power / 16;
  return std::max(kLargeBlock, (size + step - 1) / step * step);
}

}  // namespace

void* BlockPool::Take(std::size_t size) {
  const std::size_t size_class = SizeClass(size);
  return size_class < kLargeBlock ? TakeSmall(size_class) : TakeLarge(size_class);
}

void* BlockPool::TakeSmall(std::size_t size_class) {
  std::vector<void*>& blocks = free_[size_class];
  if (blocks.empty()) {
    char* slab = static_cast<char*>(MapPoisoned(kSlab));
    if (slab == nullptr) return nullptr;
    mapped_[slab] = kSlab;
    for (std::size_t offset = kSlab; offset != 0; offset -= size_class) {
      blocks.push_back(slab + offset - size_class);
    }
  }
  void* block = blocks.back();
  blocks.pop_back();
  if (ChecksEnabled()) PoisonBytes(block, size_class);  // it may have been written after it was freed
  return block;
}

void* BlockPool::TakeLarge(std::size_t size_class) {
  std::vector<void*>& blocks = free_[size_class];
  if (!blocks.empty()) {
    void* block = blocks.back();
    blocks.pop_back();
    RepoisonPages(block, size_class);  // it may have been written after it was freed
    return block;
  }
  // Reserve enough to align to kSlab, and return the ends.
  char* start = static_cast<char*>(ReserveAddresses(size_class + kSlab, nullptr));
  if (start == nullptr) return nullptr;
  const std::size_t head = (kSlab - reinterpret_cast<std::uintptr_t>(start) % kSlab) % kSlab;
  char* block = start + head;
  if (head != 0) UnmapPages(start, head);
  UnmapPages(block + size_class, kSlab - head);
  if (!MapPoisonedAt(block, size_class)) {
    UnmapPages(block, size_class);
    return nullptr;
  }
  mapped_[block] = size_class;
  return block;
}

void BlockPool::Give(void* block, std::size_t size) {
  const std::size_t size_class = SizeClass(size);
  if (size_class >= kLargeBlock) {
    RepoisonPages(block, size_class);
  } else if (ChecksEnabled()) {
    PoisonBytes(block, size_class);
  }
  free_[size_class].push_back(block);
}

bool BlockPool::Owns(const void* address) const {
  auto next = mapped_.upper_bound(address);
  if (next == mapped_.begin()) return false;
  const auto& [base, size] = *std::prev(next);
  return static_cast<const char*>(address) < static_cast<const char*>(base) + size;
}

}  // namespace cann_emulator
