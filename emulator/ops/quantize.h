// SPDX-License-Identifier: Apache-2.0
// Quantisation, for operators that do something else before.
#pragma once

#include <ATen/ATen.h>

#include <tuple>

namespace cann_emulator::ops {

// Rounded numbers as int8, uint8 or int32; those out of range become the nearest in range.
at::Tensor Saturate(const at::Tensor& x, at::ScalarType type);

// y in int8 and a scale for each row of the last axis, at which the row's largest magnitude becomes
// `largest`.
std::tuple<at::Tensor, at::Tensor> QuantizeRows(const at::Tensor& x, double largest = 127);

// float32 scales, also from 64-bit parameters, which hold them in their lower halves.
at::Tensor RestoringScale(const at::Tensor& scale);

}  // namespace cann_emulator::ops
