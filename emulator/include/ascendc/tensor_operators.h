// SPDX-License-Identifier: Apache-2.0
// dst = src0 + src1: the operators + - * / & | compute all elements of dst, and < > <= >= == != compare all
// of src0 into the bits of dst, which holds uint8_t or int8_t.
#pragma once

#include <cstdint>

#include "ascendc/vector_binary.h"
#include "ascendc/vector_compare.h"

namespace AscendC {

namespace detail {

// What an operator yields until it is assigned.
template <typename T, class Operation>
struct TensorExpression {
  LocalTensor<T> source0;
  LocalTensor<T> source1;
  Site site;
};

// A tensor that remembers where it was written.
template <typename T>
struct PlacedTensor {
  PlacedTensor(const LocalTensor<T>& tensor_in, Site site_in = Site::Here())
      : tensor(tensor_in), site(site_in) {}

  LocalTensor<T> tensor;
  Site site;
};

}  // namespace detail

#define CANN_EMULATOR_TENSOR_OPERATOR(symbol, name, call)                                         \
  namespace detail {                                                                              \
  struct name##Operation {                                                                        \
    template <typename To, typename T>                                                            \
    static void Into(const LocalTensor<To>& dst, const TensorExpression<T, name##Operation>& e) { \
      call;                                                                                       \
    }                                                                                             \
  };                                                                                              \
  }                                                                                               \
  template <typename T>                                                                           \
  detail::TensorExpression<T, detail::name##Operation> operator symbol(                           \
      const LocalTensor<T>& src0, const detail::NotDeduced<detail::PlacedTensor<T>>& src1) {      \
    return {src0, src1.tensor, src1.site};                                                        \
  }
#define CANN_EMULATOR_COMPUTE_OPERATOR(symbol, name) \
  CANN_EMULATOR_TENSOR_OPERATOR(                     \
      symbol, name, name(dst, e.source0, e.source1, static_cast<std::int32_t>(dst.GetSize()), e.site))
#define CANN_EMULATOR_COMPARE_OPERATOR(symbol, name) \
  CANN_EMULATOR_TENSOR_OPERATOR(                     \
      symbol, name, Compare(dst, e.source0, e.source1, CMPMODE::name, e.source0.GetSize(), e.site))
CANN_EMULATOR_COMPUTE_OPERATOR(+, Add)
CANN_EMULATOR_COMPUTE_OPERATOR(-, Sub)
CANN_EMULATOR_COMPUTE_OPERATOR(*, Mul)
CANN_EMULATOR_COMPUTE_OPERATOR(/, Div)
CANN_EMULATOR_COMPUTE_OPERATOR(&, And)
CANN_EMULATOR_COMPUTE_OPERATOR(|, Or)
CANN_EMULATOR_COMPARE_OPERATOR(<, LT)
CANN_EMULATOR_COMPARE_OPERATOR(>, GT)
CANN_EMULATOR_COMPARE_OPERATOR(<=, LE)
CANN_EMULATOR_COMPARE_OPERATOR(>=, GE)
CANN_EMULATOR_COMPARE_OPERATOR(==, EQ)
CANN_EMULATOR_COMPARE_OPERATOR(!=, NE)
#undef CANN_EMULATOR_COMPARE_OPERATOR
#undef CANN_EMULATOR_COMPUTE_OPERATOR
#undef CANN_EMULATOR_TENSOR_OPERATOR

}  // namespace AscendC
