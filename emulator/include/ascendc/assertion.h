// SPDX-License-Identifier: Apache-2.0
// What assert calls in .asc files; wrappers/assert.h.
#pragma once

#include "ascendc/api.h"

namespace cann_emulator::ascendc {

[[noreturn]] CANN_EMULATOR_ASCENDC_API void AssertionOfHostOrKernel(const char* condition, const char* file,
                                                                    int line, const char* function);

}  // namespace cann_emulator::ascendc
