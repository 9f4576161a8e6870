// SPDX-License-Identifier: Apache-2.0
// GE's part of z = x + y: the prototype, shape and dtype inference, and the execution entry.
#include "add_custom.h"

#include <exe_graph/runtime/eager_op_execution_context.h>
#include <exe_graph/runtime/infer_datatype_context.h>
#include <exe_graph/runtime/infer_shape_context.h>
#include <graph/custom_op.h>
#include <graph/operator_reg.h>

#include "elementwise.h"
#include "ge_data_type.h"

namespace ge {

REG_OP(AddCustom)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT32, DT_INT16}))
    .INPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT32, DT_INT16}))
    .OUTPUT(z, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT32, DT_INT16}))
    .OP_END_FACTORY_REG(AddCustom);

class AddCustom : public EagerExecuteOp, public ShapeInferOp {
 public:
  // Launches the kernel on GE's stream. z gets the shape, format and dtype of x.
  graphStatus Execute(gert::EagerOpExecutionContext* context) override {
    const gert::Tensor* x = context->GetInputTensor(kX);
    const gert::Tensor* y = context->GetInputTensor(kY);
    if (x == nullptr || y == nullptr) {
      return Fail(context, "the node lacks input x or y");
    }
    const auto dtype = ascendc_ops::FromGe(x->GetDataType());
    std::string problem = CheckDataTypes(x->GetDataType(), y->GetDataType());
    if (problem.empty()) {
      problem = ascendc_ops::CheckAddCustomShapes(ascendc_ops::Dims(x->GetStorageShape()),
                                                  ascendc_ops::Dims(y->GetStorageShape()), std::equal_to<>());
    }
    if (!problem.empty()) {
      return Fail(context, problem);
    }
    gert::Tensor* z = context->MallocOutputTensor(kZ, x->GetShape(), x->GetFormat(), x->GetDataType());
    if (z == nullptr) {
      return Fail(context, "GE gave no memory for output z");
    }
    problem =
        ascendc_ops::LaunchAddCustom(dtype, x->GetAddr(), y->GetAddr(), z->GetAddr(),
                                     static_cast<std::uint64_t>(x->GetShapeSize()), context->GetStream());
    return problem.empty() ? GRAPH_SUCCESS : Fail(context, problem);
  }

  // The shape of x and y, which must agree.
  graphStatus InferShape(gert::InferShapeContext* context) override {
    return ascendc_ops::InferShapeOfPair(kType, context, [](const auto& x, const auto& y, auto agree) {
      return ascendc_ops::CheckAddCustomShapes(x, y, agree);
    });
  }

  // The dtype of x, which y must have too.
  graphStatus InferDataType(gert::InferDataTypeContext* context) override {
    const DataType dtype = context->GetInputDataType(kX);
    const std::string problem = CheckDataTypes(dtype, context->GetInputDataType(kY));
    return problem.empty() ? context->SetOutputDataType(kZ, dtype) : Fail(context, problem);
  }

 private:
  static constexpr char kType[] = "AddCustom";
  static constexpr std::size_t kX = 0;
  static constexpr std::size_t kY = 1;
  static constexpr std::size_t kZ = 0;

  template <typename Context>
  static graphStatus Fail(const Context* context, const std::string& problem) {
    return ascendc_ops::Fail(kType, context, problem);
  }

  static std::string CheckDataTypes(DataType x, DataType y) {
    return ascendc_ops::CheckAddCustomDataTypes(ascendc_ops::FromGe(x), ascendc_ops::FromGe(y));
  }
};

REG_AUTO_MAPPING_OP(AddCustom);

}  // namespace ge
