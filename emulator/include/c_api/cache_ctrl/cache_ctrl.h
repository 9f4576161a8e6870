// SPDX-License-Identifier: Apache-2.0
// The C API's cache control. As for DataCacheCleanAndInvalid: scalar accesses reach memory at once, so that
// cleaning a line of the scalar unit's cache, or all of it, has nothing to do.
#pragma once

#include "c_api/operands.h"

// The line of dst in device memory, or in UB.
inline void asc_dcci_single(__gm__ void*) {}
inline void asc_ub_dcci_single(__ubuf__ void* dst, CANN_EMULATOR_C_SITE) {
  ::cann_emulator::ascendc::LocalOfPointer(__func__, dst, site);
}
// Every line: of device memory and UB, of one of them.
inline void asc_dcci_entire_all() {}
inline void asc_dcci_entire_out() {}
inline void asc_dcci_entire_ub() {}
