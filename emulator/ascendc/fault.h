// SPDX-License-Identifier: Apache-2.0
// What a kernel's own C++ did where a process would end, or go on for ever.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace cann_emulator::ascendc {

struct Fault {
  enum class Kind : std::uint8_t {
    kRead,
    kWrite,
    kCall,       // of an address without code
    kNoAddress,  // a pointer that no address can be, or that an aligned access cannot use
    kStackOverflow,
    kDivision,
    kIllegalInstruction,
    kAbort,
    kTimeout,  // the last two: TryToStop (running_calls.h)
    kInterrupted
  };
  static constexpr std::size_t kMostFrames = 32;

  Kind kind = Kind::kAbort;
  std::uintptr_t address = 0;                        // that kRead, kWrite and kCall name
  std::array<std::uintptr_t, kMostFrames> frames{};  // code addresses, innermost first
  std::size_t depth = 0;                             // of `frames`
};

}  // namespace cann_emulator::ascendc
