// SPDX-License-Identifier: Apache-2.0
// Reductions of a matrix by rows or by columns, as a pattern says. sharedTmpBuffer is accepted and not
// written.
#pragma once

#include <cstdint>
#include <type_traits>

#include "ascendc/library_call.h"

namespace AscendC {

// Which of two dimensions is reduced (R).
namespace Pattern::Reduce {
struct AR {};
struct RA {};
}  // namespace Pattern::Reduce

namespace detail {

// What a reduction makes of from[0], from[step] ... `count` of them, at least one.
struct ProdFold {
  template <typename T>
  static constexpr bool kHas = std::is_same_v<T, float>;
  static float Of(const float* from, std::uint64_t step, std::uint64_t count) {
    double product = 1.0;
    for (std::uint64_t i = 0; i < count; ++i) product *= from[i * step];
    return static_cast<float>(product);
  }
};
struct SumFold {
  template <typename T>
  static constexpr bool kHas = std::is_same_v<T, float>;
  static double Exact(const float* from, std::uint64_t step, std::uint64_t count) {
    double sum = 0.0;
    for (std::uint64_t i = 0; i < count; ++i) sum += from[i * step];
    return sum;
  }
  static float Of(const float* from, std::uint64_t step, std::uint64_t count) {
    return static_cast<float>(Exact(from, step, count));
  }
};
struct MeanFold {
  template <typename T>
  static constexpr bool kHas = std::is_same_v<T, float>;
  static float Of(const float* from, std::uint64_t step, std::uint64_t count) {
    return static_cast<float>(SumFold::Exact(from, step, count) / static_cast<double>(count));
  }
};
// NaN stays.
template <bool greatest>
struct ExtremeFold {
  template <typename T>
  static constexpr bool kHas = kIsOneOf<T, half, float>;
  template <typename T>
  static T Of(const T* from, std::uint64_t step, std::uint64_t count) {
    T result = from[0];
    for (std::uint64_t i = 1; i < count; ++i) {
      const T x = from[i * step];
      if (x != x || (greatest ? x > result : x < result)) result = x;
    }
    return result;
  }
};
using MaxFold = ExtremeFold<true>;
using MinFold = ExtremeFold<false>;
// 1 or 0: whether any, whether every element is other than 0.
template <bool every>
struct LogicFold {
  template <typename T>
  static constexpr bool kHas = kIsOneOf<T, std::uint8_t, float>;
  template <typename T>
  static T Of(const T* from, std::uint64_t step, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
      if ((from[i * step] != T(0)) != every) return T(every ? 0 : 1);
    }
    return T(every ? 1 : 0);
  }
};
using AnyFold = LogicFold<false>;
using AllFold = LogicFold<true>;

template <typename pattern, typename Fold, typename T>
void ReduceMatrix(const LibraryCall& call, const LocalTensor<T>& destination, const LocalTensor<T>& source,
                  const std::uint32_t shape[], bool inner_pad) {
  constexpr bool kRows = std::is_same_v<pattern, Pattern::Reduce::AR>;
  static_assert(kRows || std::is_same_v<pattern, Pattern::Reduce::RA>,
                "the pattern is Pattern::Reduce::AR or Pattern::Reduce::RA");
  call.CheckSame("srcInnerPad", inner_pad ? 1 : 0, "the only value there is", 1);
  call.CheckSame("the bytes of a row beyond whole blocks", shape[1] * sizeof(T) % kBlockBytes, "none", 0);
  const std::uint64_t size = std::uint64_t{shape[0]} * shape[1];
  if (size == 0) return;
  const std::uint64_t results = shape[kRows ? 0 : 1];
  const T* from = call.Read("srcTensor", source, size);
  T* to = call.Write("dstTensor", destination, results);
  for (std::uint64_t i = 0; i < results; ++i) {
    to[i] = Fold::Of(from + i * (kRows ? shape[1] : 1), kRows ? 1 : shape[1], size / results);
  }
}

}  // namespace detail

// One result a row (AR) or a column (RA) of a matrix whose rows fill blocks of 32 bytes.
#define CANN_EMULATOR_REDUCE(name, Fold, types)                                                              \
  template <typename T, typename pattern, bool isReuseSource = false>                                        \
  void name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,                                \
            const std::uint32_t srcShape[], bool srcInnerPad, detail::Site site = detail::Site::Here()) {    \
    static_assert(detail::Fold::kHas<T>, #name " by a pattern: the library has it for " types);              \
    detail::ReduceMatrix<pattern, detail::Fold>({#name, site}, dstTensor, srcTensor, srcShape, srcInnerPad); \
  }                                                                                                          \
  template <typename T, typename pattern, bool isReuseSource = false>                                        \
  void name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,                                \
            const LocalTensor<std::uint8_t>&, const std::uint32_t srcShape[], bool srcInnerPad,              \
            detail::Site site = detail::Site::Here()) {                                                      \
    name<T, pattern, isReuseSource>(dstTensor, srcTensor, srcShape, srcInnerPad, site);                      \
  }
CANN_EMULATOR_REDUCE(ReduceProd, ProdFold, "float")
CANN_EMULATOR_REDUCE(ReduceSum, SumFold, "float")
CANN_EMULATOR_REDUCE(ReduceMean, MeanFold, "float")
CANN_EMULATOR_REDUCE(ReduceMax, MaxFold, "half and float")
CANN_EMULATOR_REDUCE(ReduceMin, MinFold, "half and float")
CANN_EMULATOR_REDUCE(ReduceAny, AnyFold, "uint8_t and float")
CANN_EMULATOR_REDUCE(ReduceAll, AllFold, "uint8_t and float")
#undef CANN_EMULATOR_REDUCE

}  // namespace AscendC
