// SPDX-License-Identifier: Apache-2.0
// printf and assertions in kernels.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "ascendc/block.h"
#include "ascendc/runtime.h"

namespace cann_emulator::ascendc {

// C's variable arguments take no classes: half and bfloat16_t go as double, block_idx as its value.
template <class T>
auto PrintArgument(const T& value) {
  if constexpr (std::is_same_v<T, half> || std::is_same_v<T, bfloat16_t>) {
    return static_cast<double>(static_cast<float>(value));
  } else if constexpr (std::is_same_v<T, BlockIndexVariable> || std::is_same_v<T, BlockCountVariable>) {
    return static_cast<std::int64_t>(value);
  } else {
    return value;
  }
}
template <class T>
const T* PrintArgument(const T* value) {
  return value;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-security"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
template <class... Arguments>
void PrintText(const char* format, const Arguments&... arguments) {
  Print(format, PrintArgument(arguments)...);
}
#pragma GCC diagnostic pop

// One line, with its level before it.
template <class... Arguments>
void LogText(const char* level, const char* format, const Arguments&... arguments) {
  PrintText(("[" + std::string(level) + "] " + format + "\n").c_str(), arguments...);
}

// ascendc_assert(condition) and ascendc_assert(condition, format, ...).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-security"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-zero-length"
inline void Assert(Site site, const char* text, bool condition) {
  if (!condition) AssertionFailed(site, text, "");
}
template <class... Arguments>
void Assert(Site site, const char* text, bool condition, const char* format, const Arguments&... arguments) {
  if (!condition) AssertionFailed(site, text, format, PrintArgument(arguments)...);
}
#pragma GCC diagnostic pop

}  // namespace cann_emulator::ascendc

namespace AscendC {

template <class... Args>
void printf(const char* fmt, Args&&... args) {
  ::cann_emulator::ascendc::PrintText(fmt, args...);
}
template <class... Args>
void PRINTF(const char* fmt, Args&&... args) {
  ::cann_emulator::ascendc::PrintText(fmt, args...);
}

}  // namespace AscendC

#define ascendc_assert(...) \
  ::cann_emulator::ascendc::Assert(::cann_emulator::ascendc::Site::Here(), #__VA_ARGS__, __VA_ARGS__)
#ifndef ASSERT
#define ASSERT(...) ascendc_assert(__VA_ARGS__)
#endif

// ASCENDC_ASSERT(condition, { what to do where it is false; })
#define ASCENDC_ASSERT(condition, behavior)                                                        \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      behavior;                                                                                    \
      ::cann_emulator::ascendc::Assert(::cann_emulator::ascendc::Site::Here(), #condition, false); \
    }                                                                                              \
  } while (false)
#define KERNEL_LOG(level, ...) ::cann_emulator::ascendc::LogText(#level, __VA_ARGS__)
