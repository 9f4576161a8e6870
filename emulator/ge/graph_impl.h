// SPDX-License-Identifier: Apache-2.0
// What ge::Graph and ge::GNode hold.
#pragma once

#include <memory>
#include <string>

#include "ge/model.h"
#include "ge/native_graph.h"

namespace ge {

class GraphImpl {
 public:
  std::string name;
  std::shared_ptr<const cann_emulator::engine::Model> model;   // null until loaded or built
  std::vector<cann_emulator::engine::OperatorPointer> inputs;  // of a graph that is being built
  std::string refusal;                                         // why it could not be built

  // Ends the complaint that the graph has no model with the reason, where there is one.
  std::string Because(const std::string& complaint) const {
    return refusal.empty() ? complaint : complaint + "; this one could not be built: " + refusal;
  }
};

class NodeImpl {
 public:
  std::string name;
  std::string type;
};

}  // namespace ge
