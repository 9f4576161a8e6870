// SPDX-License-Identifier: Apache-2.0
// Mutex: locks that the pipes of one block hand to each other in program order.
#pragma once

#include <array>
#include <cstdint>

#include "ascendc/site.h"
#include "ascendc/watch.h"

namespace cann_emulator::ascendc {

class MutexTable {
 public:
  static constexpr int kCount = 28;

  void Lock(pipe_t pipe, std::uint8_t id, Watch& watch, Site site);
  void Unlock(pipe_t pipe, std::uint8_t id, Watch& watch, Site site);
  // The highest free id: kernels that choose ids themselves count from 0.
  std::uint8_t Alloc(Site site);
  void Release(std::uint8_t id, Site site);
  // Throws where a mutex is still locked.
  void CheckAtEnd() const;

 private:
  struct Mutex {
    bool locked = false;
    bool allocated = false;
    pipe_t pipe = PIPE_S;  // that has or had it
    Site site;             // of the last Lock
    SyncToken token;       // of the last Unlock
  };
  Mutex& At(const char* call, std::uint8_t id, Site site);

  std::array<Mutex, kCount> mutexes_;
};

}  // namespace cann_emulator::ascendc
