// SPDX-License-Identifier: Apache-2.0
// What a ge::Operator holds: a prototype in the making.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ge/op_library.h"

namespace ge {

class OperatorImpl {
 public:
  std::string name;
  cann_emulator::Prototype prototype;
  std::vector<std::string> input_types;   // texts, parallel to prototype.inputs
  std::vector<std::string> output_types;  // texts, parallel to prototype.outputs
  std::map<std::string, std::string> type_symbols;
};

}  // namespace ge
