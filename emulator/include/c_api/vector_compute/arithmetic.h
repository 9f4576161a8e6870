// SPDX-License-Identifier: Apache-2.0
// The C API's elementwise functions, as the pages of its reference have them. asc_ln and asc_rec are older
// names of asc_log and asc_rcp.
#pragma once

#include "c_api/operands.h"
#include "c_api/sync/sync.h"

// The last arguments: the template arguments of the form with repeats.
#define CANN_EMULATOR_C_BINARY(name, Function, ...)                                                       \
  template <class T>                                                                                      \
  void name(__ubuf__ T* dst, __ubuf__ T* src0, __ubuf__ T* src1, std::uint32_t count,                     \
            CANN_EMULATOR_C_SITE) {                                                                       \
    AscendC::Function(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src0), CANN_EMULATOR_C_UB(src1),        \
                      static_cast<std::int32_t>(count), site);                                            \
  }                                                                                                       \
  template <class T>                                                                                      \
  void name##_sync(__ubuf__ T* dst, __ubuf__ T* src0, __ubuf__ T* src1, std::uint32_t count,              \
                   CANN_EMULATOR_C_SITE) {                                                                \
    name(dst, src0, src1, count, site);                                                                   \
    asc_sync(site);                                                                                       \
  }                                                                                                       \
  template <class T>                                                                                      \
  void name(__ubuf__ T* dst, __ubuf__ T* src0, __ubuf__ T* src1, CANN_EMULATOR_C_BINARY_FIELDS,           \
            CANN_EMULATOR_C_SITE) {                                                                       \
    AscendC::Function<__VA_ARGS__>(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src0),                     \
                                   CANN_EMULATOR_C_UB(src1), AscendC::MASK_PLACEHOLDER,                   \
                                   CANN_EMULATOR_C_FIT(8, repeat), CANN_EMULATOR_C_BINARY_STRIDES, site); \
  }
CANN_EMULATOR_C_BINARY(asc_add, Add, T, false)
CANN_EMULATOR_C_BINARY(asc_sub, Sub, T, false)
CANN_EMULATOR_C_BINARY(asc_mul, Mul, T, false)
CANN_EMULATOR_C_BINARY(asc_div, Div, T, false)
CANN_EMULATOR_C_BINARY(asc_max, Max, T, false)
CANN_EMULATOR_C_BINARY(asc_min, Min, T, false)
CANN_EMULATOR_C_BINARY(asc_and, And, T, false)
CANN_EMULATOR_C_BINARY(asc_or, Or, T, false)
#undef CANN_EMULATOR_C_BINARY

#define CANN_EMULATOR_C_UNARY(name, Function)                                                                \
  template <class T>                                                                                         \
  void name(__ubuf__ T* dst, __ubuf__ T* src, std::uint32_t count, CANN_EMULATOR_C_SITE) {                   \
    AscendC::Function(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src), static_cast<std::int32_t>(count),    \
                      site);                                                                                 \
  }                                                                                                          \
  template <class T>                                                                                         \
  void name##_sync(__ubuf__ T* dst, __ubuf__ T* src, std::uint32_t count, CANN_EMULATOR_C_SITE) {            \
    name(dst, src, count, site);                                                                             \
    asc_sync(site);                                                                                          \
  }                                                                                                          \
  template <class T>                                                                                         \
  void name(__ubuf__ T* dst, __ubuf__ T* src, CANN_EMULATOR_C_UNARY_FIELDS, CANN_EMULATOR_C_SITE) {          \
    AscendC::Function<T, false>(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src), AscendC::MASK_PLACEHOLDER, \
                                CANN_EMULATOR_C_FIT(8, repeat), CANN_EMULATOR_C_UNARY_STRIDES, site);        \
  }
CANN_EMULATOR_C_UNARY(asc_abs, Abs)
CANN_EMULATOR_C_UNARY(asc_exp, Exp)
CANN_EMULATOR_C_UNARY(asc_ln, Ln)
CANN_EMULATOR_C_UNARY(asc_log, Ln)
CANN_EMULATOR_C_UNARY(asc_not, Not)
CANN_EMULATOR_C_UNARY(asc_rcp, Reciprocal)
CANN_EMULATOR_C_UNARY(asc_rec, Reciprocal)
CANN_EMULATOR_C_UNARY(asc_relu, Relu)
CANN_EMULATOR_C_UNARY(asc_rsqrt, Rsqrt)
CANN_EMULATOR_C_UNARY(asc_sqrt, Sqrt)
#undef CANN_EMULATOR_C_UNARY

// `operand`: what the instruction gets for the scalar.
#define CANN_EMULATOR_C_SCALAR(name, Function, operand)                                                  \
  template <class T>                                                                                     \
  void name(__ubuf__ T* dst, __ubuf__ T* src, AscendC::detail::NotDeduced<T> value, std::uint32_t count, \
            CANN_EMULATOR_C_SITE) {                                                                      \
    AscendC::Function(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src), operand,                         \
                      static_cast<std::int32_t>(count), site);                                           \
  }                                                                                                      \
  template <class T>                                                                                     \
  void name##_sync(__ubuf__ T* dst, __ubuf__ T* src, AscendC::detail::NotDeduced<T> value,               \
                   std::uint32_t count, CANN_EMULATOR_C_SITE) {                                          \
    name(dst, src, value, count, site);                                                                  \
    asc_sync(site);                                                                                      \
  }                                                                                                      \
  template <class T>                                                                                     \
  void name(__ubuf__ T* dst, __ubuf__ T* src, AscendC::detail::NotDeduced<T> value,                      \
            CANN_EMULATOR_C_UNARY_FIELDS, CANN_EMULATOR_C_SITE) {                                        \
    AscendC::Function<T, false>(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src), operand,               \
                                AscendC::MASK_PLACEHOLDER, CANN_EMULATOR_C_FIT(8, repeat),               \
                                CANN_EMULATOR_C_UNARY_STRIDES, site);                                    \
  }
CANN_EMULATOR_C_SCALAR(asc_add_scalar, Adds, value)
CANN_EMULATOR_C_SCALAR(asc_sub_scalar, Adds, static_cast<T>(-value))
CANN_EMULATOR_C_SCALAR(asc_mul_scalar, Muls, value)
CANN_EMULATOR_C_SCALAR(asc_max_scalar, Maxs, value)
CANN_EMULATOR_C_SCALAR(asc_min_scalar, Mins, value)
CANN_EMULATOR_C_SCALAR(asc_leakyrelu, LeakyRelu, value)
CANN_EMULATOR_C_SCALAR(asc_shiftleft, ShiftLeft, value)
CANN_EMULATOR_C_SCALAR(asc_shiftright, ShiftRight, value)
#undef CANN_EMULATOR_C_SCALAR

// Axpy: dst = src * value + dst
template <class T, class U>
void asc_axpy(__ubuf__ T* dst, __ubuf__ U* src, AscendC::detail::NotDeduced<U> value, std::uint32_t count,
              CANN_EMULATOR_C_SITE) {
  AscendC::Axpy(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src), value, static_cast<std::int32_t>(count),
                site);
}
template <class T, class U>
void asc_axpy_sync(__ubuf__ T* dst, __ubuf__ U* src, AscendC::detail::NotDeduced<U> value,
                   std::uint32_t count, CANN_EMULATOR_C_SITE) {
  asc_axpy(dst, src, value, count, site);
  asc_sync(site);
}
template <class T, class U>
void asc_axpy(__ubuf__ T* dst, __ubuf__ U* src, AscendC::detail::NotDeduced<U> value,
              CANN_EMULATOR_C_UNARY_FIELDS, CANN_EMULATOR_C_SITE) {
  AscendC::Axpy<T, U, false>(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src), value,
                             AscendC::MASK_PLACEHOLDER, CANN_EMULATOR_C_FIT(8, repeat),
                             CANN_EMULATOR_C_UNARY_STRIDES, site);
}

// Duplicate
template <class T>
void asc_duplicate(__ubuf__ T* dst, AscendC::detail::NotDeduced<T> src, std::uint32_t count,
                   CANN_EMULATOR_C_SITE) {
  AscendC::Duplicate(CANN_EMULATOR_C_UB(dst), src, static_cast<std::int32_t>(count), site);
}
template <class T>
void asc_duplicate_sync(__ubuf__ T* dst, AscendC::detail::NotDeduced<T> src, std::uint32_t count,
                        CANN_EMULATOR_C_SITE) {
  asc_duplicate(dst, src, count, site);
  asc_sync(site);
}
// Inferred from the instruction's other name, vector_dup: the source's strides have no effect.
template <class T>
void asc_duplicate(__ubuf__ T* dst, AscendC::detail::NotDeduced<T> src, CANN_EMULATOR_C_UNARY_FIELDS,
                   CANN_EMULATOR_C_SITE) {
  const AscendC::UnaryRepeatParams strides = CANN_EMULATOR_C_UNARY_STRIDES;
  AscendC::Duplicate<T, false>(CANN_EMULATOR_C_UB(dst), src, AscendC::MASK_PLACEHOLDER,
                               CANN_EMULATOR_C_FIT(8, repeat), strides.dstBlkStride, strides.dstRepStride,
                               site);
}
