// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "acl/acl_base.h"
#include "acl/runtime.h"

namespace cann_emulator {

// Reports a failed Status and returns its code; a successful one is not reported.
int ReportStatus(const Status& status);

// The two complaints that most functions need: a null pointer argument, a handle that is not live.
int ReportNull(const char* function, const char* argument);
int ReportBadHandle(const char* function, const char* kind, const void* handle);

// The code of the calling thread's last reported error; 0 when there is none.
int PeekLastError();
int TakeLastError();

std::string Hex(const void* address);

}  // namespace cann_emulator
