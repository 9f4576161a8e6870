// SPDX-License-Identifier: Apache-2.0
// What ge::Graph and ge::GNode hold.
#pragma once

#include <memory>
#include <string>

#include "ge/model.h"

namespace ge {

class GraphImpl {
 public:
  std::string name;
  std::shared_ptr<const cann_emulator::engine::Model> model;  // null until loaded
};

class NodeImpl {
 public:
  std::string name;
  std::string type;
};

}  // namespace ge
