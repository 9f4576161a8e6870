// SPDX-License-Identifier: Apache-2.0
// Builds a graph in C++, 2 * relu(x + y), with the operator package's op::AddCustom and operators made by
// their type, runs it and checks the result against what torch computed.
//   native_graph X.npy Y.npy EXPECTED.npy [SAVED.air]
// All float32 [rows, classes].
#include <ascendc_ops_proto.h>
#include <graph/operator_factory.h>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.h"
#include "ge_model.h"

namespace {

ge::Operator Create(const char* name, const char* type) {
  ge::Operator op = ge::OperatorFactory::CreateOperator(name, type);
  if (op.IsEmpty()) {
    throw std::runtime_error(std::string("GE has no operator ") + type);
  }
  return op;
}

ge::TensorDesc Describe(const std::vector<std::int64_t>& dims) {
  return ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, ge::DT_FLOAT);
}

ge::Operator Input(const char* name, std::int64_t index, const Array& array) {
  ge::Operator data = Create(name, "Data");
  data.SetAttr("index", index);
  CheckGe(data.UpdateOutputDesc("y", Describe(array.dims)), "UpdateOutputDesc");
  return data;
}

ge::Operator Constant(const char* name, float value) {
  ge::Operator constant = Create(name, "Const");
  ge::Tensor tensor(Describe({}));
  CheckGe(tensor.SetData(reinterpret_cast<const std::uint8_t*>(&value), sizeof(value)), "SetData");
  constant.SetAttr("value", tensor);
  CheckGe(constant.UpdateOutputDesc("y", Describe({})), "UpdateOutputDesc");
  return constant;
}

ge::Graph Build(const Array& x, const Array& y) {
  const ge::Operator x_data = Input("x", 0, x);
  const ge::Operator y_data = Input("y", 1, y);
  ge::op::AddCustom sum("sum");
  sum.set_input_x(x_data).set_input_y(y_data);
  ge::Operator relu = Create("relu", "Relu");
  relu.SetInput("x", sum, "z");
  ge::Operator twice = Create("twice", "Mul");
  twice.SetInput("x1", relu).SetInput("x2", Constant("two", 2));
  ge::Graph graph("native");
  graph.SetInputs({x_data, y_data}).SetOutputs({twice});
  return graph;
}

bool Run(const Array& x, const Array& y, const Array& expected, const char* saved) {
  const AclRuntime acl;
  const GeRuntime ge;
  const ge::Graph graph = Build(x, y);
  if (saved != nullptr) {
    CheckGe(graph.SaveToFile(saved), "SaveToFile");
  }
  GeModel model(graph);
  return Check("native graph", model.Run({x, y}).at(0), expected);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4 && argc != 5) {
    std::fprintf(stderr, "usage: native_graph X.npy Y.npy EXPECTED.npy [SAVED.air]\n");
    return 2;
  }
  return Main("native_graph", [&] {
    return Run(ReadNpy(argv[1]), ReadNpy(argv[2]), ReadNpy(argv[3]), argc == 5 ? argv[4] : nullptr);
  });
}
