// SPDX-License-Identifier: Apache-2.0
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "ascendc/assertion.h"
#include "ascendc/failure.h"
#include "ascendc/running_block.h"
#include "ascendc/runtime.h"

namespace cann_emulator::ascendc {

namespace {

std::string Format(const char* format, std::va_list arguments) {
  std::va_list copy;
  va_copy(copy, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, copy);
  va_end(copy);
  if (length <= 0) return {};
  std::string text(static_cast<std::size_t>(length), '\0');
  std::vsnprintf(text.data(), text.size() + 1, format, arguments);
  return text;
}

}  // namespace

void Print(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const std::string text = Format(format, arguments);
  va_end(arguments);
  std::fwrite(text.data(), 1, text.size(), stdout);  // stdio locks, so that lines of blocks do not mix
}

void AssertionFailed(Site site, const char* condition, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const std::string text = Format(format, arguments);
  va_end(arguments);
  Fail("ascendc_assert", site, Text("(", condition, ") is false", text.empty() ? "" : ": ", text));
}

void AssertionOfHostOrKernel(const char* condition, const char* file, int line, const char* function) {
  if (IsBlockRunning()) Fail("assert", {file, line}, Text("(", condition, ") is false"));
  std::fprintf(stderr, "%s:%d: %s: Assertion `%s' failed.\n", file, line, function, condition);
  std::abort();
}

}  // namespace cann_emulator::ascendc
