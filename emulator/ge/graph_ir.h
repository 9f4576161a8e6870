// SPDX-License-Identifier: Apache-2.0
// A graph whose form is right: nodes in topological order, inputs bound to the ports of their prototypes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ge/custom_op_registry.h"
#include "ge/model.h"
#include "ge/op_library.h"
#include "ge/prototype_registry.h"

namespace cann_emulator::engine {

// Output `output` of node `node`.
struct ValueRef {
  std::size_t node = 0;
  std::size_t output = 0;
};

// What is known of a value. Unknown dimensions are -1, an unknown rank is the single dimension -2, an unknown
// dtype is DT_UNDEFINED.
struct ValueInfo {
  ::ge::DataType dtype = ::ge::DT_UNDEFINED;
  std::vector<std::int64_t> dims = {::ge::UNKNOWN_DIM_NUM};

  bool ShapeKnown() const {
    for (std::int64_t dim : dims) {
      if (dim < 0) {
        return false;
      }
    }
    return true;
  }
  bool Known() const { return dtype != ::ge::DT_UNDEFINED && ShapeKnown(); }
};

struct Node {
  enum class Kind {
    kData,         // an input of the graph
    kConst,        // data in the model
    kPlaceholder,  // data at a fixed device address (ConstPlaceHolder)
    kBuiltin,      // an operator of the library
    kCustom,       // a registered operator
    kNetOutput,    // its inputs are the graph's outputs
  };

  Kind kind = Kind::kBuiltin;
  std::string name;
  std::string type;
  std::string origin;  // the FX node it was converted from; "" when unknown

  std::vector<ValueRef> inputs;       // present inputs, in the order of the prototype
  std::vector<std::size_t> controls;  // nodes that must run before
  std::size_t output_count = 0;

  std::shared_ptr<const OperatorPrototype> prototype;  // kBuiltin, kCustom
  const CustomOp* custom = nullptr;                    // kCustom
  OpInstance instance;                                 // kBuiltin, kCustom
  bool force_dynamic = false;                          // its shapes count as unknown until run time

  std::int64_t data_index = 0;                // kData: number of the graph's input
  TensorValue value;                          // kConst
  std::shared_ptr<const std::string> weight;  // kConst from a file: the bytes of `value`
  void* address = nullptr;                    // kPlaceholder
  std::vector<ValueInfo> declared;  // kData, kConst, kPlaceholder: of its output; kNetOutput: of its inputs
  bool on_host = false;             // kData

  // 'node "Add_1" (Add, from fx node add.0)'
  std::string Describe() const;
};

struct GraphIr {
  std::shared_ptr<const Model> model;
  std::string name;
  std::vector<Node> nodes;          // topological order
  std::vector<std::size_t> inputs;  // kData nodes by their index
  std::size_t net_output = 0;

  const Node& Output() const { return nodes[net_output]; }
};

// Binds a model. The error of `Status` lists every node of an unknown type, or the first other defect.
Status BuildGraph(const std::shared_ptr<const Model>& model, GraphIr* graph);

}  // namespace cann_emulator::engine
