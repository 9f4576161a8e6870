// SPDX-License-Identifier: Apache-2.0
// GE's part of z = x + y: the prototype, shape and dtype inference, and the execution entry.
#include "add_custom.h"

#include <exe_graph/runtime/eager_op_execution_context.h>
#include <exe_graph/runtime/infer_datatype_context.h>
#include <exe_graph/runtime/infer_shape_context.h>
#include <graph/custom_op.h>
#include <graph/operator_reg.h>

#include "elementwise.h"
#include "execution_log.h"
#include "ge_data_type.h"

// CANN 9.2: in static graphs GE then works on the tensors where they are, without copies.
#if __has_include(<exe_graph/runtime/update_args_context.h>)
#define ASCENDC_OPS_REFRESHES_ARGS 1
#include <exe_graph/runtime/update_args_context.h>

#include <cstring>
#else
#define ASCENDC_OPS_REFRESHES_ARGS 0
#endif

namespace ge {

REG_OP(AddCustom)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT32, DT_INT16}))
    .INPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT32, DT_INT16}))
    .OUTPUT(z, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT32, DT_INT16}))
    .OP_END_FACTORY_REG(AddCustom);

class AddCustom : public EagerExecuteOp,
#if ASCENDC_OPS_REFRESHES_ARGS
                  public ArgsUpdater,
#endif
                  public ShapeInferOp {
 public:
  // Launches the kernel on GE's stream. z gets the format and dtype of x.
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
    std::vector<std::int64_t> z_dims;
    if (problem.empty()) {
      problem = ascendc_ops::AddCustomShape(x_dims, y_dims, z_dims, ascendc_ops::BroadcastDimOf);
    }
    if (!problem.empty()) {
      return Fail(context, problem);
    }
    gert::StorageShape z_shape;
    ascendc_ops::SetDims(z_dims, z_shape.MutableOriginShape());
    ascendc_ops::SetDims(z_dims, z_shape.MutableStorageShape());
    gert::Tensor* z = context->MallocOutputTensor(kZ, z_shape, x->GetFormat(), x->GetDataType());
    if (z == nullptr) {
      return Fail(context, "GE gave no memory for output z");
    }
    const ascendc_ops::DataType dtype = ascendc_ops::FromGe(x->GetDataType());
    ascendc_ops::AddCustomAddresses addresses{x->GetAddr(), y->GetAddr(), z->GetAddr()};
#if ASCENDC_OPS_REFRESHES_ARGS
    const gert::KernelArgs* args = context->MallocReadOnlyDevArgs(&addresses, sizeof(addresses));
    if (args == nullptr) {
      return Fail(context, "GE gave no memory for the launch's arguments");
    }
    const auto* table = static_cast<const ascendc_ops::AddCustomAddresses*>(args->GetArgsData());
    problem = ascendc_ops::LaunchAddCustomAt(dtype, table, x_dims, y_dims, context->GetStream());
#else
    problem = ascendc_ops::LaunchAddCustomBroadcast(dtype, addresses.x, x_dims, addresses.y, y_dims,
                                                    addresses.z, context->GetStream());
#endif
    return problem.empty() ? GRAPH_SUCCESS : Fail(context, problem);
  }

#if ASCENDC_OPS_REFRESHES_ARGS
  // The addresses of the step that comes next.
  graphStatus UpdateHostArgs(gert::UpdateArgsContext* context) override {
    const gert::Tensor* x = context->GetInputTensor(kX);
    const gert::Tensor* y = context->GetInputTensor(kY);
    const gert::Tensor* z = context->GetOutputTensor(kZ);
    const gert::KernelArgs* args = context->GetKernelArgs(gert::Placement::kPlacementHost, 0);
    if (x == nullptr || y == nullptr || z == nullptr || args == nullptr) {
      return Fail(context, "the node lacks x, y, z or the arguments of its launch");
    }
    const ascendc_ops::AddCustomAddresses addresses{x->GetAddr(), y->GetAddr(),
                                                    const_cast<void*>(z->GetAddr())};
    std::memcpy(const_cast<void*>(args->GetArgsData()), &addresses, sizeof(addresses));
    return GRAPH_SUCCESS;
  }
#endif

  // The shape at which x and y meet.
  graphStatus InferShape(gert::InferShapeContext* context) override {
    const gert::Shape* x = context->GetInputShape(kX);
    const gert::Shape* y = context->GetInputShape(kY);
    gert::Shape* z = context->GetOutputShape(kZ);
    if (x == nullptr || y == nullptr || z == nullptr) {
      return Fail(context, "the node lacks input x, input y or output z");
    }
    if (ascendc_ops::IsUnknownRank(*x) || ascendc_ops::IsUnknownRank(*y)) {
      ascendc_ops::SetDims({ascendc_ops::kUnknownRank}, *z);
      return GRAPH_SUCCESS;
    }
    std::vector<std::int64_t> dims;
    const std::string problem = ascendc_ops::AddCustomShape(ascendc_ops::Dims(*x), ascendc_ops::Dims(*y),
                                                            dims, ascendc_ops::BroadcastMaybeUnknown);
    if (!problem.empty()) {
      return Fail(context, problem);
    }
    ascendc_ops::SetDims(dims, *z);
    return GRAPH_SUCCESS;
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
