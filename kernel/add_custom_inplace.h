// SPDX-License-Identifier: Apache-2.0
// x += y, element by element: the rule of the operator. It launches the kernel of z = x + y with x as z.
#pragma once

#include <string>

#include "add_custom.h"

namespace ascendc_ops {

// Empty when y may be added to x, otherwise what is wrong and what to do.
inline std::string CheckAddCustomInplaceDataTypes(DataType x, DataType y) {
  return CheckAddCustomDataTypes(x, y);
}

// As above for shapes, which must be equal (see CheckOneShape).
template <typename Dims, typename Agree>
std::string CheckAddCustomInplaceShapes(const Dims& x, const Dims& y, Agree agree) {
  return CheckAddCustomShapes(x, y, agree);
}

}  // namespace ascendc_ops
