// SPDX-License-Identifier: Apache-2.0
// Calls of the functions of custom operators.
#pragma once

#include <exception>
#include <string>

#include "ge/error.h"

namespace cann_emulator::engine {

// Runs a function of the operator that `described` names; its exceptions must not pass GE's C++ frames of
// another library.
template <typename Function>
Status CallOperator(const std::string& described, const char* what, Function function) {
  TakeApplicationErrors();
  try {
    const ::ge::graphStatus status = function();
    if (status == ::ge::GRAPH_SUCCESS) {
      return {};
    }
    return Error(WithOwnMessages(described + ": " + what + " failed with status " + std::to_string(status)));
  } catch (const std::exception& error) {
    return Error(described + ": " + what + " threw an exception: " + error.what());
  }
}

}  // namespace cann_emulator::engine
