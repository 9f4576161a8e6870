// SPDX-License-Identifier: Apache-2.0
// Blocks of poisoned memory, aligned to 512 bytes (2 MiB from 1 MiB on). Not thread-safe.
//
// A freed block stays mapped and poisoned, so that a use after free reads garbage instead of ending the
// process; its pages go back to the system and its addresses are used again for a block of the same size
// class.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

namespace cann_emulator {

class BlockPool {
 public:
  // A poisoned block of at least `size` bytes; null when the address space is exhausted.
  void* Take(std::size_t size);
  // `size` as it was given to Take.
  void Give(void* block, std::size_t size);
  // Whether the pool ever gave out memory at `address`.
  bool Owns(const void* address) const;

 private:
  void* TakeSmall(std::size_t size_class);
  void* TakeLarge(std::size_t size_class);

  std::map<std::size_t, std::vector<void*>> free_;  // by size class
  std::map<const void*, std::size_t> mapped_;       // address -> size
};

}  // namespace cann_emulator
