// SPDX-License-Identifier: Apache-2.0
#include <cstdarg>
#include <cstdio>

#include "acl/acl_base.h"
#include "acl/settings.h"

void aclAppLog(aclLogLevel level, const char* function, const char* file, uint32_t line, const char* format, ...) {
  if (level < cann_emulator::GetSettings().log_level || level > ACL_ERROR || format == nullptr) return;
  static const char* const kNames[] = {"DEBUG", "INFO", "WARNING", "ERROR"};
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  std::fprintf(stderr, "[%s] %s:%u %s: %s\n", kNames[level < 0 ? 0 : level], file == nullptr ? "" : file, line,
               function == nullptr ? "" : function, text);
}
