// SPDX-License-Identifier: Apache-2.0
// What would end the process in a kernel's own C++ (a wild pointer, an integer division by zero, an endless
// recursion, abort) ends the call instead.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

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
    kAbort
  };
  static constexpr std::size_t kMostFrames = 32;

  Kind kind = Kind::kAbort;
  std::uintptr_t address = 0;                        // that kRead, kWrite and kCall name
  std::array<std::uintptr_t, kMostFrames> frames{};  // code addresses, innermost first
  std::size_t depth = 0;                             // of `frames`
};

// Calls `body`, and returns what it ended with if that was no return. Destructors of what is on the stack do
// not run then. Exceptions pass. Faults in the memory allocator end the process as anywhere else: it would
// stay locked.
std::optional<Fault> CallTrapped(const std::function<void()>& body);

// A lock under which memory is touched that a kernel names; a fault there gives it up.
class LockGivenUpByFaults {
 public:
  explicit LockGivenUpByFaults(std::mutex& mutex);
  ~LockGivenUpByFaults();
  LockGivenUpByFaults(const LockGivenUpByFaults&) = delete;
  LockGivenUpByFaults& operator=(const LockGivenUpByFaults&) = delete;

 private:
  std::mutex& mutex_;
};

}  // namespace cann_emulator::ascendc
