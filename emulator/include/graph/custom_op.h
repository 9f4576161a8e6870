// SPDX-License-Identifier: Apache-2.0
// Custom operators: the classes an operator derives from, and their registration with GE.
#ifndef INC_EXTERNAL_GRAPH_CUSTOM_OP_H_
#define INC_EXTERNAL_GRAPH_CUSTOM_OP_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "exe_graph/runtime/eager_op_execution_context.h"
#include "exe_graph/runtime/infer_datatype_context.h"
#include "exe_graph/runtime/infer_shape_context.h"
#include "exe_graph/runtime/op_compile_context.h"
#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#if __has_include("exe_graph/runtime/annotated_args_context.h")
#include "exe_graph/runtime/annotated_args_context.h"
#endif
#if __has_include("exe_graph/runtime/update_args_context.h")
#include "exe_graph/runtime/update_args_context.h"
#endif

namespace ge {

// GE keeps one object per operator type, shared by all nodes of all graphs, and finds what it can do by
// dynamic_cast.
class __attribute__((visibility("default"))) BaseCustomOp {
 public:
  virtual ~BaseCustomOp() = default;
};

// Launches the operator's kernels on ctx->GetStream(). Runs on the host; inputs and outputs are device
// memory.
class __attribute__((visibility("default"))) EagerExecuteOp : virtual public BaseCustomOp {
 public:
  virtual graphStatus Execute(gert::EagerOpExecutionContext* ctx) = 0;
};

// Shapes and dtypes of the outputs from those of the inputs. At compile time an unknown dimension is -1, an
// unknown rank is a shape of the single dimension -2.
class __attribute__((visibility("default"))) ShapeInferOp : virtual public BaseCustomOp {
 public:
  virtual graphStatus InferShape(gert::InferShapeContext* ctx) = 0;
  virtual graphStatus InferDataType(gert::InferDataTypeContext* ctx) = 0;
};

// Prepares what Execute needs. Called for each node of the type when a graph is compiled, in several threads
// at once where several graphs are; not when an offline model is loaded.
class __attribute__((visibility("default"))) CompilableOp : virtual public BaseCustomOp {
 public:
  virtual graphStatus Compile(gert::OpCompileContext* ctx) = 0;
};

// Keeps what Compile made in offline models. Serialize is called once for each model that is written,
// Deserialize once for each that is loaded, with those bytes.
class __attribute__((visibility("default"))) PortableOp : virtual public BaseCustomOp {
 public:
  virtual graphStatus Serialize(std::vector<std::uint8_t>& buffer) = 0;
  virtual graphStatus Deserialize(const std::vector<std::uint8_t>& buffer) = 0;
};

#if __has_include("exe_graph/runtime/update_args_context.h")
// CANN 9.2. In a static graph, whose launches are recorded once, writes the addresses of a step's inputs and
// outputs into the arguments that Execute placed with MallocReadOnlyDevArgs; nothing else of them may change.
// GE then lets the operator work on the caller's memory, where it would copy inputs and outputs otherwise.
// Not called in dynamic graphs.
class __attribute__((visibility("default"))) ArgsUpdater : virtual public BaseCustomOp {
 public:
  virtual graphStatus UpdateHostArgs(gert::UpdateArgsContext* ctx) = 0;
};
#endif

#if __has_include("exe_graph/runtime/annotated_args_context.h")
// CANN 9.2. The same by declaration: says once, after Execute, where those arguments are addresses, and GE
// writes each step's. An operator derives from one of the two.
class __attribute__((visibility("default"))) AnnotatedArgsOp : virtual public BaseCustomOp {
 public:
  virtual graphStatus DeclareLaunchArgs(gert::AnnotatedArgsContext* ctx) = 0;
};
#endif

using BaseOpCreator = std::function<std::unique_ptr<BaseCustomOp>()>;
using CustomOpCreateFunc = BaseCustomOp* (*)();

// A type registered twice keeps its first creator; the second registration is refused with a message on
// stderr.
class CustomOpCreatorRegister {
 public:
  CustomOpCreatorRegister(const AscendString& type, const BaseOpCreator& creator);
  CustomOpCreatorRegister(const AscendString& type, const CustomOpCreateFunc creator);
};

}  // namespace ge

#define CANN_GE_REGISTER_CUSTOM_OP_(type, n)                                                       \
  static const ::ge::CustomOpCreatorRegister custom_op_register##n(                                \
      ::ge::AscendString(#type), ::ge::BaseOpCreator([]() -> std::unique_ptr<::ge::BaseCustomOp> { \
        return std::make_unique<type>();                                                           \
      }));
#define CANN_GE_REGISTER_CUSTOM_OP(type, n) CANN_GE_REGISTER_CUSTOM_OP_(type, n)

// Makes class `type` the implementation of the operator type of the same name.
#define REG_AUTO_MAPPING_OP(type) CANN_GE_REGISTER_CUSTOM_OP(type, __COUNTER__)

#endif  // INC_EXTERNAL_GRAPH_CUSTOM_OP_H_
