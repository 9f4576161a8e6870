// SPDX-License-Identifier: Apache-2.0
#include "ascendc/ub_arena.h"

#include <cstring>
#include <new>

namespace cann_emulator::ascendc {

namespace {
constexpr std::align_val_t kPageAlignment{4096};
}

UbArena::UbArena(std::uint32_t size)
    : size_(size), touched_(size), bytes_(static_cast<std::byte*>(::operator new[](size, kPageAlignment))) {}

void UbArena::Free::operator()(std::byte* bytes) const { ::operator delete[](bytes, kPageAlignment); }

void UbArena::Poison() {
  std::memset(bytes_.get(), kPoison, touched_);
  touched_ = 0;
}

}  // namespace cann_emulator::ascendc
