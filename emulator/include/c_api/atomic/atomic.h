// SPDX-License-Identifier: Apache-2.0
// The C API's atomic stores: SetAtomicAdd, SetAtomicMax, SetAtomicMin for the copies from UB to device memory
// that follow. The names of the maxima and minima are inferred from those of the sums.
#pragma once

#include "c_api/operands.h"

#define CANN_EMULATOR_C_ATOMIC(name, Function, T) \
  inline void name() { AscendC::Function<T>(); }

// clang-format off: one a line
CANN_EMULATOR_C_ATOMIC(asc_set_atomic_add_int8, SetAtomicAdd, std::int8_t)
CANN_EMULATOR_C_ATOMIC(asc_set_atomic_add_int16, SetAtomicAdd, std::int16_t)
CANN_EMULATOR_C_ATOMIC(asc_set_atomic_add_int, SetAtomicAdd, std::int32_t)
CANN_EMULATOR_C_ATOMIC(asc_set_atomic_add_bfloat, SetAtomicAdd, bfloat16_t)
CANN_EMULATOR_C_ATOMIC(asc_set_atomic_add_float16, SetAtomicAdd, half)
CANN_EMULATOR_C_ATOMIC(asc_set_atomic_add_float, SetAtomicAdd, float)
CANN_EMULATOR_C_ATOMIC(asc_set_atomic_max_int8, SetAtomicMax, std::int8_t)
CANN_EMULATOR_C_ATOMIC(asc_set_atomic_max_int16, SetAtomicMax, std::int16_t)
CANN_EMULATOR_C_ATOMIC(asc_set_atomic_max_int, SetAtomicMax, std::int32_t)
CANN_EMULATOR_C_ATOMIC(asc_set_atomic_max_bfloat, SetAtomicMax, bfloat16_t)
CANN_EMULATOR_C_ATOMIC(asc_set_atomic_max_float16, SetAtomicMax, half)
CANN_EMULATOR_C_ATOMIC(asc_set_atomic_max_float, SetAtomicMax, float)
CANN_EMULATOR_C_ATOMIC(asc_set_atomic_min_int8, SetAtomicMin, std::int8_t)
CANN_EMULATOR_C_ATOMIC(asc_set_atomic_min_int16, SetAtomicMin, std::int16_t)
CANN_EMULATOR_C_ATOMIC(asc_set_atomic_min_int, SetAtomicMin, std::int32_t)
CANN_EMULATOR_C_ATOMIC(asc_set_atomic_min_bfloat, SetAtomicMin, bfloat16_t)
CANN_EMULATOR_C_ATOMIC(asc_set_atomic_min_float16, SetAtomicMin, half)
CANN_EMULATOR_C_ATOMIC(asc_set_atomic_min_float, SetAtomicMin, float)
// clang-format on
inline void asc_set_atomic_none() { AscendC::SetAtomicNone(); }

#undef CANN_EMULATOR_C_ATOMIC
