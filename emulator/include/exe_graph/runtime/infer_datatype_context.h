// SPDX-License-Identifier: Apache-2.0
// What ShapeInferOp::InferDataType works on. An absent input has dtype DT_UNDEFINED.
#pragma once

#include "exe_graph/runtime/extended_kernel_context.h"
#include "graph/ge_error_codes.h"

namespace gert {

class InferDataTypeContext : public ExtendedKernelContext {
 public:
  ge::DataType GetInputDataType(std::size_t index) const {
    return OrUndefined(GetInputPointer<ge::DataType>(index));
  }
  ge::DataType GetOptionalInputDataType(std::size_t ir_index) const {
    return GetDynamicInputDataType(ir_index, 0);
  }
  ge::DataType GetRequiredInputDataType(std::size_t ir_index) const {
    return GetDynamicInputDataType(ir_index, 0);
  }
  ge::DataType GetDynamicInputDataType(std::size_t ir_index, std::size_t relative_index) const {
    return OrUndefined(GetDynamicInputPointer<ge::DataType>(ir_index, relative_index));
  }
  ge::DataType GetOutputDataType(std::size_t index) const {
    return OrUndefined(GetOutputPointer<ge::DataType>(index));
  }
  ge::graphStatus SetOutputDataType(std::size_t index, ge::DataType dtype) {
    auto* output = GetOutputPointer<ge::DataType>(index);
    if (output == nullptr) {
      return ge::GRAPH_FAILED;
    }
    *output = dtype;
    return ge::GRAPH_SUCCESS;
  }

 private:
  static ge::DataType OrUndefined(const ge::DataType* dtype) {
    return dtype == nullptr ? ge::DT_UNDEFINED : *dtype;
  }
};
static_assert(sizeof(InferDataTypeContext) == 48 && std::is_standard_layout_v<InferDataTypeContext>,
              "layout of GE's interface");

}  // namespace gert
