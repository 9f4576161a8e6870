// SPDX-License-Identifier: Apache-2.0
// Calls of the functions of custom operators.
#pragma once

#include <exception>
#include <string>

#include "ge/error.h"

namespace cann_emulator::engine {

// Runs a function of the operator that `described` names; its exceptions must not pass GE's C++ frames of
// another library. `refused`, read after the call: what GE refused meanwhile, which says more than the
// operator does.
template <typename Function>
Status CallOperator(const std::string& described, const char* what, Function function,
                    const std::string& refused = {}) {
  TakeApplicationErrors();
  try {
    const ::ge::graphStatus status = function();
    if (status == ::ge::GRAPH_SUCCESS) {
      return {};
    }
    const std::string sentence = described + ": " + what + " failed with status " + std::to_string(status);
    return Error(refused.empty() ? WithOwnMessages(sentence) : sentence + ": " + refused);
  } catch (const std::exception& error) {
    return Error(described + ": " + what + " threw an exception: " + error.what());
  }
}

}  // namespace cann_emulator::engine
