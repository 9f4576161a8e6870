// SPDX-License-Identifier: Apache-2.0
// Inputs, outputs and memory of a compiled graph, as an offline model states them.
#pragma once

#include "ge/offline_file.h"
#include "ge/session_impl.h"

namespace cann_emulator::engine {

// Fills is_static, inputs, outputs and the memory sizes. The graph must be compiled.
void DescribeInterface(const SessionGraph& graph, OfflineFile* file);

}  // namespace cann_emulator::engine
