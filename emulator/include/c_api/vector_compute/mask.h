// SPDX-License-Identifier: Apache-2.0
// The C API's registers of the vector unit: SetMaskCount, SetMaskNorm, SetVectorMask, the compare register,
// SetDeqScale, what GatherMask has counted.
#pragma once

#include "c_api/operands.h"

inline void asc_set_mask_count() { AscendC::SetMaskCount(); }
inline void asc_set_mask_norm() { AscendC::SetMaskNorm(); }
inline void asc_set_vector_mask(std::uint64_t mask1, std::uint64_t mask0) { set_vector_mask(mask1, mask0); }
// 128 bits
inline void asc_get_cmp_mask(__ubuf__ void* dst, CANN_EMULATOR_C_SITE) {
  AscendC::GetCmpMask(::cann_emulator::ascendc::UbBytes(__func__, dst, site), site);
}
inline void asc_set_cmp_mask(__ubuf__ void* src, CANN_EMULATOR_C_SITE) {
  AscendC::SetCmpMask(::cann_emulator::ascendc::UbBytes(__func__, src, site), site);
}
inline void asc_set_deq_scale(half scale) { AscendC::SetDeqScale(scale); }
// How many elements the last GatherMask has taken.
inline std::int64_t asc_get_rsvd_count(CANN_EMULATOR_C_SITE) {
  return static_cast<std::int64_t>(::cann_emulator::ascendc::LastGathered(__func__, site));
}
