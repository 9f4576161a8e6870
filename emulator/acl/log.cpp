// SPDX-License-Identifier: Apache-2.0
#include <cstdarg>
#include <cstdio>
#include <string>
#include <utility>

#include "acl/acl_base.h"
#include "acl/runtime.h"
#include "acl/settings.h"

namespace {

constexpr std::size_t kMaxKeptBytes = 4096;

thread_local std::string application_errors;

}  // namespace

std::string cann_emulator::TakeApplicationErrors() { return std::exchange(application_errors, {}); }

void aclAppLog(aclLogLevel level, const char* function, const char* file, uint32_t line, const char* format,
               ...) {
  const bool shown = level >= cann_emulator::GetSettings().log_level;
  if (level > ACL_ERROR || format == nullptr || (!shown && level != ACL_ERROR)) return;
  static const char* const kNames[] = {"DEBUG", "INFO", "WARNING", "ERROR"};
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  if (level == ACL_ERROR && application_errors.size() < kMaxKeptBytes) {
    application_errors += (application_errors.empty() ? "" : "\n") + std::string(text);
  }
  if (!shown) return;
  std::fprintf(stderr, "[%s] %s:%u %s: %s\n", kNames[level < 0 ? 0 : level], file == nullptr ? "" : file,
               line, function == nullptr ? "" : function, text);
}
