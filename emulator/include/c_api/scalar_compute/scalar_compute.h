// SPDX-License-Identifier: Apache-2.0
// The C API's bit counts on the scalar unit: those of core_info.h, whose parameters they are inferred from.
#pragma once

#include "c_api/operands.h"

// Zeros above the highest 1; 64 for 0.
inline std::int64_t asc_clz(std::uint64_t value) { return AscendC::ScalarCountLeadingZero(value); }
inline std::int64_t asc_popc(std::uint64_t value) { return AscendC::ScalarGetCountOfValue<1>(value); }
inline std::int64_t asc_zero_bits_cnt(std::uint64_t value) {
  return AscendC::ScalarGetCountOfValue<0>(value);
}
// Position of the lowest 1; -1 where there is none.
inline std::int64_t asc_ffs(std::uint64_t value) { return AscendC::ScalarGetSFFValue<1>(value); }
// Bits below the sign bit that equal it.
inline std::int64_t asc_sflbits(std::int64_t value) { return AscendC::CountBitsCntSameAsSignBit(value); }
