// SPDX-License-Identifier: Apache-2.0
// From an operator of the model to a node bound to its prototype.
#pragma once

#include <string>
#include <vector>

#include "ge/graph_ir.h"

namespace cann_emulator::engine {

// Which entries of op.inputs are data, in the order of op.input_descs.
std::vector<std::size_t> DataInputPositions(const OpDefinition& op);

// Fills everything of `node` but inputs and controls. `order` gets, for each present input in prototype
// order, the number of the data input of `op`, a node of `model`. An unknown type gives a node without
// prototype and succeeds.
Status BindNode(const Model& model, const OpDefinition& op, Node* node, std::vector<std::size_t>* order);

}  // namespace cann_emulator::engine
