// SPDX-License-Identifier: Apache-2.0
#include "ascendc/watchdog.h"

#include <pthread.h>
#include <semaphore.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <thread>
#include <utility>

#include "ascendc/running_calls.h"
#include "ascendc/signal_chain.h"

namespace cann_emulator::ascendc {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr Seconds kTick{0.01};

struct sigaction interrupt_before;
sem_t interrupted;  // counts the SIGINTs; posting is all that a handler may do

void OnInterrupt(int signal, siginfo_t* info, void* context) {
  const int error = errno;
  sem_post(&interrupted);
  errno = error;
  CallHandler(interrupt_before, signal, info, context);
}

bool InstallInterruptHandler() {
  sigaction(SIGINT, nullptr, &interrupt_before);
  if (!IsFunction(interrupt_before)) return false;
  struct sigaction handler = interrupt_before;
  handler.sa_sigaction = OnInterrupt;
  handler.sa_flags |= SA_SIGINFO;
  return sigaction(SIGINT, &handler, nullptr) == 0;
}

// Whether one came; without a limit it waits until then.
bool AwaitInterrupt(std::optional<Seconds> limit) {
  if (!limit) return sem_wait(&interrupted) == 0;
  timespec until{};
  clock_gettime(CLOCK_REALTIME, &until);
  constexpr long kNanosecondsPerSecond = 1'000'000'000;
  const long nanoseconds = until.tv_nsec + static_cast<long>(limit->count() * kNanosecondsPerSecond);
  until.tv_sec += nanoseconds / kNanosecondsPerSecond;
  until.tv_nsec = nanoseconds % kNanosecondsPerSecond;
  return sem_timedwait(&interrupted, &until) == 0;
}

void Watch(std::optional<Seconds> timeout) {
  std::map<RunningCall, Clock::time_point> known;
  std::optional<Clock::time_point> interrupt;
  while (true) {
    const bool came = AwaitInterrupt(interrupt || timeout ? std::optional(kTick) : std::nullopt);
    const Clock::time_point now = Clock::now();
    if (came && !interrupt) interrupt = now;
    std::map<RunningCall, Clock::time_point> running;
    bool any_is_older = false;  // than the interrupt
    for (const RunningCall& call : RunningCalls()) {
      const auto before = known.find(call);
      const Clock::time_point since = before == known.end() ? now : before->second;
      running.emplace(call, since);
      const bool is_older = interrupt && since <= *interrupt;
      any_is_older = any_is_older || is_older;
      if (is_older && now - *interrupt > std::chrono::seconds(kSecondsAfterInterrupt)) {
        TryToStop(call, Fault::Kind::kInterrupted);
      } else if (timeout && now - since > *timeout) {
        TryToStop(call, Fault::Kind::kTimeout);
      }
    }
    known = std::move(running);
    if (!any_is_older) interrupt.reset();
  }
}

}  // namespace

std::optional<double> BlockTimeout() {
  static const std::optional<double> timeout = []() -> std::optional<double> {
    const char* text = std::getenv("CANN_EMULATOR_TIMEOUT");
    if (text == nullptr || *text == '\0') return std::nullopt;
    char* end = nullptr;
    const double value = std::strtod(text, &end);
    if (*end == '\0' && value > 0) return value;
    std::fprintf(
        stderr, "cann_emulator: CANN_EMULATOR_TIMEOUT=%s is no number of seconds; blocks may take any time\n",
        text);
    return std::nullopt;
  }();
  return timeout;
}

void StartWatchdog() {
  sem_init(&interrupted, 0, 0);
  std::optional<Seconds> timeout;
  if (const std::optional<double> seconds = BlockTimeout()) timeout = Seconds(*seconds);
  if (!InstallInterruptHandler() && !timeout) return;
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);  // signals of the process are for its other threads
  std::thread(Watch, timeout).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace cann_emulator::ascendc
