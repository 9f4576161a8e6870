// SPDX-License-Identifier: Apache-2.0
// The bounded string functions that libraries of the CANN world expect beside ACL. They never write past
// `destination_size` bytes, always end with a zero, and leave an empty string when they fail.
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "acl/runtime.h"

extern "C" {

// Writes at most `count` characters; returns their number, or -1 when the text is longer or an argument is
// null.
CANN_EMULATOR_API int vsnprintf_s(char* destination, std::size_t destination_size, std::size_t count,
                                  const char* format, va_list arguments) {
  if (destination == nullptr || destination_size == 0) return -1;
  destination[0] = '\0';
  if (format == nullptr) return -1;
  const bool bounded_by_count = count < destination_size;
  const std::size_t room = bounded_by_count ? count + 1 : destination_size;
  const int length = std::vsnprintf(destination, room, format, arguments);
  if (length >= 0 && static_cast<std::size_t>(length) < room) return length;
  // A text cut at `count` is kept; one that does not fit into the destination is not.
  if (length < 0 || !bounded_by_count) destination[0] = '\0';
  return -1;
}

CANN_EMULATOR_API int snprintf_s(char* destination, std::size_t destination_size, std::size_t count,
                                 const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf_s(destination, destination_size, count, format, arguments);
  va_end(arguments);
  return length;
}

// Returns 0, EINVAL (null argument) or ERANGE (does not fit).
CANN_EMULATOR_API int strcpy_s(char* destination, std::size_t destination_size, const char* source) {
  if (destination == nullptr || destination_size == 0) return EINVAL;
  destination[0] = '\0';
  if (source == nullptr) return EINVAL;
  const std::size_t length = strnlen(source, destination_size);
  if (length == destination_size) return ERANGE;
  std::memmove(destination, source, length + 1);
  return 0;
}

}  // extern "C"
