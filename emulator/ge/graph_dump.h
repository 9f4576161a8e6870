// SPDX-License-Identifier: Apache-2.0
// Files of a graph's stages for viewers, asked for with CANN's variables: DUMP_GE_GRAPH (1: all, 2: without
// the data of constants, 3: nodes and edges alone), DUMP_GRAPH_PATH (folder; default: the current one) and
// DUMP_GRAPH_FORMAT (onnx, readable; joined by '|'; default onnx).
#pragma once

#include <string>

#include "ge/compiled_graph.h"

namespace cann_emulator::engine {

// The graph as the text form of an ONNX model, which Netron opens. `level`: that of DUMP_GE_GRAPH. Shapes and
// dtypes appear where `graph.values` has them.
std::string OnnxText(const CompiledGraph& graph, int level);

// Writes <folder>/ge_onnx_<number>_graph_<name>_<stage>.pbtxt and the like. Numbers count up in the process.
// Fails for a value that a variable cannot have, and where a file cannot be written.
Status DumpStage(const CompiledGraph& graph, const std::string& stage);

// <graph name> for the name of a file.
std::string FileNameOf(const CompiledGraph& graph);
Status WriteDump(const std::string& variable, const std::string& folder, const std::string& name,
                 const std::string& text);

}  // namespace cann_emulator::engine
