// SPDX-License-Identifier: Apache-2.0
// CANN_EMULATOR_FINITE=on: finds the first operator that makes inf or nan.
#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

namespace cann_emulator::ops {

// Whether the variable asks for it; read once.
bool FiniteIsRequired();

// No tensor holds inf or nan.
bool AllFinite(const std::vector<at::Tensor>& tensors);

// Throws c10::Error that names the output, for results of inputs that were finite.
void RequireFinite(const std::vector<at::Tensor>& results);

}  // namespace cann_emulator::ops
