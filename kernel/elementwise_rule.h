// SPDX-License-Identifier: Apache-2.0
// What the rules of elementwise operators have in common. Each function returns an empty string, or what is
// wrong and what to do.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data_type.h"

namespace ascendc_ops {

// `dtype` must be one of `supported`.
template <typename DataTypes>
std::string CheckDataType(const char* argument, DataType dtype, const DataTypes& supported) {
  if (std::find(supported.begin(), supported.end(), dtype) != supported.end()) {
    return "";
  }
  return std::string("argument ") + argument + " has dtype " + DataTypeName(dtype) + ", supported are " +
         DataTypeNames(supported) + "; convert it with .to(dtype) first";
}

// `a` and `b` must be the same one of `supported`.
template <typename DataTypes>
std::string CheckOneDataType(const char* a_name, DataType a, const char* b_name, DataType b,
                             const DataTypes& supported) {
  std::string problem = CheckDataType(a_name, a, supported);
  if (problem.empty()) {
    problem = CheckDataType(b_name, b, supported);
  }
  if (problem.empty() && a != b) {
    problem = std::string(a_name) + " and " + b_name + " must have one dtype, got " + a_name + " " +
              DataTypeName(a) + " and " + b_name + " " + DataTypeName(b) +
              "; convert one of them with .to(dtype) first";
  }
  return problem;
}

// `a` and `b` must be equal. `agree(a, b)` says whether two dimensions are: callers differ in what a
// dimension is (a number, a symbol, unknown).
template <typename Dims, typename Agree>
std::string CheckOneShape(const char* a_name, const Dims& a, const char* b_name, const Dims& b, Agree agree) {
  if (a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), agree)) {
    return "";
  }
  return std::string(a_name) + " and " + b_name + " must have one shape, got " + a_name + " " + ShapeText(a) +
         " and " + b_name + " " + ShapeText(b);
}

// The dimension at which sizes a and b meet when they are broadcast; nothing when they do not fit.
inline std::optional<std::int64_t> BroadcastDimOf(std::int64_t a, std::int64_t b) {
  if (a == b || b == 1) {
    return a;
  }
  return a == 1 ? std::optional(b) : std::nullopt;
}

// `a` and `b` must fit dimension by dimension from the last one on; a missing dimension is 1. `result` gets
// the shape at which they meet. `meet` is BroadcastDimOf for what the caller has as dimensions.
template <typename Dims, typename Dim, typename Meet>
std::string BroadcastShapes(const char* a_name, const Dims& a, const char* b_name, const Dims& b,
                            std::vector<Dim>& result, Meet meet) {
  const std::size_t rank = std::max<std::size_t>(a.size(), b.size());
  result.assign(rank, Dim(1));
  for (std::size_t i = 0; i < rank; ++i) {
    const std::optional<Dim> dim = meet(i < a.size() ? Dim(a[a.size() - 1 - i]) : Dim(1),
                                        i < b.size() ? Dim(b[b.size() - 1 - i]) : Dim(1));
    if (!dim.has_value()) {
      return std::string(a_name) + " and " + b_name + " must have shapes that can be broadcast, got " +
             a_name + " " + ShapeText(a) + " and " + b_name + " " + ShapeText(b) +
             "; counted from the last, two dimensions must be equal or one of them 1";
    }
    result[rank - 1 - i] = *dim;
  }
  return "";
}

}  // namespace ascendc_ops
