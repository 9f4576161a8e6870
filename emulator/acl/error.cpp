// SPDX-License-Identifier: Apache-2.0
#include "acl/error.h"

#include <cinttypes>
#include <cstdio>

#include "acl/acl.h"

namespace cann_emulator {
namespace {

// Set when the thread's state is gone: functions may still be called while the process exits.
thread_local bool t_destroyed = false;

struct ThreadErrors {
  ~ThreadErrors() { t_destroyed = true; }
  std::string message;   // not yet asked for; empty when there is none
  std::string returned;  // what the last aclGetRecentErrMsg() returned
  int code = 0;
};
thread_local ThreadErrors t_errors;

}  // namespace

int ReportError(int code, const std::string& message) {
  if (t_destroyed) return code;
  t_errors.message = message.empty() ? "error " + std::to_string(code) : message;
  t_errors.code = code;
  return code;
}

int ReportStatus(const Status& status) { return status.ok() ? 0 : ReportError(status.code, status.message); }

int ReportNull(const char* function, const char* argument) {
  return ReportError(ACL_ERROR_INVALID_PARAM,
                     std::string(function) + ": argument '" + argument + "' must not be null");
}

int ReportBadHandle(const char* function, const char* kind, const void* handle) {
  return ReportError(ACL_ERROR_INVALID_PARAM, std::string(function) + ": " + Hex(handle) + " is not a live " +
                                                  kind + "; it was never created, or destroyed before");
}

int PeekLastError() { return t_destroyed ? 0 : t_errors.code; }

int TakeLastError() {
  if (t_destroyed) return 0;
  const int code = t_errors.code;
  t_errors.code = 0;
  return code;
}

std::string Hex(const void* address) {
  char text[24];
  std::snprintf(text, sizeof(text), "0x%" PRIxPTR, reinterpret_cast<std::uintptr_t>(address));
  return text;
}

}  // namespace cann_emulator

using namespace cann_emulator;

const char* aclGetRecentErrMsg(void) {
  if (t_destroyed || t_errors.message.empty()) return nullptr;
  t_errors.returned = std::move(t_errors.message);
  t_errors.message.clear();
  return t_errors.returned.c_str();
}

aclError aclrtGetLastError(aclrtLastErrLevel level) {
  if (level != ACL_RT_THREAD_LEVEL) {
    return ReportError(ACL_ERROR_INVALID_PARAM, "aclrtGetLastError: only ACL_RT_THREAD_LEVEL exists");
  }
  return TakeLastError();
}

aclError aclrtPeekAtLastError(aclrtLastErrLevel level) {
  if (level != ACL_RT_THREAD_LEVEL) {
    return ReportError(ACL_ERROR_INVALID_PARAM, "aclrtPeekAtLastError: only ACL_RT_THREAD_LEVEL exists");
  }
  return PeekLastError();
}
