// SPDX-License-Identifier: Apache-2.0
#include "ascendc/pool.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace cann_emulator::ascendc {

namespace {

int AvailableCpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return 1;
  return std::max(1, CPU_COUNT(&set));
}

int ThreadCount() {
  const char* text = std::getenv("CANN_EMULATOR_THREADS");
  if (text == nullptr || *text == '\0') return AvailableCpus();
  constexpr long kMostThreads = 1024;
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  if (*end == '\0' && value >= 1 && value <= kMostThreads) return static_cast<int>(value);
  std::fprintf(stderr, "cann_emulator: CANN_EMULATOR_THREADS=%s is no number in 1..%ld; using %d\n", text,
               kMostThreads, AvailableCpus());
  return AvailableCpus();
}

// Waking a thread costs some ten microseconds and, on a small machine, the core of the thread that feeds the
// stream: the caller begins alone, and wakes the others only for more than it can soon finish itself.
constexpr std::chrono::microseconds kAlone{20};
constexpr std::chrono::microseconds kWorthWaking{40};

// Of `count` pieces, when the first `done` took `elapsed`.
bool IsLeftWorthWaking(std::chrono::nanoseconds elapsed, std::int64_t done, std::int64_t count) {
  return done < count && elapsed * (count - done) > kWorthWaking * done;
}

}  // namespace

struct CorePool::Job {
  std::int64_t count;
  const std::function<bool(std::int64_t)>* work;
  std::atomic<std::int64_t> next{0};
  std::atomic<bool> stopped{false};

  std::mutex mutex;
  std::condition_variable done;
  int active = 0;  // threads inside Drain
  std::vector<std::thread> relief;
};

namespace {
thread_local std::shared_ptr<void> current_job;  // a CorePool::Job
}

CorePool& CorePool::Instance() {
  static CorePool pool;
  return pool;
}

CorePool::CorePool() {
  const int helpers = ThreadCount() - 1;  // the stream's own thread is the first core
  threads_.reserve(static_cast<std::size_t>(helpers));
  for (int i = 0; i < helpers; ++i) threads_.emplace_back([this] { Work(); });
}

CorePool::~CorePool() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void CorePool::Drain(const std::shared_ptr<Job>& job, Clock::time_point deadline) {
  current_job = job;
  while (!job->stopped.load(std::memory_order_relaxed) && Clock::now() < deadline) {
    const std::int64_t index = job->next.fetch_add(1, std::memory_order_relaxed);
    if (index >= job->count) break;
    if (!(*job->work)(index)) job->stopped.store(true, std::memory_order_relaxed);
  }
  current_job.reset();
}

void CorePool::Relieve() {
  const auto job = std::static_pointer_cast<Job>(current_job);
  if (job == nullptr || job->next.load(std::memory_order_relaxed) >= job->count) return;
  const std::lock_guard<std::mutex> lock(job->mutex);
  job->relief.emplace_back([job] { Drain(job); });
}

void CorePool::Work() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
    if (stopping_) return;
    const std::shared_ptr<Job> job = jobs_.front();
    {
      std::lock_guard<std::mutex> job_lock(job->mutex);
      ++job->active;
    }
    lock.unlock();
    Drain(job);
    {
      std::lock_guard<std::mutex> job_lock(job->mutex);
      if (--job->active == 0) job->done.notify_all();
    }
    lock.lock();
    if (!jobs_.empty() && jobs_.front() == job) jobs_.pop_front();  // nothing is left to start in it
  }
}

void CorePool::Run(std::int64_t count, const std::function<bool(std::int64_t)>& work) {
  if (count == 1) {
    work(0);
    return;
  }
  auto job = std::make_shared<Job>();
  job->count = count;
  job->work = &work;
  const Clock::time_point start = Clock::now();
  Drain(job, start + kAlone);
  const bool wake = IsLeftWorthWaking(Clock::now() - start, job->next.load(std::memory_order_relaxed), count);
  if (wake) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      jobs_.push_back(job);
    }
    wake_.notify_all();
  }
  Drain(job);
  if (wake) {
    std::lock_guard<std::mutex> lock(mutex_);
    jobs_.erase(std::remove(jobs_.begin(), jobs_.end(), job), jobs_.end());
  }
  // No thread can join the job any more; wait for those that did.
  std::unique_lock<std::mutex> job_lock(job->mutex);
  job->done.wait(job_lock, [&job] { return job->active == 0; });
  // Relief threads may ask for relief themselves.
  while (!job->relief.empty()) {
    std::vector<std::thread> relief;
    relief.swap(job->relief);
    job_lock.unlock();
    for (std::thread& thread : relief) thread.join();
    job_lock.lock();
  }
}

}  // namespace cann_emulator::ascendc
