// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/library.h>

namespace cann_emulator::aten {

// The fused LSTM and GRU cells, which PyTorch calls on every device but the CPU and which have no CPU kernel.
void RegisterRecurrentCells(torch::Library& library);

}  // namespace cann_emulator::aten
