// SPDX-License-Identifier: Apache-2.0
// Root mean square normalisation, for operators that do something else with its results.
#pragma once

#include <tuple>

#include "ops/call.h"
#include "ops/rules.h"

namespace cann_emulator::ops {

// y in the type of x; 1 / sqrt(mean square + epsilon) in float32 (float64 for float64).
std::tuple<at::Tensor, at::Tensor> RmsNorm(const at::Tensor& x, const at::Tensor& gamma, double epsilon);

// The gradients of x and gamma from inputs dy, x, rstd and gamma.
std::tuple<at::Tensor, at::Tensor> RmsNormGrad(Call& call);

// Of the reciprocal root, for input x and an input gamma.
Desc RstdDesc(const Call& call, std::string_view x);

}  // namespace cann_emulator::ops
