// SPDX-License-Identifier: Apache-2.0
// Values that the host can compute ahead of the stream: shape arithmetic. Shapes that depend on them need no
// wait.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ge/graph_ir.h"
#include "ge/infer.h"

namespace cann_emulator::engine {

using HostValue = std::shared_ptr<const std::string>;

// The values of all outputs of a built-in node whose outputs are known to be few integers and whose inputs'
// values (for Shape and its like: shapes) are known; otherwise empty.
std::vector<HostValue> ComputeOnHost(const Node& node, const std::vector<InferInput>& inputs,
                                     const std::vector<ValueInfo>& outputs);

}  // namespace cann_emulator::engine
