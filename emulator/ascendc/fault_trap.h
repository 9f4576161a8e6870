// SPDX-License-Identifier: Apache-2.0
// What would end the process in a kernel's own C++ (a wild pointer, an integer division by zero, an endless
// recursion, abort) ends the call instead.
#pragma once

#include <functional>
#include <mutex>
#include <optional>

#include "ascendc/fault.h"

namespace cann_emulator::ascendc {

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
