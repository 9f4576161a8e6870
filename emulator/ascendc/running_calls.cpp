// SPDX-License-Identifier: Apache-2.0
#include "ascendc/running_calls.h"

#include <pthread.h>

#include <algorithm>
#include <mutex>

#include "ascendc/source_line.h"

namespace cann_emulator::ascendc {

namespace {

// Never destroyed: threads may end while the process does.
struct ThreadList {
  std::mutex mutex;
  std::uint64_t threads_so_far = 0;
  std::vector<ThreadCalls*> alive;
};
ThreadList& Threads() {
  static ThreadList& threads = *new ThreadList;
  return threads;
}

// Found without a call of the dynamic loader, which a signal handler must not make.
[[gnu::tls_model("initial-exec")]] thread_local ThreadCalls* current = nullptr;

}  // namespace

ThreadCalls* ThreadCalls::Current() { return current; }

void ThreadCalls::Register() { [[maybe_unused]] thread_local const ThreadCalls calls; }

ThreadCalls::ThreadCalls() : thread_(pthread_self()) {
  ThreadList& threads = Threads();
  const std::lock_guard<std::mutex> lock(threads.mutex);
  number_ = ++threads.threads_so_far;
  threads.alive.push_back(this);
  current = this;
}

ThreadCalls::~ThreadCalls() {
  ThreadList& threads = Threads();
  const std::lock_guard<std::mutex> lock(threads.mutex);
  threads.alive.erase(std::find(threads.alive.begin(), threads.alive.end(), this));
  current = nullptr;
}

std::optional<Fault::Kind> ThreadCalls::StopRequest() const {
  if (!IsInCall() || stopped_turn_.load() != turn_.load()) return std::nullopt;
  return stopped_with_.load();
}

std::vector<RunningCall> RunningCalls() {
  ThreadList& threads = Threads();
  const std::lock_guard<std::mutex> lock(threads.mutex);
  std::vector<RunningCall> calls;
  for (const ThreadCalls* thread : threads.alive) {
    if (thread->IsInCall()) calls.push_back({thread->number_, thread->turn_.load()});
  }
  return calls;
}

void TryToStop(const RunningCall& call, Fault::Kind kind) {
  IsKernelCode(0);  // what it looks up once is looked up here, not in the signal handler
  ThreadList& threads = Threads();
  const std::lock_guard<std::mutex> lock(threads.mutex);
  for (ThreadCalls* thread : threads.alive) {
    if (thread->number_ != call.thread || thread->turn_.load() != call.turn) continue;
    thread->stopped_with_.store(kind);
    thread->stopped_turn_.store(call.turn);
    pthread_kill(thread->thread_, kStopSignal);
  }
}

}  // namespace cann_emulator::ascendc
