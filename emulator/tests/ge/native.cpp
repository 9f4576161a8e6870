// SPDX-License-Identifier: Apache-2.0
// Graphs built in C++ from operators of the test plugin and of GE's library.
#include <ge/ge_api.h>
#include <graph/graph.h>
#include <graph/operator_factory.h>
#include <graph/operator_reg.h>

#include <cstdint>
#include <string>

namespace ge {

// As in the plugin: the same prototype twice is no conflict.
REG_OP(TestAdd)
    .INPUT(x, TensorType({DT_FLOAT, DT_INT32}))
    .INPUT(y, TensorType({DT_FLOAT, DT_INT32}))
    .OUTPUT(z, TensorType({DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(TestAdd);

namespace {

Operator Data(const char* name) {
  Operator data = OperatorFactory::CreateOperator(name, "Data");
  data.UpdateOutputDesc("y", TensorDesc(Shape({2}), FORMAT_ND, DT_FLOAT));
  return data;
}

std::string Saved(const Graph& graph) {
  GraphBuffer buffer;
  return graph.SaveToMem(buffer) == GRAPH_SUCCESS
             ? std::string(reinterpret_cast<const char*>(buffer.GetData()), buffer.GetSize())
             : std::string();
}

Graph Build(const std::string& kind) {
  const Operator x = Data("x");
  const Operator y = Data(kind == "same_name" ? "x" : "y");
  op::TestAdd sum("sum");
  sum.set_input_x(x);
  if (kind == "no_such_output") {
    sum.set_input_y(y, "w");
  } else {
    sum.set_input_y(y);
  }
  Operator relu = OperatorFactory::CreateOperator("relu", "Relu");
  relu.SetInput("x", sum, std::uint32_t{0});
  relu.AddControlInput(x);
  if (kind == "cycle") {
    sum.set_input_x(relu);
  }
  Graph graph("native");
  if (kind == "data_not_given") {
    graph.SetInputs({x});
  } else if (kind == "input_is_no_data") {
    graph.SetInputs({x, y, relu});
  } else {
    graph.SetInputs({x, y});
  }
  if (kind == "no_outputs") {
    return graph.SetOutputs(std::vector<Operator>());
  }
  if (kind == "empty_operator") {
    return graph.SetOutputs({Operator()});
  }
  return graph.SetOutputs({sum, relu});
}

}  // namespace
}  // namespace ge

// The serialised graph of a kind; empty where it cannot be built, and then Reason() says why.
extern "C" const char* BuildNative(const char* kind, std::size_t* size) {
  static std::string model;
  model = ge::Saved(ge::Build(kind));
  *size = model.size();
  return model.data();
}
extern "C" const char* Reason() {
  static std::string reason;
  reason = ge::GEGetErrorMsgV2().GetString();
  return reason.c_str();
}
