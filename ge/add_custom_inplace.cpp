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
#include "execution_log.h"
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
    const ascendc_ops::ExecutionLog log(kType, context);
    const gert::Tensor* x = context->GetInputTensor(kX);
    const gert::Tensor* y = context->GetInputTensor(kY);
    if (x == nullptr || y == nullptr) {
      return Fail(context, "the node lacks input x or y");
    }
    std::string problem = CheckDataTypes(x->GetDataType(), y->GetDataType());
    const auto x_dims = ascendc_ops::Dims(x->GetStorageShape());
    const auto y_dims = ascendc_ops::Dims(y->GetStorageShape());
    if (problem.empty()) {
      problem = ascendc_ops::CheckAddCustomInplaceShapes(x_dims, y_dims, Fits);
    }
    if (!problem.empty()) {
      return Fail(context, problem);
    }
    gert::Tensor* written = context->MakeOutputRefInput(kWritten, kX);
    if (written == nullptr) {
      return Fail(context, "GE could not make output x the memory of input x");
    }
    problem =
        ascendc_ops::LaunchAddCustomBroadcast(ascendc_ops::FromGe(x->GetDataType()), x->GetAddr(), x_dims,
                                              y->GetAddr(), y_dims, written->GetAddr(), context->GetStream());
    return problem.empty() ? GRAPH_SUCCESS : Fail(context, problem);
  }

  // The shape of x, which that of y must fit.
  graphStatus InferShape(gert::InferShapeContext* context) override {
    const gert::Shape* x = context->GetInputShape(kX);
    const gert::Shape* y = context->GetInputShape(kY);
    gert::Shape* written = context->GetOutputShape(kWritten);
    if (x == nullptr || y == nullptr || written == nullptr) {
      return Fail(context, "the node lacks input x, input y or output x");
    }
    if (!ascendc_ops::IsUnknownRank(*x) && !ascendc_ops::IsUnknownRank(*y)) {
      const std::string problem =
          ascendc_ops::CheckAddCustomInplaceShapes(ascendc_ops::Dims(*x), ascendc_ops::Dims(*y), Fits);
      if (!problem.empty()) {
        return Fail(context, problem);
      }
    }
    *written = *x;
    return GRAPH_SUCCESS;
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

  static bool Fits(std::int64_t x, std::int64_t y) {
    return x == y || y == 1 || x == ascendc_ops::kUnknownDim || y == ascendc_ops::kUnknownDim;
  }

  static std::string CheckDataTypes(DataType x, DataType y) {
    return ascendc_ops::CheckAddCustomInplaceDataTypes(ascendc_ops::FromGe(x), ascendc_ops::FromGe(y));
  }
};

REG_AUTO_MAPPING_OP(AddCustomInplace);

}  // namespace ge
