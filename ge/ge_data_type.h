// SPDX-License-Identifier: Apache-2.0
// ge::DataType as the operators' rules see it.
#pragma once

#include "data_type.h"
#include "graph/types.h"

namespace ascendc_ops {

inline DataType FromGe(ge::DataType dtype) {
  switch (dtype) {
    case ge::DT_FLOAT:
      return DataType::kFloat32;
    case ge::DT_FLOAT16:
      return DataType::kFloat16;
    case ge::DT_BF16:
      return DataType::kBFloat16;
    case ge::DT_DOUBLE:
      return DataType::kFloat64;
    case ge::DT_INT8:
      return DataType::kInt8;
    case ge::DT_INT16:
      return DataType::kInt16;
    case ge::DT_INT32:
      return DataType::kInt32;
    case ge::DT_INT64:
      return DataType::kInt64;
    case ge::DT_UINT8:
      return DataType::kUInt8;
    case ge::DT_UINT16:
      return DataType::kUInt16;
    case ge::DT_UINT32:
      return DataType::kUInt32;
    case ge::DT_UINT64:
      return DataType::kUInt64;
    case ge::DT_BOOL:
      return DataType::kBool;
    case ge::DT_COMPLEX64:
      return DataType::kComplex64;
    case ge::DT_COMPLEX128:
      return DataType::kComplex128;
    default:
      return DataType::kOther;
  }
}

}  // namespace ascendc_ops
