// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/library.h>

namespace cann_emulator::aten {

// aten::matmul_backward, which PyTorch has no kernel for but that of nested tensors.
void RegisterMatmulBackward(torch::Library& library);

}  // namespace cann_emulator::aten
