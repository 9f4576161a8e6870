// SPDX-License-Identifier: Apache-2.0
// The readable form of a compiled graph (docs/emulator-ge.md tells the format).
#pragma once

#include <string>

#include "ge/compiled_graph.h"

namespace cann_emulator::engine {

// Without shapes and dtypes where nothing is inferred yet.
std::string GraphText(const CompiledGraph& graph);

// Writes <folder>/<graph name>.txt when CANN_EMULATOR_GRAPH_DUMP names a folder.
Status DumpGraph(const CompiledGraph& graph);

}  // namespace cann_emulator::engine
