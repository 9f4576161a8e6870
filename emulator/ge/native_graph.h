// SPDX-License-Identifier: Apache-2.0
// Graphs built in C++ from ge::Operator objects.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "acl/runtime.h"
#include "ge/operator_impl.h"

namespace cann_emulator::engine {

using OperatorPointer = std::shared_ptr<const ::ge::OperatorImpl>;

// What Graph::SetInputs and SetOutputs were given. An output operator without indices gives all its outputs.
struct NativeGraph {
  std::vector<OperatorPointer> inputs;
  std::vector<std::pair<OperatorPointer, std::vector<std::size_t>>> outputs;
};

// The serialised ge.proto.ModelDef of the operators that the outputs need. Fails for inputs that are no Data,
// outputs and links that do not exist, two operators of one name, and cycles of links.
Status SerializeOperators(const std::string& name, const NativeGraph& graph, std::string* model);

}  // namespace cann_emulator::engine
