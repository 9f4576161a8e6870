// SPDX-License-Identifier: Apache-2.0
#include "ascendc/convert.h"

#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "ascendc/simd.h"

namespace cann_emulator::ascendc {

namespace {

void HalfToFloatPortable(float* destination, const half* source, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) destination[i] = static_cast<float>(source[i]);
}

void FloatToHalfPortable(half* destination, const float* source, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) destination[i] = half(source[i]);
}

constexpr std::size_t kWidth = 8;

__attribute__((target("avx2,f16c"))) void HalfToFloatF16c(float* destination, const half* source,
                                                          std::size_t count) {
  std::size_t i = 0;
  for (; i + kWidth <= count; i += kWidth) {
    const __m128i bits = _mm_loadu_si128(reinterpret_cast<const __m128i*>(source + i));
    _mm256_storeu_ps(destination + i, _mm256_cvtph_ps(bits));
  }
  HalfToFloatPortable(destination + i, source + i, count - i);
}

// The instruction keeps a NaN's payload where torch's conversion does not: such groups take the portable
// path.
__attribute__((target("avx2,f16c"))) void FloatToHalfF16c(half* destination, const float* source,
                                                          std::size_t count) {
  std::size_t i = 0;
  for (; i + kWidth <= count; i += kWidth) {
    const __m256 values = _mm256_loadu_ps(source + i);
    if (_mm256_movemask_ps(_mm256_cmp_ps(values, values, _CMP_UNORD_Q)) != 0) {
      FloatToHalfPortable(destination + i, source + i, kWidth);
      continue;
    }
    const __m128i bits = _mm256_cvtps_ph(values, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(destination + i), bits);
  }
  FloatToHalfPortable(destination + i, source + i, count - i);
}

// Every CPU with AVX2 has F16C.
bool HasF16c() { return BestVectorUnit() != VectorUnit::kBaseline; }

struct WidenLoop {
  static CANN_EMULATOR_LOOP void Run(float* destination, const bfloat16_t* source, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t bits = std::uint32_t{source[i].x} << 16;
      std::memcpy(destination + i, &bits, sizeof(bits));
    }
  }
};

struct NarrowLoop {
  static CANN_EMULATOR_LOOP void Run(bfloat16_t* destination, const float* source, std::size_t count) {
    constexpr std::uint16_t kNan = 0x7FC0;
    for (std::size_t i = 0; i < count; ++i) {
      std::uint32_t bits;
      std::memcpy(&bits, source + i, sizeof(bits));
      const std::uint32_t round = ((bits >> 16) & 1) + 0x7FFF;  // nearest, ties to even
      const bool is_nan = (bits & 0x7FFFFFFF) > 0x7F800000;
      destination[i].x = is_nan ? kNan : static_cast<std::uint16_t>((bits + round) >> 16);
    }
  }
};

using ToFloat = void (*)(float*, const half*, std::size_t);
using FromFloat = void (*)(half*, const float*, std::size_t);

}  // namespace

void HalfToFloat(float* destination, const half* source, std::size_t count) {
  static const ToFloat convert = HasF16c() ? HalfToFloatF16c : HalfToFloatPortable;
  convert(destination, source, count);
}

void FloatToHalf(half* destination, const float* source, std::size_t count) {
  static const FromFloat convert = HasF16c() ? FloatToHalfF16c : FloatToHalfPortable;
  convert(destination, source, count);
}

void BFloat16ToFloat(float* destination, const bfloat16_t* source, std::size_t count) {
  RunLoop<WidenLoop>(destination, source, count);
}

void FloatToBFloat16(bfloat16_t* destination, const float* source, std::size_t count) {
  RunLoop<NarrowLoop>(destination, source, count);
}

}  // namespace cann_emulator::ascendc
