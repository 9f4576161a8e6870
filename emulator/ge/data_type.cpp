// SPDX-License-Identifier: Apache-2.0
#include "ge/data_type.h"

#include <array>

namespace cann_emulator::engine {
namespace {

struct Entry {
  ::ge::DataType dtype;
  const char* name;
  int model_number;  // ge.proto.DataType
  int bits;          // per element; 0: no fixed size
};

constexpr std::array<Entry, 41> kTypes = {{
    {::ge::DT_FLOAT, "DT_FLOAT", 1, 32},
    {::ge::DT_FLOAT16, "DT_FLOAT16", 2, 16},
    {::ge::DT_INT8, "DT_INT8", 3, 8},
    {::ge::DT_INT32, "DT_INT32", 7, 32},
    {::ge::DT_UINT8, "DT_UINT8", 4, 8},
    {::ge::DT_INT16, "DT_INT16", 5, 16},
    {::ge::DT_UINT16, "DT_UINT16", 6, 16},
    {::ge::DT_UINT32, "DT_UINT32", 9, 32},
    {::ge::DT_INT64, "DT_INT64", 8, 64},
    {::ge::DT_UINT64, "DT_UINT64", 10, 64},
    {::ge::DT_DOUBLE, "DT_DOUBLE", 12, 64},
    {::ge::DT_BOOL, "DT_BOOL", 11, 8},
    {::ge::DT_STRING, "DT_STRING", 13, 0},
    {::ge::DT_DUAL_SUB_INT8, "DT_DUAL_SUB_INT8", 14, 8},
    {::ge::DT_DUAL_SUB_UINT8, "DT_DUAL_SUB_UINT8", 15, 8},
    {::ge::DT_COMPLEX64, "DT_COMPLEX64", 16, 64},
    {::ge::DT_COMPLEX128, "DT_COMPLEX128", 17, 128},
    {::ge::DT_QINT8, "DT_QINT8", 18, 8},
    {::ge::DT_QINT16, "DT_QINT16", 19, 16},
    {::ge::DT_QINT32, "DT_QINT32", 20, 32},
    {::ge::DT_QUINT8, "DT_QUINT8", 21, 8},
    {::ge::DT_QUINT16, "DT_QUINT16", 22, 16},
    {::ge::DT_RESOURCE, "DT_RESOURCE", 23, 0},
    {::ge::DT_STRING_REF, "DT_STRING_REF", 24, 0},
    {::ge::DT_DUAL, "DT_DUAL", 25, 0},
    {::ge::DT_VARIANT, "DT_VARIANT", 26, 0},
    {::ge::DT_BF16, "DT_BF16", 27, 16},
    {::ge::DT_UNDEFINED, "DT_UNDEFINED", 0, 0},
    {::ge::DT_INT4, "DT_INT4", 28, 4},
    {::ge::DT_UINT1, "DT_UINT1", 29, 1},
    {::ge::DT_INT2, "DT_INT2", 30, 2},
    {::ge::DT_UINT2, "DT_UINT2", 31, 2},
    {::ge::DT_COMPLEX32, "DT_COMPLEX32", 32, 32},
    {::ge::DT_HIFLOAT8, "DT_HIFLOAT8", 33, 8},
    {::ge::DT_FLOAT8_E5M2, "DT_FLOAT8_E5M2", 34, 8},
    {::ge::DT_FLOAT8_E4M3FN, "DT_FLOAT8_E4M3FN", 35, 8},
    {::ge::DT_FLOAT8_E8M0, "DT_FLOAT8_E8M0", 36, 8},
    {::ge::DT_FLOAT6_E3M2, "DT_FLOAT6_E3M2", 37, 6},
    {::ge::DT_FLOAT6_E2M3, "DT_FLOAT6_E2M3", 38, 6},
    {::ge::DT_FLOAT4_E2M1, "DT_FLOAT4_E2M1", 39, 4},
    {::ge::DT_FLOAT4_E1M2, "DT_FLOAT4_E1M2", 40, 4},
}};

const Entry* Find(::ge::DataType dtype) {
  for (const Entry& entry : kTypes) {
    if (entry.dtype == dtype) {
      return &entry;
    }
  }
  return nullptr;
}

}  // namespace

std::string DataTypeName(::ge::DataType dtype) {
  const Entry* entry = Find(dtype);
  return entry != nullptr ? entry->name : "DT_" + std::to_string(static_cast<int>(dtype));
}

std::optional<::ge::DataType> DataTypeFromName(const std::string& name) {
  for (const Entry& entry : kTypes) {
    if (name == entry.name) {
      return entry.dtype;
    }
  }
  return std::nullopt;
}

std::optional<::ge::DataType> DataTypeFromModel(std::int64_t number) {
  for (const Entry& entry : kTypes) {
    if (number == entry.model_number) {
      return entry.dtype;
    }
  }
  return std::nullopt;
}

std::optional<std::int64_t> DataTypeToModel(::ge::DataType dtype) {
  const Entry* entry = Find(dtype);
  return entry == nullptr ? std::nullopt : std::optional<std::int64_t>(entry->model_number);
}

std::optional<std::size_t> DataSize(::ge::DataType dtype, std::int64_t count) {
  const Entry* entry = Find(dtype);
  std::int64_t bits = 0;
  if (entry == nullptr || entry->bits == 0 || count < 0 ||
      __builtin_mul_overflow(count, entry->bits, &bits) || bits > INT64_MAX - 7) {
    return std::nullopt;
  }
  return static_cast<std::size_t>((bits + 7) / 8);
}

std::optional<std::size_t> TensorSize(::ge::DataType dtype, const std::vector<std::int64_t>& dims) {
  std::int64_t count = 1;
  for (std::int64_t dim : dims) {
    if (dim < 0 || __builtin_mul_overflow(count, dim, &count)) {
      return std::nullopt;
    }
  }
  return DataSize(dtype, count);
}

std::string DimsText(const std::vector<std::int64_t>& dims) {
  std::string text = "[";
  for (std::size_t i = 0; i < dims.size(); ++i) {
    text += (i == 0 ? "" : ",") + std::to_string(dims[i]);
  }
  return text + "]";
}

}  // namespace cann_emulator::engine
