// SPDX-License-Identifier: Apache-2.0
// Element types as the operators' rules see them, independent of torch and GE. The folders pytorch/ and ge/
// map at::ScalarType and ge::DataType onto it. Types that no operator supports are listed so that a refusal
// can name them.
#pragma once

#include <array>
#include <cstddef>
#include <sstream>
#include <string>

namespace ascendc_ops {

enum class DataType {
  kFloat32,
  kFloat16,
  kBFloat16,
  kFloat64,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kUInt8,
  kUInt16,
  kUInt32,
  kUInt64,
  kBool,
  kComplex64,
  kComplex128,
  kOther,
};

// The name torch users know, e.g. "bfloat16".
inline const char* DataTypeName(DataType dtype) {
  constexpr std::array kNames = {"float32", "float16",   "bfloat16",   "float64",
                                 "int8",    "int16",     "int32",      "int64",
                                 "uint8",   "uint16",    "uint32",     "uint64",
                                 "bool",    "complex64", "complex128", "a dtype without a name here"};
  static_assert(kNames.size() == static_cast<std::size_t>(DataType::kOther) + 1);
  return kNames[static_cast<std::size_t>(dtype)];
}

// "float32, float16, ..." for messages.
template <typename DataTypes>
std::string DataTypeNames(const DataTypes& dtypes) {
  std::string names;
  for (DataType dtype : dtypes) {
    names += (names.empty() ? "" : ", ") + std::string(DataTypeName(dtype));
  }
  return names;
}

// "[8, 2048]" for messages; `dims` is any range of dimensions that can be printed.
template <typename Dims>
std::string ShapeText(const Dims& dims) {
  std::ostringstream text;
  const char* separator = "";
  text << "[";
  for (const auto& dim : dims) {
    text << separator << dim;
    separator = ", ";
  }
  text << "]";
  return text.str();
}

}  // namespace ascendc_ops
