// SPDX-License-Identifier: Apache-2.0
// GE's part of z = x + y: the prototype, shape and dtype inference, and the execution entry.
#include "add_custom.h"

#include <exe_graph/runtime/eager_op_execution_context.h>
#include <exe_graph/runtime/infer_datatype_context.h>
#include <exe_graph/runtime/infer_shape_context.h>
#include <graph/custom_op.h>
#include <graph/operator_reg.h>

#include "ge_data_type.h"
#include "report.h"
#include "shape.h"

namespace {

using ascendc_ops::Dims;
using ascendc_ops::FromGe;
using ascendc_ops::kUnknownDim;

constexpr std::size_t kX = 0;
constexpr std::size_t kY = 1;
constexpr std::size_t kZ = 0;

template <typename Context>
ge::graphStatus Fail(const Context* context, const std::string& problem) {
  return ascendc_ops::Fail("AddCustom", context->GetNodeName(), problem);
}

bool MayAgree(std::int64_t a, std::int64_t b) { return a == b || a == kUnknownDim || b == kUnknownDim; }

}  // namespace

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
      return Fail(context, "expected the inputs x and y, got a node without one of them");
    }
    const auto dtype = FromGe(x->GetDataType());
    std::string problem = ascendc_ops::CheckAddCustomDataTypes(dtype, FromGe(y->GetDataType()));
    if (problem.empty()) {
      problem = ascendc_ops::CheckAddCustomShapes(Dims(x->GetStorageShape()), Dims(y->GetStorageShape()),
                                                  std::equal_to<>());
    }
    if (!problem.empty()) {
      return Fail(context, problem);
    }
    gert::Tensor* z = context->MallocOutputTensor(kZ, x->GetShape(), x->GetFormat(), x->GetDataType());
    if (z == nullptr) {
      return Fail(context, "GE gave no memory for output z");
    }
    problem = ascendc_ops::LaunchAddCustom(dtype, x->GetAddr(), y->GetAddr(), z->GetAddr(),
                                           static_cast<std::uint64_t>(x->GetShapeSize()), context->GetStream());
    return problem.empty() ? GRAPH_SUCCESS : Fail(context, problem);
  }

  // The shape of x and y, which must agree. Where one side is unknown the other side's dimension is taken.
  graphStatus InferShape(gert::InferShapeContext* context) override {
    const gert::Shape* x = context->GetInputShape(kX);
    const gert::Shape* y = context->GetInputShape(kY);
    gert::Shape* z = context->GetOutputShape(kZ);
    if (x == nullptr || y == nullptr || z == nullptr) {
      return Fail(context, "expected the inputs x and y and the output z, got a node without one of them");
    }
    if (ascendc_ops::IsUnknownRank(*x) || ascendc_ops::IsUnknownRank(*y)) {
      *z = ascendc_ops::IsUnknownRank(*x) ? *y : *x;
      return GRAPH_SUCCESS;
    }
    const std::string problem = ascendc_ops::CheckAddCustomShapes(Dims(*x), Dims(*y), MayAgree);
    if (!problem.empty()) {
      return Fail(context, problem);
    }
    *z = *x;
    for (std::size_t i = 0; i < z->GetDimNum(); ++i) {
      if (x->GetDim(i) == kUnknownDim) {
        z->SetDim(i, y->GetDim(i));
      }
    }
    return GRAPH_SUCCESS;
  }

  // The dtype of x, which y must have too.
  graphStatus InferDataType(gert::InferDataTypeContext* context) override {
    const DataType dtype = context->GetInputDataType(kX);
    const std::string problem =
        ascendc_ops::CheckAddCustomDataTypes(FromGe(dtype), FromGe(context->GetInputDataType(kY)));
    return problem.empty() ? context->SetOutputDataType(kZ, dtype) : Fail(context, problem);
  }
};

REG_AUTO_MAPPING_OP(AddCustom);

}  // namespace ge
