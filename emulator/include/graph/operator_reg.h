// SPDX-License-Identifier: Apache-2.0
// REG_OP: declares the prototype of an operator type and registers it when the library is loaded.
//
//   REG_OP(AddCustom)
//       .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16}))
//       .OPTIONAL_INPUT(bias, TensorType::ALL())
//       .OUTPUT(z, "T")
//       .ATTR(alpha, Float, 1.0f)
//       .REQUIRED_ATTR(axes, ListInt)
//       .DATATYPE(T, TensorType({DT_FLOAT}))
//       .OP_END_FACTORY_REG(AddCustom)
//
// The type of a port is kept as written and read by GE: TensorType({...}), ListTensorType({...}),
// TensorType::ALL() and the other named sets, a DT_ name, or a symbol that DATATYPE declares.
#ifndef INC_EXTERNAL_GRAPH_OPERATOR_REG_H_
#define INC_EXTERNAL_GRAPH_OPERATOR_REG_H_

#include <string>
#include <vector>

#include "graph/operator.h"
#include "graph/operator_factory.h"

namespace ge {

// The C++ types of default values, by the names that ATTR and REQUIRED_ATTR take.
namespace op_attr {
using Int = std::int64_t;
using Float = float;
using Bool = bool;
using String = AscendString;
using Type = ::ge::DataType;
using ListInt = std::vector<std::int64_t>;
using ListFloat = std::vector<float>;
using ListBool = std::vector<bool>;
using ListString = std::vector<AscendString>;
using ListType = std::vector<::ge::DataType>;
using ListListInt = std::vector<std::vector<std::int64_t>>;
using ListListFloat = std::vector<std::vector<float>>;
using Tensor = ::ge::Tensor;
}  // namespace op_attr

// What the steps of the chain REG_OP(...).INPUT(...) are called on: every macro ends the statement of the one
// before it and starts its own.
struct OpReg {
  void N() const {}
};

}  // namespace ge

#define REG_OP(x)                                                                           \
  namespace op {                                                                            \
  class x : public ::ge::Operator {                                                         \
   public:                                                                                  \
    explicit x(const ::ge::AscendString& name) : Operator(name, #x) { DeclarePrototype(); } \
    explicit x(const char* name) : x(::ge::AscendString(name)) {}                           \
    explicit x(const std::string& name) : x(name.c_str()) {}                                \
    x() : x(#x) {}                                                                          \
                                                                                            \
   private:                                                                                 \
    using Self = x;                                                                         \
    void DeclarePrototype() {                                                               \
      ::ge::OpReg()

#define CANN_GE_PROTOTYPE_STEP(call) \
  N();                               \
  Operator::call;                    \
  ::ge::OpReg()

// A step that adds functions to the class: it ends the function of the steps before and begins one of its
// own.
#define CANN_GE_PROTOTYPE_MEMBERS(step, call, ...) \
  N();                                             \
  step();                                          \
  }                                                \
                                                   \
 public:                                           \
  __VA_ARGS__                                      \
                                                   \
 private:                                          \
  void step() {                                    \
    Operator::call;                                \
    ::ge::OpReg()

// set_input_x(operator), set_input_x(operator, name or number of its output)
#define CANN_GE_INPUT(x, call)                                                                            \
  CANN_GE_PROTOTYPE_MEMBERS(                                                                              \
      DeclareInput_##x, call,                                                                             \
      template <typename... Output> Self& set_input_##x(const ::ge::Operator& source, Output... output) { \
        SetInput(#x, source, output...);                                                                  \
        return *this;                                                                                     \
      })
#define INPUT(x, t) CANN_GE_INPUT(x, InputRegister(#x, #t))
#define OPTIONAL_INPUT(x, t) CANN_GE_INPUT(x, OptionalInputRegister(#x, #t))
#define DYNAMIC_INPUT(x, t) CANN_GE_PROTOTYPE_STEP(DynamicInputRegister(#x, 0, #t, true))
#define OUTPUT(x, t) CANN_GE_PROTOTYPE_STEP(OutputRegister(#x, #t))
#define DYNAMIC_OUTPUT(x, t) CANN_GE_PROTOTYPE_STEP(DynamicOutputRegister(#x, 0, #t, true))
#define DATATYPE(x, t) CANN_GE_PROTOTYPE_STEP(DataTypeRegister(#x, #t))
// set_attr_x(value)
#define CANN_GE_ATTR(x, kind, call)                                                 \
  CANN_GE_PROTOTYPE_MEMBERS(                                                        \
      DeclareAttr_##x, call, Self& set_attr_##x(const ::ge::op_attr::kind& value) { \
        SetAttr(#x, value);                                                         \
        return *this;                                                               \
      })
#define ATTR(x, kind, ...) CANN_GE_ATTR(x, kind, AttrRegister(#x, ::ge::op_attr::kind(__VA_ARGS__)))
#define REQUIRED_ATTR(x, kind) CANN_GE_ATTR(x, kind, RequiredAttrWithTypeRegister(#x, #kind))

#define CANN_GE_REGISTER_PROTOTYPE_(x, n)                      \
  N();                                                         \
  }                                                            \
  }                                                            \
  ;                                                            \
  }                                                            \
  static const ::ge::OperatorCreatorRegister g_op_register##n( \
      #x, [](const ::ge::AscendString& name) -> ::ge::Operator { return op::x(name); });
#define CANN_GE_REGISTER_PROTOTYPE(x, n) CANN_GE_REGISTER_PROTOTYPE_(x, n)

#define OP_END_FACTORY_REG(x) CANN_GE_REGISTER_PROTOTYPE(x, __COUNTER__)

#endif  // INC_EXTERNAL_GRAPH_OPERATOR_REG_H_
