// SPDX-License-Identifier: Apache-2.0
// Logic by elements and by bits, IsFinite, Interleave and DeInterleave: what dav-3510 has, dav-2201 not.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "ascendc/library_elementwise.h"

namespace AscendC {

namespace detail {

template <typename T>
inline constexpr bool kIsWord = kIsOneOf<T, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
                                         std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;

template <typename T, typename U>
constexpr void CheckLogicTypes() {
  static_assert(std::is_same_v<T, bool>, "logic by elements: dst is of bool");
  static_assert(kIsOneOf<U, bool, half, bfloat16_t, float> || kIsWord<U>,
                "logic by elements: src is of bool, half, bfloat16_t, float or an integer");
}

template <typename T>
constexpr void CheckWord() {
  static_assert(kIsWord<T>, "logic by bits: the library has it for integers of 8 to 64 bits");
}

}  // namespace detail

// As `struct LogicalAndConfig` and so on; isReuseSource changes no result.
#define CANN_EMULATOR_LOGIC_CONFIG(name, DEFAULT) \
  struct name##Config {                           \
    bool isReuseSource;                           \
  };                                              \
  inline constexpr name##Config DEFAULT = {false};

// dst = src0 op src1 of the first `count` elements, where anything but 0 is true (NaN too).
#define CANN_EMULATOR_LOGIC(name, DEFAULT, op)                                                 \
  template <const name##Config& config = DEFAULT, typename T, typename U>                      \
  void name(const LocalTensor<T>& dst, const LocalTensor<U>& src0, const LocalTensor<U>& src1, \
            std::uint32_t count, detail::Site site = detail::Site::Here()) {                   \
    CANN_EMULATOR_ON_DAV_3510(name, T);                                                        \
    detail::CheckLogicTypes<T, U>();                                                           \
    detail::ForElements(detail::LibraryCall(#name, site), dst, src0, src1, count,              \
                        [](U a, U b) { return (a != U(0)) op(b != U(0)); });                   \
  }
// dst = src0 op src1, bit by bit.
#define CANN_EMULATOR_BITS(name, DEFAULT, op)                                                  \
  template <const name##Config& config = DEFAULT, typename T>                                  \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, \
            std::uint32_t count, detail::Site site = detail::Site::Here()) {                   \
    CANN_EMULATOR_ON_DAV_3510(name, T);                                                        \
    detail::CheckWord<T>();                                                                    \
    detail::ForElements(detail::LibraryCall(#name, site), dst, src0, src1, count,              \
                        [](T a, T b) { return static_cast<T>(a op b); });                      \
  }
CANN_EMULATOR_LOGIC_CONFIG(LogicalAnd, DEFAULT_LOGICAL_AND_CONFIG)
CANN_EMULATOR_LOGIC_CONFIG(LogicalOr, DEFAULT_LOGICAL_OR_CONFIG)
CANN_EMULATOR_LOGIC_CONFIG(LogicalXor, DEFAULT_LOGICAL_XOR_CONFIG)
CANN_EMULATOR_LOGIC_CONFIG(LogicalNot, DEFAULT_LOGICAL_NOT_CONFIG)
CANN_EMULATOR_LOGIC_CONFIG(BitwiseAnd, DEFAULT_BITWISE_AND_CONFIG)
CANN_EMULATOR_LOGIC_CONFIG(BitwiseOr, DEFAULT_BITWISE_OR_CONFIG)
CANN_EMULATOR_LOGIC_CONFIG(BitwiseXor, DEFAULT_BITWISE_XOR_CONFIG)
CANN_EMULATOR_LOGIC_CONFIG(BitwiseNot, DEFAULT_BITWISE_NOT_CONFIG)
CANN_EMULATOR_LOGIC(LogicalAnd, DEFAULT_LOGICAL_AND_CONFIG, &&)
CANN_EMULATOR_LOGIC(LogicalOr, DEFAULT_LOGICAL_OR_CONFIG, ||)
CANN_EMULATOR_LOGIC(LogicalXor, DEFAULT_LOGICAL_XOR_CONFIG, !=)
CANN_EMULATOR_BITS(BitwiseAnd, DEFAULT_BITWISE_AND_CONFIG, &)
CANN_EMULATOR_BITS(BitwiseOr, DEFAULT_BITWISE_OR_CONFIG, |)
CANN_EMULATOR_BITS(BitwiseXor, DEFAULT_BITWISE_XOR_CONFIG, ^)
#undef CANN_EMULATOR_LOGIC_CONFIG
#undef CANN_EMULATOR_LOGIC
#undef CANN_EMULATOR_BITS

template <const LogicalNotConfig& config = DEFAULT_LOGICAL_NOT_CONFIG, typename T, typename U>
void LogicalNot(const LocalTensor<T>& dst, const LocalTensor<U>& src, std::uint32_t count,
                detail::Site site = detail::Site::Here()) {
  CANN_EMULATOR_ON_DAV_3510(LogicalNot, T);
  detail::CheckLogicTypes<T, U>();
  detail::ForElements(detail::LibraryCall("LogicalNot", site), dst, src, count,
                      [](U x) { return x == U(0); });
}
template <const BitwiseNotConfig& config = DEFAULT_BITWISE_NOT_CONFIG, typename T>
void BitwiseNot(const LocalTensor<T>& dst, const LocalTensor<T>& src, std::uint32_t count,
                detail::Site site = detail::Site::Here()) {
  CANN_EMULATOR_ON_DAV_3510(BitwiseNot, T);
  detail::CheckWord<T>();
  detail::ForElements(detail::LibraryCall("BitwiseNot", site), dst, src, count,
                      [](T x) { return static_cast<T>(~x); });
}

// 1 (true) where src is neither infinite nor NaN, else 0. dst: the type of src, bool or int8_t.
template <typename T, typename U>
void IsFinite(const LocalTensor<U>& dst, const LocalTensor<T>& src, std::uint32_t calCount,
              detail::Site site = detail::Site::Here()) {
  CANN_EMULATOR_ON_DAV_3510(IsFinite, T);
  static_assert(detail::kIsOneOf<T, half, bfloat16_t, float>,
                "IsFinite: src is of half, bfloat16_t or float");
  static_assert(detail::kIsOneOf<U, T, bool, std::int8_t>,
                "IsFinite: dst is of bool, of int8_t or of the type of src");
  detail::ForElements(detail::LibraryCall("IsFinite", site), dst, src, calCount,
                      [](T x) { return static_cast<U>(std::isfinite(static_cast<float>(x)) ? 1.0F : 0.0F); });
}

namespace detail {

inline void CheckEven(const LibraryCall& call, std::int32_t count) {
  call.CheckSame("the elements of count beyond pairs", static_cast<std::uint32_t>(count) % 2, "none", 0);
}

// move(to0, to1, from0, from1, half of count) for operands of `count` elements.
template <typename T, typename Move>
void MoveInHalves(const LibraryCall& call, const LocalTensor<T>& dst0, const LocalTensor<T>& dst1,
                  const LocalTensor<T>& src0, const LocalTensor<T>& src1, std::int32_t count, Move move) {
  CheckEven(call, count);
  const T* from0 = call.Read("src0", src0, count);
  const T* from1 = call.Read("src1", src1, count);
  T* to0 = call.Write("dst0", dst0, count);
  T* to1 = call.Write("dst1", dst1, count);
  move(to0, to1, from0, from1, static_cast<std::uint32_t>(count) / 2);
}

}  // namespace detail

// src0[0], src1[0], src0[1] ...: the first `count` to dst0, the others to dst1.
template <typename T>
void Interleave(const LocalTensor<T>& dst0, const LocalTensor<T>& dst1, const LocalTensor<T>& src0,
                const LocalTensor<T>& src1, std::int32_t count, detail::Site site = detail::Site::Here()) {
  CANN_EMULATOR_ON_DAV_3510(Interleave, T);
  detail::MoveInHalves({"Interleave", site}, dst0, dst1, src0, src1, count,
                       [](T* to0, T* to1, const T* from0, const T* from1, std::uint32_t half_count) {
                         for (std::uint32_t i = 0; i < half_count; ++i) {
                           to0[2 * i] = from0[i];
                           to0[2 * i + 1] = from1[i];
                           to1[2 * i] = from0[half_count + i];
                           to1[2 * i + 1] = from1[half_count + i];
                         }
                       });
}

// The even elements of src0 and then of src1 to dst0, the odd ones to dst1.
template <typename T>
void DeInterleave(const LocalTensor<T>& dst0, const LocalTensor<T>& dst1, const LocalTensor<T>& src0,
                  const LocalTensor<T>& src1, std::int32_t count, detail::Site site = detail::Site::Here()) {
  CANN_EMULATOR_ON_DAV_3510(DeInterleave, T);
  detail::MoveInHalves({"DeInterleave", site}, dst0, dst1, src0, src1, count,
                       [](T* to0, T* to1, const T* from0, const T* from1, std::uint32_t half_count) {
                         for (std::uint32_t i = 0; i < half_count; ++i) {
                           to0[i] = from0[2 * i];
                           to1[i] = from0[2 * i + 1];
                           to0[half_count + i] = from1[2 * i];
                           to1[half_count + i] = from1[2 * i + 1];
                         }
                       });
}
// Of one source of srcCount elements.
template <typename T>
void DeInterleave(const LocalTensor<T>& dst0, const LocalTensor<T>& dst1, const LocalTensor<T>& src,
                  std::int32_t srcCount, detail::Site site = detail::Site::Here()) {
  CANN_EMULATOR_ON_DAV_3510(DeInterleave, T);
  const detail::LibraryCall call("DeInterleave", site);
  detail::CheckEven(call, srcCount);
  const auto pairs = static_cast<std::uint32_t>(srcCount) / 2;
  const T* from = call.Read("src", src, srcCount);
  T* to0 = call.Write("dst0", dst0, pairs);
  T* to1 = call.Write("dst1", dst1, pairs);
  for (std::uint32_t i = 0; i < pairs; ++i) {
    to0[i] = from[2 * i];
    to1[i] = from[2 * i + 1];
  }
}

}  // namespace AscendC
