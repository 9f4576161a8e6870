// SPDX-License-Identifier: Apache-2.0
#include "acl/shutdown.h"

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "acl/report_queue.h"
#include "acl/stream.h"

namespace cann_emulator {
namespace {

constexpr int kExitTimeoutMs = 10000;

std::atomic<bool> g_exiting{false};
std::atomic<bool> g_forked{false};

void Drain(int exit_code, void*) {
  if (g_forked) return;
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

bool InForkedChild() { return g_forked; }

void DrainAtExit() {
  static std::once_flag once;
  std::call_once(once, [] {
    on_exit(Drain, nullptr);
    pthread_atfork(nullptr, nullptr, [] { g_forked = true; });
  });
}

}  // namespace cann_emulator
