// SPDX-License-Identifier: Apache-2.0
// Quantisation, for operators that do something else before.
#pragma once

#include <ATen/ATen.h>

#include <tuple>

namespace cann_emulator::ops {

// Rounded numbers as int8, uint8 or int32; those out of range become the nearest in range.
at::Tensor Saturate(const at::Tensor& x, at::ScalarType type);

// y in int8 and a scale for each row of the last axis, at which the row just fits.
std::tuple<at::Tensor, at::Tensor> QuantizeRows(const at::Tensor& x);

}  // namespace cann_emulator::ops
