// SPDX-License-Identifier: Apache-2.0
// <assert.h> and <cassert> of .asc files: in a kernel a false condition ends the launch with a report, in
// host code the process, as the C library does. No include guard: like the C library's, it may be included
// anew.
#include_next <assert.h>

#ifndef NDEBUG
#include "ascendc/assertion.h"
#undef assert
// An expression, and no call while the condition holds: constexpr functions assert too.
#define assert(...)               \
  (static_cast<bool>(__VA_ARGS__) \
       ? static_cast<void>(0)     \
       : ::cann_emulator::ascendc::AssertionOfHostOrKernel(#__VA_ARGS__, __FILE__, __LINE__, __func__))
#endif
