// SPDX-License-Identifier: Apache-2.0
// GE's part of x += y: the prototype, whose output x is the input x, shape and dtype inference, and the
// execution entry.
#include "add_custom_inplace.h"

#include <exe_graph/runtime/eager_op_execution_context.h>
#include <exe_graph/runtime/infer_datatype_context.h>
#include <exe_graph/runtime/infer_shape_context.h>
#include <graph/custom_op.h>
#include <graph/operator_reg.h>

#include "elementwise.h"
#include "ge_data_type.h"

namespace ge {

// Input and output of one name share their memory.
REG_OP(AddCustomInplace)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT32, DT_INT16}))
    .INPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT32, DT_INT16}))
    .OUTPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT32, DT_INT16}))
    .OP_END_FACTORY_REG(AddCustomInplace);

class AddCustomInplace : public EagerExecuteOp, public ShapeInferOp {
 public:
  // Launches the kernel on GE's stream; it writes where input x lives.
  graphStatus Execute(gert::EagerOpExecutionContext* context) override {
    const gert::Tensor* x = context->GetInputTensor(kX);
    const gert::Tensor* y = context->GetInputTensor(kY);
    if (x == nullptr || y == nullptr) {
      return Fail(context, "the node lacks input x or y");
    }
    std::string problem = CheckDataTypes(x->GetDataType(), y->GetDataType());
    if (problem.empty()) {
      problem = ascendc_ops::CheckAddCustomInplaceShapes(ascendc_ops::Dims(x->GetStorageShape()),
                                                         ascendc_ops::Dims(y->GetStorageShape()),
                                                         std::equal_to<>());
    }
    if (!problem.empty()) {
      return Fail(context, problem);
    }
    gert::Tensor* written = context->MakeOutputRefInput(kWritten, kX);
    if (written == nullptr) {
      return Fail(context, "GE could not make output x the memory of input x");
    }
    problem = ascendc_ops::LaunchAddCustom(ascendc_ops::FromGe(x->GetDataType()), x->GetAddr(), y->GetAddr(),
                                           written->GetAddr(), static_cast<std::uint64_t>(x->GetShapeSize()),
                                           context->GetStream());
    return problem.empty() ? GRAPH_SUCCESS : Fail(context, problem);
  }

  // The shape of x and y, which must agree.
  graphStatus InferShape(gert::InferShapeContext* context) override {
    return ascendc_ops::InferShapeOfPair(kType, context, [](const auto& x, const auto& y, auto agree) {
      return ascendc_ops::CheckAddCustomInplaceShapes(x, y, agree);
    });
  }

  // The dtype of x, which y must have too.
  graphStatus InferDataType(gert::InferDataTypeContext* context) override {
    const DataType dtype = context->GetInputDataType(kX);
    const std::string problem = CheckDataTypes(dtype, context->GetInputDataType(kY));
    return problem.empty() ? context->SetOutputDataType(kWritten, dtype) : Fail(context, problem);
  }

 private:
  static constexpr char kType[] = "AddCustomInplace";
  static constexpr std::size_t kX = 0;
  static constexpr std::size_t kY = 1;
  static constexpr std::size_t kWritten = 0;

  template <typename Context>
  static graphStatus Fail(const Context* context, const std::string& problem) {
    return ascendc_ops::Fail(kType, context, problem);
  }

  static std::string CheckDataTypes(DataType x, DataType y) {
    return ascendc_ops::CheckAddCustomInplaceDataTypes(ascendc_ops::FromGe(x), ascendc_ops::FromGe(y));
  }
};

REG_AUTO_MAPPING_OP(AddCustomInplace);

}  // namespace ge
