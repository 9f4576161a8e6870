// SPDX-License-Identifier: Apache-2.0
// Which threads are in a call of CallTrapped, and how another thread ends such a call.
#pragma once

#include <atomic>
#include <csignal>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "ascendc/fault.h"

namespace cann_emulator::ascendc {

// Reaches the thread of a call that is to end; programs that do not use it ignore it.
constexpr int kStopSignal = SIGURG;

// A call of CallTrapped that has not returned.
struct RunningCall {
  std::uint64_t thread;  // numbers, from 1 on
  std::uint64_t turn;    // of the thread
  bool operator<(const RunningCall& other) const {
    return std::tie(thread, turn) < std::tie(other.thread, other.turn);
  }
};
std::vector<RunningCall> RunningCalls();

// Ends the call with a fault of this kind if its thread is in code of the kernel's own (IsKernelCode) when
// the signal reaches it; nothing happens otherwise, and the caller may try again.
void TryToStop(const RunningCall& call, Fault::Kind kind);

// The calls of one thread, known to RunningCalls from its first one to its end.
class ThreadCalls {
 public:
  // The calling thread's. Current() is for signal handlers too, and null before the first call of Register().
  static ThreadCalls* Current();
  static void Register();

  ThreadCalls();
  ~ThreadCalls();
  ThreadCalls(const ThreadCalls&) = delete;
  ThreadCalls& operator=(const ThreadCalls&) = delete;

  // A call begins or ends.
  void NextTurn() { turn_.store(turn_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }
  // What the present call is to end with, if it is to.
  std::optional<Fault::Kind> StopRequest() const;

 private:
  friend std::vector<RunningCall> RunningCalls();
  friend void TryToStop(const RunningCall& call, Fault::Kind kind);

  bool IsInCall() const { return turn_.load() % 2 == 1; }

  std::uint64_t number_ = 0;
  pthread_t thread_;
  std::atomic<std::uint64_t> turn_{0};
  std::atomic<std::uint64_t> stopped_turn_{0};
  std::atomic<Fault::Kind> stopped_with_{Fault::Kind::kTimeout};
};

}  // namespace cann_emulator::ascendc
