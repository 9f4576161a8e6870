// SPDX-License-Identifier: Apache-2.0
// Signal handlers that leave to whoever was there before what is none of their business.
#pragma once

#include <csignal>

namespace cann_emulator::ascendc {

inline bool IsFunction(const struct sigaction& action) {
  return action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
}

// Calls the action's function.
inline void CallHandler(const struct sigaction& action, int signal, siginfo_t* info, void* context) {
  if ((action.sa_flags & SA_SIGINFO) != 0) {
    action.sa_sigaction(signal, info, context);
  } else {
    action.sa_handler(signal);
  }
}

}  // namespace cann_emulator::ascendc
