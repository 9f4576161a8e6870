// SPDX-License-Identifier: Apache-2.0
// The C API's comparisons, a function for each CMPMODE. Repeats into UB: a bit for each element, one after
// another whatever dst's strides and the mask are. Or 256 bytes, whatever `repeat` is, into the register that
// asc_get_cmp_mask and asc_select read. There is no form of `count` elements. And Select by that register.
#pragma once

#include "c_api/operands.h"
#include "c_api/sync/sync.h"

namespace cann_emulator::ascendc {
template <class T>
inline constexpr std::uint64_t kAllLanes[2] = {~std::uint64_t{0}, sizeof(T) == 2 ? ~std::uint64_t{0} : 0};
}  // namespace cann_emulator::ascendc

#define CANN_EMULATOR_C_COMPARE(name, mode)                                                                  \
  template <class T>                                                                                         \
  void name(__ubuf__ std::uint8_t* dst, __ubuf__ T* src0, __ubuf__ T* src1, CANN_EMULATOR_C_BINARY_FIELDS,   \
            CANN_EMULATOR_C_SITE) {                                                                          \
    AscendC::Compare(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src0), CANN_EMULATOR_C_UB(src1),            \
                     AscendC::CMPMODE::mode, ::cann_emulator::ascendc::kAllLanes<T>,                         \
                     CANN_EMULATOR_C_FIT(8, repeat), CANN_EMULATOR_C_BINARY_STRIDES, site);                  \
  }                                                                                                          \
  template <class T>                                                                                         \
  void name(__ubuf__ T* src0, __ubuf__ T* src1, CANN_EMULATOR_C_BINARY_FIELDS, CANN_EMULATOR_C_SITE) {       \
    static_cast<void>(repeat);                                                                               \
    AscendC::Compare<T, false>(CANN_EMULATOR_C_UB(src0), CANN_EMULATOR_C_UB(src1), AscendC::CMPMODE::mode,   \
                               AscendC::MASK_PLACEHOLDER, CANN_EMULATOR_C_BINARY_STRIDES, site);             \
  }                                                                                                          \
  template <class T>                                                                                         \
  void name##_sync(__ubuf__ std::uint8_t* dst, __ubuf__ T* src0, __ubuf__ T* src1,                           \
                   CANN_EMULATOR_C_BINARY_FIELDS, CANN_EMULATOR_C_SITE) {                                    \
    name(dst, src0, src1, repeat, dst_block_stride, src0_block_stride, src1_block_stride, dst_repeat_stride, \
         src0_repeat_stride, src1_repeat_stride, site);                                                      \
    asc_sync(site);                                                                                          \
  }                                                                                                          \
  template <class T>                                                                                         \
  void name##_sync(__ubuf__ T* src0, __ubuf__ T* src1, CANN_EMULATOR_C_BINARY_FIELDS,                        \
                   CANN_EMULATOR_C_SITE) {                                                                   \
    name(src0, src1, repeat, dst_block_stride, src0_block_stride, src1_block_stride, dst_repeat_stride,      \
         src0_repeat_stride, src1_repeat_stride, site);                                                      \
    asc_sync(site);                                                                                          \
  }
CANN_EMULATOR_C_COMPARE(asc_lt, LT)
CANN_EMULATOR_C_COMPARE(asc_gt, GT)
CANN_EMULATOR_C_COMPARE(asc_eq, EQ)
CANN_EMULATOR_C_COMPARE(asc_le, LE)
CANN_EMULATOR_C_COMPARE(asc_ge, GE)
CANN_EMULATOR_C_COMPARE(asc_ne, NE)
#undef CANN_EMULATOR_C_COMPARE

// CompareScalar
#define CANN_EMULATOR_C_COMPARE_SCALAR(name, mode)                                                          \
  template <class T>                                                                                        \
  void name(__ubuf__ std::uint8_t* dst, __ubuf__ T* src, AscendC::detail::NotDeduced<T> value,              \
            CANN_EMULATOR_C_UNARY_FIELDS, CANN_EMULATOR_C_SITE) {                                           \
    AscendC::CompareScalar(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src), value, AscendC::CMPMODE::mode, \
                           ::cann_emulator::ascendc::kAllLanes<T>, CANN_EMULATOR_C_FIT(8, repeat),          \
                           CANN_EMULATOR_C_UNARY_STRIDES, site);                                            \
  }                                                                                                         \
  template <class T>                                                                                        \
  void name##_sync(__ubuf__ std::uint8_t* dst, __ubuf__ T* src, AscendC::detail::NotDeduced<T> value,       \
                   CANN_EMULATOR_C_UNARY_FIELDS, CANN_EMULATOR_C_SITE) {                                    \
    name(dst, src, value, repeat, dst_block_stride, src_block_stride, dst_repeat_stride, src_repeat_stride, \
         site);                                                                                             \
    asc_sync(site);                                                                                         \
  }
CANN_EMULATOR_C_COMPARE_SCALAR(asc_lt_scalar, LT)
CANN_EMULATOR_C_COMPARE_SCALAR(asc_gt_scalar, GT)
CANN_EMULATOR_C_COMPARE_SCALAR(asc_eq_scalar, EQ)
CANN_EMULATOR_C_COMPARE_SCALAR(asc_le_scalar, LE)
CANN_EMULATOR_C_COMPARE_SCALAR(asc_ge_scalar, GE)
CANN_EMULATOR_C_COMPARE_SCALAR(asc_ne_scalar, NE)
#undef CANN_EMULATOR_C_COMPARE_SCALAR

// Select by the bits of the register, the same for each repeat
template <class T>
void asc_select(__ubuf__ T* dst, __ubuf__ T* src0, __ubuf__ T* src1, CANN_EMULATOR_C_BINARY_FIELDS,
                CANN_EMULATOR_C_SITE) {
  AscendC::Select<T, AscendC::SELMODE::VSEL_CMPMASK_SPR>(
      CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src0), CANN_EMULATOR_C_UB(src1),
      CANN_EMULATOR_C_FIT(8, repeat), CANN_EMULATOR_C_BINARY_STRIDES, site);
}
template <class T>
void asc_select(__ubuf__ T* dst, __ubuf__ T* src0, __ubuf__ T* src1, std::uint32_t count,
                CANN_EMULATOR_C_SITE) {
  ::cann_emulator::ascendc::ForCount(count, [&] { asc_select(dst, src0, src1, 1, 1, 1, 1, 8, 8, 8, site); });
}
template <class T>
void asc_select_sync(__ubuf__ T* dst, __ubuf__ T* src0, __ubuf__ T* src1, std::uint32_t count,
                     CANN_EMULATOR_C_SITE) {
  asc_select(dst, src0, src1, count, site);
  asc_sync(site);
}
