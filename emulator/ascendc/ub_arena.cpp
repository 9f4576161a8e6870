// SPDX-License-Identifier: Apache-2.0
#include "ascendc/ub_arena.h"

#include <sys/mman.h>

#include <cstring>
#include <new>

namespace cann_emulator::ascendc {

namespace {

constexpr std::size_t kPage = 4096;

std::size_t WholePages(std::size_t size) { return (size + kPage - 1) / kPage * kPage; }

}  // namespace

UbArena::UbArena(std::uint32_t size) : size_(size), touched_(size) {
  const std::size_t pages = WholePages(size);
  void* memory =
      mmap(nullptr, pages + 2 * kGuard, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  bytes_ = static_cast<std::byte*>(memory) + kGuard;
  if (mprotect(bytes_, pages, PROT_READ | PROT_WRITE) != 0) {
    munmap(memory, pages + 2 * kGuard);
    throw std::bad_alloc();
  }
}

UbArena::~UbArena() { munmap(bytes_ - kGuard, WholePages(size_) + 2 * kGuard); }

void UbArena::Poison() {
  std::memset(bytes_, kPoison, touched_);
  touched_ = 0;
}

}  // namespace cann_emulator::ascendc
