// SPDX-License-Identifier: Apache-2.0
// The casts of the C API. asc_<from>2<to>, where a RoundMode decides with its suffix:
// _rn RINT, _rd FLOOR, _ru CEIL, _rna ROUND, _rz TRUNC. Pairs of types and modes are those of Cast
// (vector_cast.h); names that no public page shows (asc_half2int4) follow those of the pages that there are.
#pragma once

#include "c_api/operands.h"
#include "c_api/sync/sync.h"

// Three forms: the first count elements, the same and a wait, and repeats under the vector mask, whose
// strides are in blocks of 32 bytes (repeat strides at most 255).
#define CANN_EMULATOR_C_CAST(name, To, From, mode)                                                           \
  inline void name(__ubuf__ To* dst, __ubuf__ From* src, std::uint32_t count, CANN_EMULATOR_C_SITE) {        \
    AscendC::Cast(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src), AscendC::RoundMode::mode, count, site);  \
  }                                                                                                          \
  inline void name##_sync(__ubuf__ To* dst, __ubuf__ From* src, std::uint32_t count, CANN_EMULATOR_C_SITE) { \
    name(dst, src, count, site);                                                                             \
    asc_sync(site);                                                                                          \
  }                                                                                                          \
  inline void name(__ubuf__ To* dst, __ubuf__ From* src, CANN_EMULATOR_C_UNARY_FIELDS,                       \
                   CANN_EMULATOR_C_SITE) {                                                                   \
    AscendC::Cast<To, From, false>(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src),                         \
                                   AscendC::RoundMode::mode, AscendC::MASK_PLACEHOLDER,                      \
                                   CANN_EMULATOR_C_FIT(8, repeat), CANN_EMULATOR_C_UNARY_STRIDES, site);     \
  }
#define CANN_EMULATOR_C_CAST_MODES(name, To, From)       \
  CANN_EMULATOR_C_CAST(name##_rn, To, From, CAST_RINT)   \
  CANN_EMULATOR_C_CAST(name##_rd, To, From, CAST_FLOOR)  \
  CANN_EMULATOR_C_CAST(name##_ru, To, From, CAST_CEIL)   \
  CANN_EMULATOR_C_CAST(name##_rna, To, From, CAST_ROUND) \
  CANN_EMULATOR_C_CAST(name##_rz, To, From, CAST_TRUNC)

// Exact, or saturated, whatever the mode.
CANN_EMULATOR_C_CAST(asc_half2float, float, half, CAST_NONE)
CANN_EMULATOR_C_CAST(asc_bfloat162float, float, bfloat16_t, CAST_NONE)
CANN_EMULATOR_C_CAST(asc_int162float, float, std::int16_t, CAST_NONE)
CANN_EMULATOR_C_CAST(asc_int82half, half, std::int8_t, CAST_NONE)
CANN_EMULATOR_C_CAST(asc_uint82half, half, std::uint8_t, CAST_NONE)
CANN_EMULATOR_C_CAST(asc_int42half, half, int4b_t, CAST_NONE)
CANN_EMULATOR_C_CAST(asc_int322int16, std::int16_t, std::int32_t, CAST_NONE)
CANN_EMULATOR_C_CAST(asc_int322int64, std::int64_t, std::int32_t, CAST_NONE)
CANN_EMULATOR_C_CAST(asc_int642int32, std::int32_t, std::int64_t, CAST_NONE)
CANN_EMULATOR_C_CAST(asc_deq_int322half, half, std::int32_t, CAST_NONE)
// To integers and to narrower types; without a suffix RINT where something is lost.
CANN_EMULATOR_C_CAST_MODES(asc_half2int32, std::int32_t, half)
CANN_EMULATOR_C_CAST_MODES(asc_half2int16, std::int16_t, half)
CANN_EMULATOR_C_CAST(asc_half2int8, std::int8_t, half, CAST_NONE)
CANN_EMULATOR_C_CAST_MODES(asc_half2int8, std::int8_t, half)
CANN_EMULATOR_C_CAST(asc_half2uint8, std::uint8_t, half, CAST_NONE)
CANN_EMULATOR_C_CAST_MODES(asc_half2uint8, std::uint8_t, half)
CANN_EMULATOR_C_CAST(asc_half2int4, int4b_t, half, CAST_NONE)
CANN_EMULATOR_C_CAST_MODES(asc_half2int4, int4b_t, half)
CANN_EMULATOR_C_CAST_MODES(asc_float2float, float, float)
CANN_EMULATOR_C_CAST(asc_float2half, half, float, CAST_NONE)
CANN_EMULATOR_C_CAST_MODES(asc_float2half, half, float)
CANN_EMULATOR_C_CAST_MODES(asc_float2bfloat16, bfloat16_t, float)
CANN_EMULATOR_C_CAST_MODES(asc_float2int64, std::int64_t, float)
CANN_EMULATOR_C_CAST_MODES(asc_float2int32, std::int32_t, float)
CANN_EMULATOR_C_CAST_MODES(asc_float2int16, std::int16_t, float)
CANN_EMULATOR_C_CAST_MODES(asc_bfloat162int32, std::int32_t, bfloat16_t)
CANN_EMULATOR_C_CAST(asc_int162half, half, std::int16_t, CAST_NONE)
CANN_EMULATOR_C_CAST_MODES(asc_int162half, half, std::int16_t)
CANN_EMULATOR_C_CAST(asc_int322float, float, std::int32_t, CAST_NONE)
CANN_EMULATOR_C_CAST_MODES(asc_int322float, float, std::int32_t)
CANN_EMULATOR_C_CAST_MODES(asc_int642float, float, std::int64_t)
#undef CANN_EMULATOR_C_CAST_MODES
#undef CANN_EMULATOR_C_CAST
