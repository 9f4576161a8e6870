// SPDX-License-Identifier: Apache-2.0
#include "ascendc/stream_copy.h"

#include <emmintrin.h>

#include <cstdint>
#include <cstring>

namespace cann_emulator::ascendc {

namespace {
constexpr std::size_t kLine = 64;
}

void StreamCopy(std::byte* destination, const std::byte* source, std::size_t length) {
  const std::size_t head = (kLine - reinterpret_cast<std::uintptr_t>(destination) % kLine) % kLine;
  if (length < head + kLine) {
    std::memcpy(destination, source, length);
    return;
  }
  std::memcpy(destination, source, head);
  std::size_t at = head;
  for (; at + kLine <= length; at += kLine) {
    const auto* from = reinterpret_cast<const __m128i*>(source + at);
    auto* to = reinterpret_cast<__m128i*>(destination + at);
    for (int i = 0; i < 4; ++i) _mm_stream_si128(to + i, _mm_loadu_si128(from + i));
  }
  std::memcpy(destination + at, source + at, length - at);
}

void StreamFence() { _mm_sfence(); }

}  // namespace cann_emulator::ascendc
