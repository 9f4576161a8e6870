// SPDX-License-Identifier: Apache-2.0
#include "acl/poison.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "acl/runtime.h"

namespace cann_emulator {
namespace {

constexpr int kReadWrite = PROT_READ | PROT_WRITE;
constexpr int kPrivate = MAP_PRIVATE | MAP_NORESERVE;

// Large enough that a device full of memory stays far below the kernel's limit on mappings (65530).
constexpr std::size_t kPoisonFileSize = std::size_t{16} << 20;

// The poisoned file, or -1 when checks are off or the kernel has no memfd_create.
int PoisonFile() {
  static const int file = [] {
    if (!ChecksEnabled()) return -1;
    const int fd = memfd_create("cann_emulator_poison", MFD_CLOEXEC);
    if (fd < 0) return -1;
    void* pages = MAP_FAILED;
    if (ftruncate(fd, kPoisonFileSize) == 0) {
      pages = mmap(nullptr, kPoisonFileSize, kReadWrite, MAP_SHARED, fd, 0);
    }
    if (pages == MAP_FAILED) {
      close(fd);
      return -1;
    }
    PoisonBytes(pages, kPoisonFileSize);
    munmap(pages, kPoisonFileSize);
    return fd;
  }();
  return file;
}

}  // namespace

void PoisonBytes(void* address, std::size_t size) {
  auto* bytes = static_cast<unsigned char*>(address);
  constexpr unsigned char kPattern[2] = {kPoisonWord & 0xFF, kPoisonWord >> 8};
  for (std::size_t i = 0; i < size; ++i) {
    bytes[i] = kPattern[(reinterpret_cast<std::uintptr_t>(address) + i) & 1];
  }
}

bool MapPoisonedAt(void* address, std::size_t size) {
  auto* base = static_cast<char*>(address);
  const int file = PoisonFile();
  if (file < 0) {
    if (mmap(base, size, kReadWrite, kPrivate | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED) return false;
    if (ChecksEnabled()) {
      PoisonBytes(base, size);
    } else {
      madvise(base, size, MADV_HUGEPAGE);
    }
    return true;
  }
  for (std::size_t offset = 0; offset < size; offset += kPoisonFileSize) {
    const std::size_t part = std::min(kPoisonFileSize, size - offset);
    if (mmap(base + offset, part, kReadWrite, kPrivate | MAP_FIXED, file, 0) == MAP_FAILED) return false;
  }
  return true;
}

void* MapPoisoned(std::size_t size) {
  void* address = ReserveAddresses(size, nullptr);
  if (address == nullptr) return nullptr;
  if (MapPoisonedAt(address, size)) return address;
  UnmapPages(address, size);
  return nullptr;
}

void RepoisonPages(void* address, std::size_t size) {
  madvise(address, size, MADV_DONTNEED);
  if (PoisonFile() < 0 && ChecksEnabled()) PoisonBytes(address, size);
}

void* ReserveAddresses(std::size_t size, void* hint) {
  void* address = mmap(hint, size, PROT_NONE, kPrivate | MAP_ANONYMOUS, -1, 0);
  return address == MAP_FAILED ? nullptr : address;
}

bool ReserveAddressesAt(void* address, std::size_t size) {
  return mmap(address, size, PROT_NONE, kPrivate | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
}

void UnmapPages(void* address, std::size_t size) { munmap(address, size); }

}  // namespace cann_emulator
