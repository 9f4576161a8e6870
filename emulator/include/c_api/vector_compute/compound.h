// SPDX-License-Identifier: Apache-2.0
// The C API's functions that do two operations in one.
#pragma once

#include <type_traits>

#include "c_api/operands.h"
#include "c_api/sync/sync.h"

namespace cann_emulator::ascendc {

// AddRelu, or AddReluCast where dst has another type; SubRelu likewise.
#define CANN_EMULATOR_C_RELU(name, Plain, Casting)                                   \
  template <class T, class U, bool isSetMask = true, class... Rest>                  \
  void name(const AscendC::LocalTensor<T>& dst, const AscendC::LocalTensor<U>& src0, \
            const AscendC::LocalTensor<U>& src1, const Rest&... rest) {              \
    if constexpr (std::is_same_v<T, U>) {                                            \
      AscendC::Plain<T, U, isSetMask>(dst, src0, src1, rest...);                     \
    } else {                                                                         \
      AscendC::Casting<T, U, isSetMask>(dst, src0, src1, rest...);                   \
    }                                                                                \
  }
CANN_EMULATOR_C_RELU(AddReluTo, AddRelu, AddReluCast)
CANN_EMULATOR_C_RELU(SubReluTo, SubRelu, SubReluCast)
#undef CANN_EMULATOR_C_RELU

}  // namespace cann_emulator::ascendc

#define CANN_EMULATOR_C_COMPOUND(name, Function)                                                       \
  template <class T, class U>                                                                          \
  void name(__ubuf__ T* dst, __ubuf__ U* src0, __ubuf__ U* src1, std::uint32_t count,                  \
            CANN_EMULATOR_C_SITE) {                                                                    \
    Function(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src0), CANN_EMULATOR_C_UB(src1),              \
             static_cast<std::int32_t>(count), site);                                                  \
  }                                                                                                    \
  template <class T, class U>                                                                          \
  void name##_sync(__ubuf__ T* dst, __ubuf__ U* src0, __ubuf__ U* src1, std::uint32_t count,           \
                   CANN_EMULATOR_C_SITE) {                                                             \
    name(dst, src0, src1, count, site);                                                                \
    asc_sync(site);                                                                                    \
  }                                                                                                    \
  template <class T, class U>                                                                          \
  void name(__ubuf__ T* dst, __ubuf__ U* src0, __ubuf__ U* src1, CANN_EMULATOR_C_BINARY_FIELDS,        \
            CANN_EMULATOR_C_SITE) {                                                                    \
    Function<T, U, false>(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src0), CANN_EMULATOR_C_UB(src1), \
                          AscendC::MASK_PLACEHOLDER, CANN_EMULATOR_C_FIT(8, repeat),                   \
                          CANN_EMULATOR_C_BINARY_STRIDES, site);                                       \
  }
// dst = src0 * src1 + dst; src0 * dst + src1; src0 * src1 as integers of 8 bits; relu(src0 + src1)
CANN_EMULATOR_C_COMPOUND(asc_fma, AscendC::MulAddDst)
CANN_EMULATOR_C_COMPOUND(asc_mul_add, AscendC::FusedMulAdd)
CANN_EMULATOR_C_COMPOUND(asc_mul_add_relu, AscendC::FusedMulAddRelu)
CANN_EMULATOR_C_COMPOUND(asc_mul_cast_half2int8, AscendC::MulCast)
CANN_EMULATOR_C_COMPOUND(asc_mul_cast_half2uint8, AscendC::MulCast)
CANN_EMULATOR_C_COMPOUND(asc_add_relu, ::cann_emulator::ascendc::AddReluTo)
CANN_EMULATOR_C_COMPOUND(asc_sub_relu, ::cann_emulator::ascendc::SubReluTo)
#undef CANN_EMULATOR_C_COMPOUND
