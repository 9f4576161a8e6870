// SPDX-License-Identifier: Apache-2.0
// GE's part of the gradient of dispersion_correction: the prototype, shape and dtype inference, and the
// execution entry.
#include "dispersion_correction_backward.h"

#include <exe_graph/runtime/eager_op_execution_context.h>
#include <exe_graph/runtime/infer_datatype_context.h>
#include <exe_graph/runtime/infer_shape_context.h>
#include <graph/custom_op.h>
#include <graph/operator_reg.h>

#include "elementwise.h"
#include "execution_log.h"
#include "ge_data_type.h"

namespace ge {

REG_OP(DispersionCorrectionBackward)
    .INPUT(grad, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(input, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(grad_input, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .REQUIRED_ATTR(alpha, Float)
    .OP_END_FACTORY_REG(DispersionCorrectionBackward);

class DispersionCorrectionBackward : public EagerExecuteOp, public ShapeInferOp {
 public:
  // Launches the kernel on GE's stream. grad_input gets the shape, format and dtype of input.
  graphStatus Execute(gert::EagerOpExecutionContext* context) override {
    const ascendc_ops::ExecutionLog log(kType, context);
    const gert::Tensor* grad = context->GetInputTensor(kGrad);
    const gert::Tensor* input = context->GetInputTensor(kInput);
    const float* alpha = context->GetAttrs() == nullptr ? nullptr : context->GetAttrs()->GetFloat(kAlpha);
    if (grad == nullptr || input == nullptr || alpha == nullptr) {
      return Fail(context, "the node lacks input grad, input input or attribute alpha");
    }
    std::string problem = CheckDataTypes(grad->GetDataType(), input->GetDataType());
    if (problem.empty()) {
      problem = ascendc_ops::CheckDispersionCorrectionBackwardShapes(
          ascendc_ops::Dims(grad->GetStorageShape()), ascendc_ops::Dims(input->GetStorageShape()),
          std::equal_to<>());
    }
    if (!problem.empty()) {
      return Fail(context, problem);
    }
    gert::Tensor* grad_input =
        context->MallocOutputTensor(kGradInput, input->GetShape(), input->GetFormat(), input->GetDataType());
    if (grad_input == nullptr) {
      return Fail(context, "GE gave no memory for output grad_input");
    }
    problem = ascendc_ops::LaunchDispersionCorrectionBackward(
        ascendc_ops::FromGe(input->GetDataType()), grad->GetAddr(), input->GetAddr(), *alpha,
        grad_input->GetAddr(), static_cast<std::uint64_t>(input->GetShapeSize()), context->GetStream());
    return problem.empty() ? GRAPH_SUCCESS : Fail(context, problem);
  }

  // The shape of grad and input, which must agree.
  graphStatus InferShape(gert::InferShapeContext* context) override {
    return ascendc_ops::InferShapeOfPair(kType, context, [](const auto& grad, const auto& input, auto agree) {
      return ascendc_ops::CheckDispersionCorrectionBackwardShapes(grad, input, agree);
    });
  }

  // The dtype of input, which grad must have too.
  graphStatus InferDataType(gert::InferDataTypeContext* context) override {
    const DataType dtype = context->GetInputDataType(kInput);
    const std::string problem = CheckDataTypes(context->GetInputDataType(kGrad), dtype);
    return problem.empty() ? context->SetOutputDataType(kGradInput, dtype) : Fail(context, problem);
  }

 private:
  static constexpr char kType[] = "DispersionCorrectionBackward";
  static constexpr std::size_t kGrad = 0;
  static constexpr std::size_t kInput = 1;
  static constexpr std::size_t kGradInput = 0;
  static constexpr std::size_t kAlpha = 0;

  template <typename Context>
  static graphStatus Fail(const Context* context, const std::string& problem) {
    return ascendc_ops::Fail(kType, context, problem);
  }

  static std::string CheckDataTypes(DataType grad, DataType input) {
    return ascendc_ops::CheckDispersionCorrectionBackwardDataTypes(ascendc_ops::FromGe(grad),
                                                                   ascendc_ops::FromGe(input));
  }
};

REG_AUTO_MAPPING_OP(DispersionCorrectionBackward);

}  // namespace ge
