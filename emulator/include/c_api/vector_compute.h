// SPDX-License-Identifier: Apache-2.0
// The vector functions of the C API; asc_simd.h includes it.
#pragma once

#include "c_api/asc_simd.h"

#define CANN_EMULATOR_C_BINARY(name, Function)                                                             \
  template <class T>                                                                                       \
  void name(__ubuf__ T* dst, __ubuf__ T* src0, __ubuf__ T* src1, std::uint32_t count,                      \
            CANN_EMULATOR_C_SITE) {                                                                        \
    AscendC::Function(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src0), CANN_EMULATOR_C_UB(src1),         \
                      static_cast<std::int32_t>(count), site);                                             \
  }                                                                                                        \
  template <class T>                                                                                       \
  void name##_sync(__ubuf__ T* dst, __ubuf__ T* src0, __ubuf__ T* src1, std::uint32_t count,               \
                   CANN_EMULATOR_C_SITE) {                                                                 \
    name(dst, src0, src1, count, site);                                                                    \
    asc_sync(site);                                                                                        \
  }                                                                                                        \
  template <class T>                                                                                       \
  void name(__ubuf__ T* dst, __ubuf__ T* src0, __ubuf__ T* src1, std::uint8_t repeat,                      \
            std::uint8_t dst_block_stride, std::uint8_t src0_block_stride, std::uint8_t src1_block_stride, \
            std::uint8_t dst_repeat_stride, std::uint8_t src0_repeat_stride,                               \
            std::uint8_t src1_repeat_stride, CANN_EMULATOR_C_SITE) {                                       \
    AscendC::Function<T, false>(                                                                           \
        CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src0), CANN_EMULATOR_C_UB(src1),                       \
        AscendC::MASK_PLACEHOLDER, repeat,                                                                 \
        AscendC::BinaryRepeatParams(dst_block_stride, src0_block_stride, src1_block_stride,                \
                                    dst_repeat_stride, src0_repeat_stride, src1_repeat_stride),            \
        site);                                                                                             \
  }
CANN_EMULATOR_C_BINARY(asc_add, Add)
CANN_EMULATOR_C_BINARY(asc_sub, Sub)
CANN_EMULATOR_C_BINARY(asc_mul, Mul)
CANN_EMULATOR_C_BINARY(asc_div, Div)
CANN_EMULATOR_C_BINARY(asc_max, Max)
CANN_EMULATOR_C_BINARY(asc_min, Min)
CANN_EMULATOR_C_BINARY(asc_and, And)
CANN_EMULATOR_C_BINARY(asc_or, Or)
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
  void name(__ubuf__ T* dst, __ubuf__ T* src, std::uint8_t repeat, std::uint16_t dst_block_stride,           \
            std::uint16_t src_block_stride, std::uint8_t dst_repeat_stride, std::uint8_t src_repeat_stride,  \
            CANN_EMULATOR_C_SITE) {                                                                          \
    AscendC::Function<T, false>(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src), AscendC::MASK_PLACEHOLDER, \
                                repeat,                                                                      \
                                AscendC::UnaryRepeatParams(dst_block_stride, src_block_stride,               \
                                                           dst_repeat_stride, src_repeat_stride),            \
                                site);                                                                       \
  }
CANN_EMULATOR_C_UNARY(asc_abs, Abs)
CANN_EMULATOR_C_UNARY(asc_exp, Exp)
CANN_EMULATOR_C_UNARY(asc_ln, Ln)
CANN_EMULATOR_C_UNARY(asc_not, Not)
CANN_EMULATOR_C_UNARY(asc_rec, Reciprocal)
CANN_EMULATOR_C_UNARY(asc_relu, Relu)
CANN_EMULATOR_C_UNARY(asc_rsqrt, Rsqrt)
CANN_EMULATOR_C_UNARY(asc_sqrt, Sqrt)
#undef CANN_EMULATOR_C_UNARY

#define CANN_EMULATOR_C_SCALAR(name, Function)                                                            \
  template <class T>                                                                                      \
  void name(__ubuf__ T* dst, __ubuf__ T* src, AscendC::detail::NotDeduced<T> scalar, std::uint32_t count, \
            CANN_EMULATOR_C_SITE) {                                                                       \
    AscendC::Function(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src), scalar,                           \
                      static_cast<std::int32_t>(count), site);                                            \
  }                                                                                                       \
  template <class T>                                                                                      \
  void name##_sync(__ubuf__ T* dst, __ubuf__ T* src, AscendC::detail::NotDeduced<T> scalar,               \
                   std::uint32_t count, CANN_EMULATOR_C_SITE) {                                           \
    name(dst, src, scalar, count, site);                                                                  \
    asc_sync(site);                                                                                       \
  }
CANN_EMULATOR_C_SCALAR(asc_add_scalar, Adds)
CANN_EMULATOR_C_SCALAR(asc_mul_scalar, Muls)
CANN_EMULATOR_C_SCALAR(asc_max_scalar, Maxs)
CANN_EMULATOR_C_SCALAR(asc_min_scalar, Mins)
CANN_EMULATOR_C_SCALAR(asc_leakyrelu, LeakyRelu)
#undef CANN_EMULATOR_C_SCALAR

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

// BlockReduce*: one result for each 32 bytes; WholeReduceSum: for each repeat; PairReduceSum: for each pair.
#define CANN_EMULATOR_C_REDUCE(name, Function, ...)                                                     \
  template <class T>                                                                                    \
  void name(__ubuf__ T* dst, __ubuf__ T* src, std::uint8_t repeat, std::uint16_t dst_repeat_stride,     \
            std::uint16_t src_block_stride, std::uint16_t src_repeat_stride, CANN_EMULATOR_C_SITE) {    \
    AscendC::Function<T, false>(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src), __VA_ARGS__,          \
                                dst_repeat_stride, src_block_stride, src_repeat_stride, site);          \
  }                                                                                                     \
  template <class T>                                                                                    \
  void name(__ubuf__ T* dst, __ubuf__ T* src, std::uint32_t count, CANN_EMULATOR_C_SITE) {              \
    ::cann_emulator::ascendc::ForCount(count, [&] { name(dst, src, std::uint8_t{1}, 1, 1, 8, site); }); \
  }                                                                                                     \
  template <class T>                                                                                    \
  void name##_sync(__ubuf__ T* dst, __ubuf__ T* src, std::uint32_t count, CANN_EMULATOR_C_SITE) {       \
    name(dst, src, count, site);                                                                        \
    asc_sync(site);                                                                                     \
  }
CANN_EMULATOR_C_REDUCE(asc_datablock_reduce_sum, BlockReduceSum, repeat, 0)
CANN_EMULATOR_C_REDUCE(asc_datablock_reduce_max, BlockReduceMax, repeat, 0)
CANN_EMULATOR_C_REDUCE(asc_datablock_reduce_min, BlockReduceMin, repeat, 0)
CANN_EMULATOR_C_REDUCE(asc_repeat_reduce_sum, WholeReduceSum, 0, repeat)
CANN_EMULATOR_C_REDUCE(asc_pair_reduce_sum, PairReduceSum, repeat, 0)
#undef CANN_EMULATOR_C_REDUCE

// Brcb
template <class T>
void asc_brcb(__ubuf__ T* dst, __ubuf__ T* src, std::uint16_t dst_block_stride,
              std::uint16_t dst_repeat_stride, std::uint8_t repeat, CANN_EMULATOR_C_SITE) {
  AscendC::Brcb(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src), repeat,
                AscendC::BrcbRepeatParams(dst_block_stride, dst_repeat_stride), site);
}
template <class T>
void asc_brcb_sync(__ubuf__ T* dst, __ubuf__ T* src, std::uint16_t dst_block_stride,
                   std::uint16_t dst_repeat_stride, std::uint8_t repeat, CANN_EMULATOR_C_SITE) {
  asc_brcb(dst, src, dst_block_stride, dst_repeat_stride, repeat, site);
  asc_sync(site);
}

// Gather: offsets in bytes
template <class T>
void asc_gather(__ubuf__ T* dst, __ubuf__ T* src, __ubuf__ std::uint32_t* src_offset, std::uint32_t count,
                CANN_EMULATOR_C_SITE) {
  AscendC::Gather(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src), CANN_EMULATOR_C_UB(src_offset), 0, count,
                  site);
}
template <class T>
void asc_gather(__ubuf__ T* dst, __ubuf__ T* src, __ubuf__ std::uint32_t* src_offset,
                std::uint16_t dst_repeat_stride, std::uint8_t repeat, CANN_EMULATOR_C_SITE) {
  using namespace AscendC::detail;
  GatherElements(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src), CANN_EMULATOR_C_UB(src_offset), 0,
                 RepeatShape(Mask::First(0, false), repeat, {1, dst_repeat_stride}), site);
}
template <class T>
void asc_gather_sync(__ubuf__ T* dst, __ubuf__ T* src, __ubuf__ std::uint32_t* src_offset,
                     std::uint32_t count, CANN_EMULATOR_C_SITE) {
  asc_gather(dst, src, src_offset, count, site);
  asc_sync(site);
}

// Select by the bits of asc_set_cmp_mask, the same for each repeat
template <class T>
void asc_select(__ubuf__ T* dst, __ubuf__ T* src0, __ubuf__ T* src1, std::uint8_t repeat,
                std::uint8_t dst_block_stride, std::uint8_t src0_block_stride, std::uint8_t src1_block_stride,
                std::uint8_t dst_repeat_stride, std::uint8_t src0_repeat_stride,
                std::uint8_t src1_repeat_stride, CANN_EMULATOR_C_SITE) {
  AscendC::Select<T, AscendC::SELMODE::VSEL_CMPMASK_SPR>(
      CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src0), CANN_EMULATOR_C_UB(src1), repeat,
      AscendC::BinaryRepeatParams(dst_block_stride, src0_block_stride, src1_block_stride, dst_repeat_stride,
                                  src0_repeat_stride, src1_repeat_stride),
      site);
}
template <class T>
void asc_select(__ubuf__ T* dst, __ubuf__ T* src0, __ubuf__ T* src1, std::uint32_t count,
                CANN_EMULATOR_C_SITE) {
  ::cann_emulator::ascendc::ForCount(
      count, [&] { asc_select(dst, src0, src1, std::uint8_t{1}, 1, 1, 1, 8, 8, 8, site); });
}
template <class T>
void asc_select_sync(__ubuf__ T* dst, __ubuf__ T* src0, __ubuf__ T* src1, std::uint32_t count,
                     CANN_EMULATOR_C_SITE) {
  asc_select(dst, src0, src1, count, site);
  asc_sync(site);
}
