// SPDX-License-Identifier: Apache-2.0
// Results of a synchronous run.
#pragma once

#include <vector>

#include "acl/runtime.h"
#include "graph/tensor.h"

namespace cann_emulator::engine {

// Waits for the default stream and copies device results to host memory. `outputs` is made when it is empty;
// else its tensors' memory is filled.
Status CopyToHost(const std::vector<::ge::Tensor>& results, std::vector<::ge::Tensor>* outputs);

}  // namespace cann_emulator::engine
