// SPDX-License-Identifier: Apache-2.0
// z = x + y, element by element, broadcast as torch does: the rule of the operator and its host launchers.
//
// Everything that takes part in the operator (Meta, eager, InferShape, InferDataType, Execute) asks this file
// what is allowed, so the rule stands once. No torch and no GE types appear here.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "elementwise_rule.h"

namespace ascendc_ops {

inline constexpr std::array kAddCustomDataTypes = {DataType::kFloat32, DataType::kFloat16,
                                                   DataType::kBFloat16, DataType::kInt32, DataType::kInt16};

// Empty when x and y may be added, otherwise what is wrong and what to do. z has the dtype of x.
inline std::string CheckAddCustomDataTypes(DataType x, DataType y) {
  return CheckOneDataType("x", x, "y", y, kAddCustomDataTypes);
}

// As above for shapes, which must be such that they can be broadcast; z gets their common shape (see
// BroadcastShapes).
template <typename Dims, typename Dim, typename Meet>
std::string AddCustomShape(const Dims& x, const Dims& y, std::vector<Dim>& z, Meet meet) {
  return BroadcastShapes("x", x, "y", y, z, meet);
}

// Launches z = x + y over `count` elements of `dtype` on `stream` (an aclrtStream) and returns at once. x, y
// and z are device addresses of dense tensors of one shape; z may not overlap x or y unless it is the same
// tensor. A count of 0 launches nothing. Returns an empty string, or why nothing was launched.
std::string LaunchAddCustom(DataType dtype, const void* x, const void* y, void* z, std::uint64_t count,
                            void* stream);

// As above for dense x and y of any shapes that AddCustomShape accepts; z is dense and has the shape it
// gives. z may be x or y where that has z's shape.
std::string LaunchAddCustomBroadcast(DataType dtype, const void* x, const std::vector<std::int64_t>& x_shape,
                                     const void* y, const std::vector<std::int64_t>& y_shape, void* z,
                                     void* stream);

// Where x, y and z are.
struct AddCustomAddresses {
  const void* x;
  const void* y;
  void* z;
};

// As above with tensors whose addresses the kernel finds at `table`, in device memory, when it runs: GE
// repeats the launch with other tensors by writing there. The kernel reads 24 bytes more.
std::string LaunchAddCustomAt(DataType dtype, const AddCustomAddresses* table,
                              const std::vector<std::int64_t>& x_shape,
                              const std::vector<std::int64_t>& y_shape, void* stream);

}  // namespace ascendc_ops
