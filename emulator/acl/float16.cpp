// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "acl/acl_base.h"

namespace {

template <typename To, typename From>
To BitCast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

}  // namespace

// Rounds to nearest even; keeps inf and nan.
aclFloat16 aclFloatToFloat16(float value) {
  const auto bits = BitCast<uint32_t>(value);
  const auto sign = static_cast<uint16_t>(bits >> 16 & 0x8000);
  const uint32_t magnitude = bits & 0x7FFFFFFF;
  if (magnitude > 0x7F800000) return sign | 0x7E00;   // nan
  if (magnitude >= 0x477FF000) return sign | 0x7C00;  // rounds to 65536 or more: inf
  if (magnitude < 0x38800000) {
    // Subnormal: adding 0.5 leaves the value, in units of 2^-24 and rounded by the hardware, in the low bits.
    const float shifted = BitCast<float>(magnitude) + 0.5F;
    return sign | static_cast<uint16_t>(BitCast<uint32_t>(shifted) - BitCast<uint32_t>(0.5F));
  }
  const uint32_t rounded = magnitude + 0xFFF + (magnitude >> 13 & 1);
  return sign | static_cast<uint16_t>((rounded - 0x38000000) >> 13);
}

float aclFloat16ToFloat(aclFloat16 value) {
  const uint32_t sign = static_cast<uint32_t>(value & 0x8000) << 16;
  const uint32_t exponent = value >> 10 & 0x1F;
  const uint32_t mantissa = value & 0x3FF;
  if (exponent == 0x1F) return BitCast<float>(sign | 0x7F800000 | mantissa << 13);
  if (exponent != 0) return BitCast<float>(sign | (exponent + 112) << 23 | mantissa << 13);
  const float magnitude = static_cast<float>(mantissa) * 0x1p-24F;
  return sign != 0 ? -magnitude : magnitude;
}
