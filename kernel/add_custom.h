// SPDX-License-Identifier: Apache-2.0
// z = x + y, element by element: the rule of the operator, its tiling and its host launcher.
//
// Everything that takes part in the operator (Meta, eager, InferShape, InferDataType, Execute) asks this file what is
// allowed, so the rule stands once. No torch and no GE types appear here.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "data_type.h"

namespace ascendc_ops {

inline constexpr std::array kAddCustomDataTypes = {DataType::kFloat32, DataType::kFloat16,
                                                   DataType::kBFloat16, DataType::kInt32, DataType::kInt16};

// Empty when x and y may be added, otherwise what is wrong and what to do. z has the dtype of x.
inline std::string CheckAddCustomDataTypes(DataType x, DataType y) {
  for (const auto& [name, dtype] : {std::pair("x", x), std::pair("y", y)}) {
    if (std::find(kAddCustomDataTypes.begin(), kAddCustomDataTypes.end(), dtype) ==
        kAddCustomDataTypes.end()) {
      return std::string("argument ") + name + " has dtype " + DataTypeName(dtype) + ", supported are " +
             DataTypeNames(kAddCustomDataTypes) + "; convert it with .to(dtype) first";
    }
  }
  if (x != y) {
    return std::string("x and y must have one dtype, got x ") + DataTypeName(x) + " and y " +
           DataTypeName(y) + "; convert one of them with .to(dtype) first";
  }
  return "";
}

// As above for shapes, which must be equal. z has the shape of x. `agree(a, b)` says whether two dimensions are equal:
// callers differ in what a dimension is (a number, a symbol, unknown).
template <typename Dims, typename Agree>
std::string CheckAddCustomShapes(const Dims& x, const Dims& y, Agree agree) {
  if (x.size() == y.size() && std::equal(x.begin(), x.end(), y.begin(), agree)) {
    return "";
  }
  return "x and y must have one shape, got x " + ShapeText(x) + " and y " + ShapeText(y) +
         "; ascendc_add does not broadcast, expand the smaller one with .expand_as() first";
}

// How a launch divides its elements. Blocks take contiguous ranges of whole granules; the first `blocks_with_extra`
// take one granule more than the others, and the range of the last one ends at `count`.
struct AddCustomTiling {
  std::uint64_t count;               // elements in all
  std::uint64_t granules_per_block;  // of a block without extra
  std::uint32_t granule;             // elements
  std::uint32_t blocks_with_extra;
  std::uint32_t blocks;
  std::uint32_t tile;  // elements that one queue buffer holds
};

// Tiling of `count` > 0 elements of `dtype` (one of kAddCustomDataTypes) for `vector_cores` vector cores with
// `ub_bytes` bytes of UB each.
AddCustomTiling MakeAddCustomTiling(DataType dtype, std::uint64_t count, std::uint32_t vector_cores,
                                    std::uint64_t ub_bytes);

// Launches z = x + y over `count` elements of `dtype` on `stream` (an aclrtStream) and returns at once. x, y and z are
// device addresses of dense tensors; z may not overlap x or y unless it is the same tensor. A count of 0 launches
// nothing. Returns an empty string, or why nothing was launched.
std::string LaunchAddCustom(DataType dtype, const void* x, const void* y, void* z, std::uint64_t count,
                            void* stream);

}  // namespace ascendc_ops
