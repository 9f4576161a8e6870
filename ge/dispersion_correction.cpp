// SPDX-License-Identifier: Apache-2.0
// GE's part of output = input * alpha + sqrt(input): the prototype, shape and dtype inference, and the
// execution entry.
#include "dispersion_correction.h"

#include <exe_graph/runtime/eager_op_execution_context.h>
#include <exe_graph/runtime/infer_datatype_context.h>
#include <exe_graph/runtime/infer_shape_context.h>
#include <graph/custom_op.h>
#include <graph/operator_reg.h>

#include "elementwise.h"
#include "execution_log.h"
#include "ge_data_type.h"

namespace ge {

REG_OP(DispersionCorrection)
    .INPUT(input, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(output, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .REQUIRED_ATTR(alpha, Float)
    .OP_END_FACTORY_REG(DispersionCorrection);

class DispersionCorrection : public EagerExecuteOp, public ShapeInferOp {
 public:
  // Launches the kernel on GE's stream. output gets the shape, format and dtype of input.
  graphStatus Execute(gert::EagerOpExecutionContext* context) override {
    const ascendc_ops::ExecutionLog log(kType, context);
    const gert::Tensor* input = context->GetInputTensor(kInput);
    const float* alpha = context->GetAttrs() == nullptr ? nullptr : context->GetAttrs()->GetFloat(kAlpha);
    if (input == nullptr || alpha == nullptr) {
      return Fail(context, "the node lacks input or attribute alpha");
    }
    const auto dtype = ascendc_ops::FromGe(input->GetDataType());
    std::string problem = ascendc_ops::CheckDispersionCorrectionDataType(dtype);
    if (!problem.empty()) {
      return Fail(context, problem);
    }
    gert::Tensor* output =
        context->MallocOutputTensor(kOutput, input->GetShape(), input->GetFormat(), input->GetDataType());
    if (output == nullptr) {
      return Fail(context, "GE gave no memory for output");
    }
    problem = ascendc_ops::LaunchDispersionCorrection(dtype, input->GetAddr(), *alpha, output->GetAddr(),
                                                      static_cast<std::uint64_t>(input->GetShapeSize()),
                                                      context->GetStream());
    return problem.empty() ? GRAPH_SUCCESS : Fail(context, problem);
  }

  graphStatus InferShape(gert::InferShapeContext* context) override {
    return ascendc_ops::InferShapeOfInput(kType, context);
  }

  graphStatus InferDataType(gert::InferDataTypeContext* context) override {
    const DataType dtype = context->GetInputDataType(kInput);
    const std::string problem = ascendc_ops::CheckDispersionCorrectionDataType(ascendc_ops::FromGe(dtype));
    return problem.empty() ? context->SetOutputDataType(kOutput, dtype) : Fail(context, problem);
  }

 private:
  static constexpr char kType[] = "DispersionCorrection";
  static constexpr std::size_t kInput = 0;
  static constexpr std::size_t kOutput = 0;
  static constexpr std::size_t kAlpha = 0;

  template <typename Context>
  static graphStatus Fail(const Context* context, const std::string& problem) {
    return ascendc_ops::Fail(kType, context, problem);
  }
};

REG_AUTO_MAPPING_OP(DispersionCorrection);

}  // namespace ge
