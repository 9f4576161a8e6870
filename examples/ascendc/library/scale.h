// SPDX-License-Identifier: Apache-2.0
// z = x * factor on `count` floats, a multiple of 8 that fits into UB; scale.asc has the kernel.
#pragma once

#include <acl/acl.h>

#include <cstdint>

void LaunchScale(std::uint8_t* x, std::uint8_t* z, std::uint32_t count, float factor, aclrtStream stream);
