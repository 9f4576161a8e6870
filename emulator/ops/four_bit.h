// SPDX-License-Identifier: Apache-2.0
// 4-bit numbers (DT_INT4, DT_FLOAT4_E2M1, DT_FLOAT4_E1M2), for which torch has no element type. For kernels a
// tensor of them is one of bytes, with a last axis half as long: the element of the even place is in the low
// half.
#pragma once

#include <ATen/ATen.h>

#include <vector>

#include "graph/types.h"

namespace cann_emulator::ops {

bool IsFourBit(::ge::DataType dtype);

// The sizes of the bytes. Throws c10::Error unless the last axis has an even size; -1 (unknown) may stay.
std::vector<std::int64_t> FourBitBytes(std::vector<std::int64_t> sizes);

// Bytes from integers whose low four bits are the elements.
at::Tensor PackFourBits(const at::Tensor& elements);

}  // namespace cann_emulator::ops
