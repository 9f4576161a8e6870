// SPDX-License-Identifier: Apache-2.0
// CompilableOp and PortableOp: what custom operators prepare when a graph is compiled, and carry in offline
// models.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ge/compiled_graph.h"
#include "graph/ascend_string.h"

namespace cann_emulator::engine {

// Calls Compile for every node of a CompilableOp. `options` are those of the graph, as given.
Status CompileCustomOps(const CompiledGraph& graph,
                        const std::map<::ge::AscendString, ::ge::AscendString>& options);

// Data of operators by their type.
using OperatorData = std::map<std::string, std::vector<std::uint8_t>>;

// What the graph's PortableOps serialise. Fails where operators with and without PortableOp are mixed (a rule
// of GE), and for a CompilableOp that is no PortableOp: what Compile made would be lost.
Status SerializeCustomOps(const CompiledGraph& graph, OperatorData* data);
// Gives it back to them.
Status DeserializeCustomOps(const CompiledGraph& graph, const OperatorData& data);

}  // namespace cann_emulator::engine
