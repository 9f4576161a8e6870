// SPDX-License-Identifier: Apache-2.0
// output = input * alpha + sqrt(input), element by element: the rule of the operator and its host launcher.
//
// alpha is rounded to float32. float16 and bfloat16 are computed in float32 and rounded once, to nearest
// even. With u the distance of neighbouring values of the dtype at the largest of |input * alpha|,
// sqrt(input) and |output|, the result is within 2.5 u of the exact one for float32 (u for alpha, u / 2 for
// each of three operations) and within 0.51 u for the others. Near output = 0, where the terms cancel, that
// is many ulp of the output. Negative input gives NaN.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "elementwise_rule.h"

namespace ascendc_ops {

inline constexpr std::array kDispersionCorrectionDataTypes = {DataType::kFloat32, DataType::kFloat16,
                                                              DataType::kBFloat16};

// Empty when the operator takes `input`, otherwise what is wrong and what to do. output has the dtype of
// input.
inline std::string CheckDispersionCorrectionDataType(DataType input) {
  return CheckDataType("input", input, kDispersionCorrectionDataTypes);
}

// Launches the operator over `count` elements of `dtype` on `stream` (an aclrtStream) and returns at once.
// input and output are device addresses of dense tensors, which may not overlap unless they are the same
// tensor. A count of 0 launches nothing. Returns an empty string, or why nothing was launched.
std::string LaunchDispersionCorrection(DataType dtype, const void* input, float alpha, void* output,
                                       std::uint64_t count, void* stream);

}  // namespace ascendc_ops
