// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <acl/acl.h>
#include <kernel_operator.h>

// Prints the kernel's name and its argument.
inline void Say(const char* name, int value) { AscendC::printf("%s %d\n", name, value); }

__global__ __vector__ void defined_elsewhere(int value);

inline void LaunchFromHeader(aclrtStream stream, int value) { defined_elsewhere<<<1, 0, stream>>>(value); }
