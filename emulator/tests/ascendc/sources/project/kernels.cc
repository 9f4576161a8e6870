// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "shared.h"

#ifndef DEFINED_FOR_ASC
#error "ascendc_compile_definitions() did not arrive"
#endif

__global__ __vector__ void in_library() { std::printf("in_library %d\n", static_cast<int>(block_idx)); }

void RunKernels() { in_library<<<2, nullptr, nullptr>>>(); }
