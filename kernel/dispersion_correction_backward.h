// SPDX-License-Identifier: Apache-2.0
// The gradient of dispersion_correction, element by element: its rule and its host launcher.
//
//   grad_input = grad * alpha + grad / (2 * sqrt(input))
//
// in this order, as autograd computes it for the formula written out: at input = 0 the result is +-inf, or
// NaN where grad is 0; negative input gives NaN. alpha is rounded to float32. float16 and bfloat16 are
// computed in float32 and rounded once. With u the distance of neighbouring values of the dtype at the
// largest of the two terms and the result, the result is within 3.5 u of the exact one for float32 (u each
// for alpha and the root in the divisor, u / 2 for each of three operations) and within 0.51 u for the
// others.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "dispersion_correction.h"

namespace ascendc_ops {

// Empty when the operator takes them, otherwise what is wrong and what to do. grad_input has the dtype of
// input.
inline std::string CheckDispersionCorrectionBackwardDataTypes(DataType grad, DataType input) {
  return CheckOneDataType("grad", grad, "input", input, kDispersionCorrectionDataTypes);
}

// As above for shapes, which must be equal (see CheckOneShape). grad_input has the shape of input.
template <typename Dims, typename Agree>
std::string CheckDispersionCorrectionBackwardShapes(const Dims& grad, const Dims& input, Agree agree) {
  return CheckOneShape("grad", grad, "input", input, agree);
}

// Launches the operator over `count` elements of `dtype` on `stream` (an aclrtStream) and returns at once.
// The addresses are those of dense tensors in device memory; grad_input may not overlap an input unless it is
// the same tensor. A count of 0 launches nothing. Returns an empty string, or why nothing was launched.
std::string LaunchDispersionCorrectionBackward(DataType dtype, const void* grad, const void* input,
                                               float alpha, void* grad_input, std::uint64_t count,
                                               void* stream);

}  // namespace ascendc_ops
