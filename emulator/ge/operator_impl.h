// SPDX-License-Identifier: Apache-2.0
// What a ge::Operator holds: a prototype in the making, or a node of a graph that is built in C++.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ge/op_library.h"
#include "graph/tensor.h"

namespace ge {

class OperatorImpl {
 public:
  std::string name;
  cann_emulator::Prototype prototype;
  std::vector<std::string> input_types;   // texts, parallel to prototype.inputs
  std::vector<std::string> output_types;  // texts, parallel to prototype.outputs
  std::map<std::string, std::string> type_symbols;

  // As a node.
  struct Link {
    std::shared_ptr<const OperatorImpl> source;
    std::size_t output = 0;
  };
  std::map<std::string, Link> links;  // by the name of the input; "x0", "x1" for a dynamic one
  std::vector<std::shared_ptr<const OperatorImpl>> controls;
  cann_emulator::Attributes attributes;
  std::map<std::string, Tensor> tensors;
  std::map<std::string, TensorDesc> output_descs;

  // The linked inputs in the prototype's order.
  std::vector<std::string> LinkedPorts() const;
};

}  // namespace ge
