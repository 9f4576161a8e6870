// SPDX-License-Identifier: Apache-2.0
// The text behind GEGetErrorMsg().
#pragma once

#include <string>

#include "acl/runtime.h"
#include "graph/ge_error_codes.h"

namespace cann_emulator::engine {

// Keeps `message` for GEGetErrorMsg() and returns ge::FAILED.
::ge::Status Fail(const std::string& message);
// The same for a failed piece of work; ge::SUCCESS for a successful one.
::ge::Status ToGeStatus(const Status& status);

// The calling thread's message, or else the last one of any thread; cleared by reading.
std::string TakeErrorMessage();

// Ends a sentence about a custom operator's failed function with what the operator wrote to CANN's log in
// this thread since the last call.
std::string WithOwnMessages(const std::string& sentence);

// A failure with the code of ACL for an internal GE failure.
Status Error(std::string message);

}  // namespace cann_emulator::engine
