// SPDX-License-Identifier: Apache-2.0
#include "ascendc/fault_trap.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <exception>

#include "ascendc/running_calls.h"
#include "ascendc/signal_chain.h"
#include "ascendc/source_line.h"
#include "ascendc/watchdog.h"

namespace cann_emulator::ascendc {

namespace {

constexpr std::array<int, 5> kSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr std::size_t kSignalStackSize = std::size_t{64} << 10;

// Of a call of CallTrapped. Nothing is set beforehand but what is read: each block of each launch makes one.
struct Trap {
  sigjmp_buf entry;
  Fault fault;
  sigset_t blocked_signals;
  volatile std::sig_atomic_t examining = 0;
  std::mutex* held = nullptr;
};

// Found without a call of the dynamic loader, which a signal handler must not make.
[[gnu::tls_model("initial-exec")]] thread_local Trap* current_trap = nullptr;
[[gnu::tls_model("initial-exec")]] thread_local std::uintptr_t lowest_stack_address = 0;

std::array<struct sigaction, kSignals.size()> handlers_before;
struct sigaction stop_handler_before;

// Where handlers run on this thread: a stack that overflowed has no room for them.
class SignalStack {
 public:
  SignalStack() {
    void* memory =
        mmap(nullptr, kSignalStackSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return;
    own_.ss_sp = memory;
    own_.ss_size = kSignalStackSize;
    sigaltstack(&own_, &before_);
    NoteStackEnd();
  }
  ~SignalStack() {
    if (own_.ss_sp == nullptr) return;
    sigaltstack(&before_, nullptr);
    munmap(own_.ss_sp, own_.ss_size);
  }
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  static void NoteStackEnd() {
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    void* lowest = nullptr;
    std::size_t size = 0;
    std::size_t guard = 0;
    pthread_attr_getstack(&attributes, &lowest, &size);
    pthread_attr_getguardsize(&attributes, &guard);
    pthread_attr_destroy(&attributes);
    // The guard's pages count as stack or not, depending on the C library.
    lowest_stack_address = reinterpret_cast<std::uintptr_t>(lowest) + guard;
  }

  stack_t own_{};
  stack_t before_{};
};

// ---- in the signal handlers: nothing here allocates or locks

bool IsRaised(const siginfo_t& info) { return info.si_code == SI_TKILL && info.si_pid == getpid(); }

Fault::Kind KindOfAccess(const siginfo_t& info, const mcontext_t& machine) {
  const auto* registers = machine.gregs;
  constexpr greg_t kWritten = 1 << 1;  // of a page fault's error code
  constexpr greg_t kFetched = 1 << 4;
  if (info.si_code == SI_KERNEL) return Fault::Kind::kNoAddress;
  if (static_cast<std::uintptr_t>(registers[REG_RSP]) < lowest_stack_address) {
    return Fault::Kind::kStackOverflow;
  }
  if ((registers[REG_ERR] & kFetched) != 0) return Fault::Kind::kCall;
  return (registers[REG_ERR] & kWritten) != 0 ? Fault::Kind::kWrite : Fault::Kind::kRead;
}

Fault::Kind KindOf(int signal, const siginfo_t& info, const mcontext_t& machine) {
  switch (signal) {
    case SIGFPE:
      return Fault::Kind::kDivision;
    case SIGILL:
      return Fault::Kind::kIllegalInstruction;
    case SIGABRT:
      return Fault::Kind::kAbort;
    default:
      return KindOfAccess(info, machine);
  }
}

struct Walk {
  Fault& fault;
  bool reached = false;  // the interrupted function; the handler's own come before it
};

_Unwind_Reason_Code AddFrame(_Unwind_Context* context, void* argument) {
  auto& [fault, reached] = *static_cast<Walk*>(argument);
  int is_next = 0;  // the instruction at the address has not run yet; otherwise it follows the call
  const std::uintptr_t address = _Unwind_GetIPInfo(context, &is_next);
  if (!reached) {
    reached = address == fault.frames[0];
    return _URC_NO_REASON;
  }
  if (fault.depth == fault.frames.size()) return _URC_END_OF_STACK;
  fault.frames[fault.depth++] = is_next != 0 ? address : address - 1;
  return _URC_NO_REASON;
}

void NoteFrames(Fault& fault, const mcontext_t& machine) {
  fault.frames[0] = static_cast<std::uintptr_t>(machine.gregs[REG_RIP]);
  fault.depth = 1;
  if (fault.kind == Fault::Kind::kCall) {  // there is no code to unwind from, but the caller's address
    fault.frames[1] = *reinterpret_cast<const std::uintptr_t*>(machine.gregs[REG_RSP]) - 1;
    fault.depth = 2;
    return;
  }
  Walk walk{fault};
  _Unwind_Backtrace(AddFrame, &walk);
}

bool IsInAllocator(const Fault& fault) {
  const std::array<void*, 5> functions{
      reinterpret_cast<void*>(&std::malloc), reinterpret_cast<void*>(&std::free),
      reinterpret_cast<void*>(&std::calloc), reinterpret_cast<void*>(&std::realloc),
      reinterpret_cast<void*>(&std::aligned_alloc)};
  return std::any_of(fault.frames.begin(), fault.frames.begin() + fault.depth, [&](std::uintptr_t frame) {
    Dl_info info;
    return dladdr(reinterpret_cast<void*>(frame), &info) != 0 &&
           std::find(functions.begin(), functions.end(), info.dli_saddr) != functions.end();
  });
}

// To whoever handled the signal before; nobody: the process ends as it would have.
void PassOn(int signal, siginfo_t* info, void* context) {
  const auto place = std::find(kSignals.begin(), kSignals.end(), signal) - kSignals.begin();
  const struct sigaction& before = handlers_before[static_cast<std::size_t>(place)];
  if (IsFunction(before)) return CallHandler(before, signal, info, context);
  const bool was_sent = info->si_code <= 0;  // so that it does not come again by itself
  if (before.sa_handler == SIG_IGN && was_sent) return;
  struct sigaction standard{};
  standard.sa_handler = SIG_DFL;
  sigaction(signal, &standard, nullptr);
  if (was_sent) std::raise(signal);
}

void Examine(Trap& trap, Fault::Kind kind, const ucontext_t& machine) {
  trap.examining = 1;
  trap.blocked_signals = machine.uc_sigmask;
  trap.fault.kind = kind;
  NoteFrames(trap.fault, machine.uc_mcontext);
}

void OnSignal(int signal, siginfo_t* info, void* context) {
  Trap* trap = current_trap;
  const bool is_raised = IsRaised(*info);
  const bool was_sent = info->si_code <= 0 && !is_raised;
  if (trap == nullptr || was_sent) return PassOn(signal, info, context);
  // A handler that was installed later hands on the fault so (faulthandler). It happens again when that
  // returns.
  if (is_raised && signal != SIGABRT) return;
  if (trap->examining == 0) {
    const auto& machine = *static_cast<const ucontext_t*>(context);
    trap->fault.address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    Examine(*trap, KindOf(signal, *info, machine.uc_mcontext), machine);
    if (IsInAllocator(trap->fault)) {
      current_trap = nullptr;
      return PassOn(signal, info, context);
    }
  }  // else the stack cannot be walked further
  siglongjmp(trap->entry, 1);
}

// Code of others may hold locks.
void OnStopSignal(int signal, siginfo_t* info, void* context) {
  Trap* trap = current_trap;
  const auto& machine = *static_cast<const ucontext_t*>(context);
  if (trap != nullptr && trap->examining == 0) {
    const std::optional<Fault::Kind> kind = ThreadCalls::Current()->StopRequest();
    if (kind && IsKernelCode(static_cast<std::uintptr_t>(machine.uc_mcontext.gregs[REG_RIP]))) {
      Examine(*trap, *kind, machine);
      siglongjmp(trap->entry, 1);
    }
  }
  if (IsFunction(stop_handler_before)) CallHandler(stop_handler_before, signal, info, context);
}

// ---- end of the signal handlers

bool InstallHandlers() {
  struct sigaction handler{};
  handler.sa_sigaction = OnSignal;
  handler.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;  // faults of its own are for it too
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], nullptr, &handlers_before[i]);
    sigaction(kSignals[i], &handler, nullptr);
  }
  handler.sa_sigaction = OnStopSignal;
  handler.sa_flags |= SA_RESTART;
  sigaction(kStopSignal, nullptr, &stop_handler_before);
  sigaction(kStopSignal, &handler, nullptr);
  StartWatchdog();
  return true;
}

void PrepareThread() {
  [[maybe_unused]] static const bool installed = InstallHandlers();
  [[maybe_unused]] thread_local const SignalStack signal_stack;
  ThreadCalls::Register();
}

class TrapScope {
 public:
  explicit TrapScope(Trap* trap) : calls_(*ThreadCalls::Current()) {
    current_trap = trap;
    calls_.NextTurn();
  }
  ~TrapScope() {
    calls_.NextTurn();
    current_trap = nullptr;
  }

 private:
  ThreadCalls& calls_;
};

// An exception that found no handler, or that was handled where the fault happened. The former says more than
// the abort that it led to.
void EndExceptions(bool rethrow) {
  std::exception_ptr latest;
  while (const std::exception_ptr current = std::current_exception()) {
    if (latest == nullptr) latest = current;
    abi::__cxa_end_catch();
  }
  if (rethrow && latest != nullptr) std::rethrow_exception(latest);
}

}  // namespace

std::optional<Fault> CallTrapped(const std::function<void()>& body) {
  if (ThreadCalls::Current() == nullptr) PrepareThread();
  Trap trap;
  {
    const TrapScope scope(&trap);
    if (sigsetjmp(trap.entry, 0) == 0) {
      body();
      return std::nullopt;
    }
  }
  pthread_sigmask(SIG_SETMASK, &trap.blocked_signals, nullptr);  // handlers of sanitizers block more
  if (trap.held != nullptr) trap.held->unlock();
  EndExceptions(trap.fault.kind == Fault::Kind::kAbort);
  return trap.fault;
}

LockGivenUpByFaults::LockGivenUpByFaults(std::mutex& mutex) : mutex_(mutex) {
  mutex_.lock();
  if (current_trap != nullptr) current_trap->held = &mutex_;
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

LockGivenUpByFaults::~LockGivenUpByFaults() {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (current_trap != nullptr) current_trap->held = nullptr;
  mutex_.unlock();
}

}  // namespace cann_emulator::ascendc
