// SPDX-License-Identifier: Apache-2.0
// The cores: a thread for each CPU in the affinity mask (CANN_EMULATOR_THREADS overrides), shared by all
// streams.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace cann_emulator::ascendc {

class CorePool {
 public:
  static CorePool& Instance();
  ~CorePool();

  // Calls `work(i)` for i in 0..count-1, in ascending order of start, on the pool's threads and the caller's.
  // Returns when all calls have returned. `work` must not throw; where it returns false no further calls
  // start.
  void Run(std::int64_t count, const std::function<bool(std::int64_t)>& work);

  // For a call of `work` that is about to wait for calls that have not started: one more thread starts them.
  static void Relieve();

 private:
  using Clock = std::chrono::steady_clock;
  struct Job;
  CorePool();
  void Work();
  // Starts no call after the deadline.
  static void Drain(const std::shared_ptr<Job>& job, Clock::time_point deadline = Clock::time_point::max());

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::shared_ptr<Job>> jobs_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace cann_emulator::ascendc
