// SPDX-License-Identifier: Apache-2.0
// The allocator a caller lends to GE for the memory of dynamic graphs, for outputs that GE makes and for
// static graphs' intermediate values, where the caller gives no memory for these. Blocks are counted; Free
// releases one count.
#pragma once

#include <cstddef>

namespace ge {

class MemBlock;

class __attribute__((visibility("default"))) Allocator {
 public:
  virtual ~Allocator() = default;
  // nullptr when out of memory.
  virtual MemBlock* Malloc(std::size_t size) = 0;
  virtual void Free(MemBlock* block) = 0;
  virtual MemBlock* MallocAdvise(std::size_t size, void* /*address*/) { return Malloc(size); }
};

class __attribute__((visibility("default"))) MemBlock {
 public:
  MemBlock(Allocator& allocator, void* address, std::size_t size)
      : allocator_(allocator), address_(address), size_(size) {}
  virtual ~MemBlock() = default;
  MemBlock(const MemBlock&) = delete;
  MemBlock& operator=(const MemBlock&) = delete;

  void* GetAddr() const { return address_; }
  std::size_t GetSize() const { return size_; }
  std::size_t GetCount() const { return count_; }
  void AddCount() { ++count_; }
  void Free() {
    if (count_ > 0 && --count_ == 0) {
      allocator_.Free(this);
    }
  }

 private:
  Allocator& allocator_;
  void* address_;
  std::size_t count_ = 1;
  std::size_t size_;
};
static_assert(sizeof(MemBlock) == 40, "layout of GE's interface");

}  // namespace ge
