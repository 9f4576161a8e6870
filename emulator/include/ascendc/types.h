// SPDX-License-Identifier: Apache-2.0
// Element types of the language. half and bfloat16_t are torch's header-only types, so that a kernel's scalar
// arithmetic rounds exactly as torch's does.
#pragma once

#include <cstdint>
#include <type_traits>

#if __has_include(<torch/headeronly/util/Half.h>)
#include <torch/headeronly/util/BFloat16.h>
#include <torch/headeronly/util/Half.h>
#elif __has_include(<c10/util/Half.h>)
#include <c10/util/BFloat16.h>
#include <c10/util/Half.h>
#else
#error \
    "half and bfloat16_t come from torch's headers, which were not found: pip install torch next to cann-emulator, or add -isystem <site-packages>/torch/include"
#endif

using half = c10::Half;
using bfloat16_t = c10::BFloat16;

namespace AscendC {
// An integer of 4 bits, of which a byte holds two: int4.h.
struct int4b_t {
  std::uint8_t pair;
};
}  // namespace AscendC

namespace cann_emulator::ascendc {

using AscendC::int4b_t;

enum class DataType : std::uint8_t {
  kInt8,
  kUInt8,
  kInt16,
  kUInt16,
  kInt32,
  kUInt32,
  kInt64,
  kUInt64,
  kHalf,
  kBFloat16,
  kFloat,
  kInt4Pair,
  kHalfPair,
};
inline constexpr int kDataTypeCount = 13;

template <class T, class... Listed>
inline constexpr bool kIsOneOf = (std::is_same_v<T, Listed> || ...);

// A condition that does not depend on a template's argument, checked where the template is used.
template <bool condition, class>
inline constexpr bool kDependent = condition;

// The DataType of a C++ type. Types of 8, 16, 32 and 64 bits that are none of the language's (bool, an enum,
// a second name of an integer) move as the unsigned integer of their size.
template <class T>
constexpr DataType DataTypeOf() {
  static_assert(std::is_trivially_copyable_v<T>, "a tensor's element type must be trivially copyable");
  static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
                "a tensor's element type has 8, 16, 32 or 64 bits");
  if constexpr (std::is_same_v<T, half>) return DataType::kHalf;
  if constexpr (std::is_same_v<T, bfloat16_t>) return DataType::kBFloat16;
  if constexpr (std::is_same_v<T, float>) return DataType::kFloat;
  if constexpr (std::is_same_v<T, int4b_t>) return DataType::kInt4Pair;
  constexpr bool is_signed = std::is_integral_v<T> && std::is_signed_v<T>;
  if constexpr (sizeof(T) == 1) return is_signed ? DataType::kInt8 : DataType::kUInt8;
  if constexpr (sizeof(T) == 2) return is_signed ? DataType::kInt16 : DataType::kUInt16;
  if constexpr (sizeof(T) == 4) return is_signed ? DataType::kInt32 : DataType::kUInt32;
  return is_signed ? DataType::kInt64 : DataType::kUInt64;
}

// What that many elements take up in memory.
template <class T>
constexpr std::uint64_t BytesOf(std::uint64_t elements) {
  return std::is_same_v<T, int4b_t> ? (elements + 1) / 2 : elements * sizeof(T);
}

}  // namespace cann_emulator::ascendc
