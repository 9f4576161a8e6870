// SPDX-License-Identifier: Apache-2.0
#include "ops/dtype.h"

#include <c10/util/Exception.h>

namespace cann_emulator::ops {
namespace {

struct Row {
  ::ge::DataType dtype;
  const char* name;
  std::optional<at::ScalarType> type;
};

constexpr Row kRows[] = {
    {::ge::DT_FLOAT, "DT_FLOAT", at::kFloat},
    {::ge::DT_FLOAT16, "DT_FLOAT16", at::kHalf},
    {::ge::DT_BF16, "DT_BF16", at::kBFloat16},
    {::ge::DT_DOUBLE, "DT_DOUBLE", at::kDouble},
    {::ge::DT_INT8, "DT_INT8", at::kChar},
    {::ge::DT_INT16, "DT_INT16", at::kShort},
    {::ge::DT_INT32, "DT_INT32", at::kInt},
    {::ge::DT_INT64, "DT_INT64", at::kLong},
    {::ge::DT_UINT8, "DT_UINT8", at::kByte},
    {::ge::DT_UINT16, "DT_UINT16", at::kUInt16},
    {::ge::DT_UINT32, "DT_UINT32", at::kUInt32},
    {::ge::DT_UINT64, "DT_UINT64", at::kUInt64},
    {::ge::DT_BOOL, "DT_BOOL", at::kBool},
    {::ge::DT_COMPLEX32, "DT_COMPLEX32", at::kComplexHalf},
    {::ge::DT_COMPLEX64, "DT_COMPLEX64", at::kComplexFloat},
    {::ge::DT_COMPLEX128, "DT_COMPLEX128", at::kComplexDouble},
    {::ge::DT_FLOAT8_E5M2, "DT_FLOAT8_E5M2", at::kFloat8_e5m2},
    {::ge::DT_FLOAT8_E4M3FN, "DT_FLOAT8_E4M3FN", at::kFloat8_e4m3fn},
    {::ge::DT_FLOAT8_E8M0, "DT_FLOAT8_E8M0", at::kFloat8_e8m0fnu},
    {::ge::DT_STRING, "DT_STRING", std::nullopt},
    {::ge::DT_INT4, "DT_INT4", std::nullopt},
    {::ge::DT_UINT1, "DT_UINT1", std::nullopt},
    {::ge::DT_INT2, "DT_INT2", std::nullopt},
    {::ge::DT_UINT2, "DT_UINT2", std::nullopt},
    {::ge::DT_HIFLOAT8, "DT_HIFLOAT8", std::nullopt},
    {::ge::DT_FLOAT6_E3M2, "DT_FLOAT6_E3M2", std::nullopt},
    {::ge::DT_FLOAT6_E2M3, "DT_FLOAT6_E2M3", std::nullopt},
    {::ge::DT_FLOAT4_E2M1, "DT_FLOAT4_E2M1", std::nullopt},
    {::ge::DT_FLOAT4_E1M2, "DT_FLOAT4_E1M2", std::nullopt},
    {::ge::DT_UNDEFINED, "DT_UNDEFINED", std::nullopt},
};

}  // namespace

std::string DataTypeName(::ge::DataType dtype) {
  for (const Row& row : kRows) {
    if (row.dtype == dtype) return row.name;
  }
  return "DataType(" + std::to_string(static_cast<int>(dtype)) + ")";
}

std::optional<::ge::DataType> DataTypeFromName(std::string_view name) {
  for (const Row& row : kRows) {
    if (row.name == name) return row.dtype;
  }
  return std::nullopt;
}

at::ScalarType ToScalarType(::ge::DataType dtype) {
  for (const Row& row : kRows) {
    if (row.dtype == dtype && row.type.has_value()) return *row.type;
  }
  TORCH_CHECK(false, "data type ", DataTypeName(dtype), " has no element type in torch");
}

::ge::DataType ToDataType(at::ScalarType type) {
  for (const Row& row : kRows) {
    if (row.type == type) return row.dtype;
  }
  TORCH_CHECK(false, "element type ", type, " has no data type in GE");
}

}  // namespace cann_emulator::ops
