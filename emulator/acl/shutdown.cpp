// SPDX-License-Identifier: Apache-2.0
#include "acl/shutdown.h"

#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "acl/report_queue.h"
#include "acl/stream.h"

namespace cann_emulator {
namespace {

constexpr int kExitTimeoutMs = 10000;

std::atomic<bool> g_exiting{false};

void Drain(int exit_code, void* owner) {
  // A forked child has the handler but not the threads.
  if (static_cast<int>(reinterpret_cast<std::intptr_t>(owner)) != getpid()) return;
  g_exiting = true;
  AbandonReports();
  const auto streams = Streams().All();
  for (const auto& stream : streams) {
    if (stream.get() != CurrentWorker()) stream->RequestStop();
  }
  const Deadline deadline = DeadlineAfter(kExitTimeoutMs);
  for (const auto& stream : streams) {
    if (stream.get() == CurrentWorker() || stream->AwaitStop(deadline)) continue;
    std::fprintf(stderr,
                 "CANN emulator: %s still runs '%s' %d s after the process began to exit; ending now\n",
                 StreamText(*stream).c_str(), stream->RunningTask().c_str(), kExitTimeoutMs / 1000);
    std::fflush(nullptr);
    _exit(exit_code);
  }
}

}  // namespace

bool ProcessIsExiting() { return g_exiting; }

void DrainAtExit() {
  static std::once_flag once;
  std::call_once(once, [] { on_exit(Drain, reinterpret_cast<void*>(static_cast<std::intptr_t>(getpid()))); });
}

}  // namespace cann_emulator
