// SPDX-License-Identifier: Apache-2.0
// Sizes of a core's parts, by the architecture that is compiled for, and scalar helpers.
#pragma once

#include <cstdint>

#include "ascendc/runtime.h"

namespace AscendC {

inline constexpr std::uint32_t ONE_BLK_SIZE = detail::kBlockBytes;
inline constexpr std::uint32_t ONE_REPEAT_BYTE_SIZE = detail::kRepeatBytes;
inline constexpr std::int32_t DEFAULT_C0_SIZE = 32;
inline constexpr std::uint8_t DEFAULT_BLK_STRIDE = 1;
inline constexpr std::uint8_t DEFAULT_REPEAT_STRIDE = 8;
inline constexpr std::uint32_t DEFAULT_BLK_NUM = 8;
inline constexpr std::uint32_t MAX_REPEAT_TIMES = 255;

// Bytes of UB that a kernel may use: 192 KiB less 256 bytes on dav-2201, 248 KiB on dav-3510.
constexpr std::uint32_t GetUBSizeInBytes() { return __NPU_ARCH__ == 3510 ? 248 * 1024 : 192 * 1024 - 256; }
// The SoC's own figure, as of the launch.
inline std::uint32_t GetRuntimeUBSize() { return ::cann_emulator::ascendc::UbSize(); }
// What the toolkit keeps for queues: UB without the 8 KiB that the compiler reserves.
inline constexpr std::uint32_t TOTAL_UB_SIZE = 192 * 1024;
inline constexpr std::uint32_t TOTAL_VEC_LOCAL_SIZE = 184 * 1024;

template <typename T>
constexpr T DivCeil(T a, T b) {
  return b == 0 ? T(0) : (a + b - 1) / b;
}
template <typename T>
constexpr T AlignUp(T a, T b) {
  return DivCeil(a, b) * b;
}

// How many bits of `valueIn` are countValue (0 or 1).
template <int countValue>
std::int64_t ScalarGetCountOfValue(std::uint64_t valueIn) {
  static_assert(countValue == 0 || countValue == 1, "ScalarGetCountOfValue: countValue is 0 or 1");
  const std::int64_t ones = __builtin_popcountll(valueIn);
  return countValue == 1 ? ones : 64 - ones;
}
// Zeros above the highest 1; 64 for 0.
inline std::int64_t ScalarCountLeadingZero(std::uint64_t valueIn) {
  return valueIn == 0 ? 64 : __builtin_clzll(valueIn);
}
// Bits below the sign bit that equal it, from the highest one on.
inline std::int64_t CountBitsCntSameAsSignBit(std::int64_t valueIn) { return __builtin_clrsbll(valueIn); }
// Position of the lowest bit that is countValue; -1 where there is none.
template <int countValue>
std::int64_t ScalarGetSFFValue(std::uint64_t valueIn) {
  static_assert(countValue == 0 || countValue == 1, "ScalarGetSFFValue: countValue is 0 or 1");
  return static_cast<std::int64_t>(
             __builtin_ffsll(static_cast<long long>(countValue == 1 ? valueIn : ~valueIn))) -
         1;
}
inline bfloat16_t ToBfloat16(float fVal) { return bfloat16_t(fVal); }
inline float ToFloat(bfloat16_t bVal) { return static_cast<float>(bVal); }

}  // namespace AscendC
