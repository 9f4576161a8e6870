// SPDX-License-Identifier: Apache-2.0
// Conversion of whole arrays between half, bfloat16 and float, bit for bit as torch's own scalar conversion.
#pragma once

#include <cstddef>

#include "ascendc/types.h"

namespace cann_emulator::ascendc {

void HalfToFloat(float* destination, const half* source, std::size_t count);
void FloatToHalf(half* destination, const float* source, std::size_t count);
void BFloat16ToFloat(float* destination, const bfloat16_t* source, std::size_t count);
void FloatToBFloat16(bfloat16_t* destination, const float* source, std::size_t count);

// Half arithmetic is carried out in float and rounded once, chunk by chunk through buffers of this many
// elements.
inline constexpr std::size_t kChunk = 512;

template <class Body>
void ForEachChunk(std::size_t count, Body body) {
  for (std::size_t begin = 0; begin < count; begin += kChunk) {
    body(begin, count - begin < kChunk ? count - begin : kChunk);
  }
}

}  // namespace cann_emulator::ascendc
