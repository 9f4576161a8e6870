// SPDX-License-Identifier: Apache-2.0
// What libraries report to a profiler. Profiling cannot be switched on (aclprof* fail by name), so callbacks
// are accepted and never called, and reports go nowhere.
#include <chrono>
#include <cstdint>
#include <string_view>

#include "acl/runtime.h"

extern "C" {

CANN_EMULATOR_API std::int32_t MsprofRegisterCallback(std::uint32_t, void*) { return 0; }
CANN_EMULATOR_API std::int32_t MsprofReportApi(std::uint32_t, const void*) { return 0; }
CANN_EMULATOR_API std::int32_t MsprofReportCompactInfo(std::uint32_t, const void*, std::uint32_t) {
  return 0;
}
CANN_EMULATOR_API std::int32_t MsprofReportAdditionalInfo(std::uint32_t, const void*, std::uint32_t) {
  return 0;
}

// FNV-1a: the same text always gives the same number.
CANN_EMULATOR_API std::uint64_t MsprofGetHashId(const char* text, std::size_t size) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (char character : std::string_view(text == nullptr ? "" : text, text == nullptr ? 0 : size)) {
    hash = (hash ^ static_cast<unsigned char>(character)) * 1099511628211ULL;
  }
  return hash;
}

// Nanoseconds of a clock that never goes back.
CANN_EMULATOR_API std::uint64_t MsprofSysCycleTime() {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

}  // extern "C"
