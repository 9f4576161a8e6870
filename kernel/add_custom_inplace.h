// SPDX-License-Identifier: Apache-2.0
// x += y, element by element, y broadcast to the shape of x: the rule of the operator. It launches the kernel
// of z = x + y with x as z.
#pragma once

#include <string>

#include "add_custom.h"

namespace ascendc_ops {

// Empty when y may be added to x, otherwise what is wrong and what to do.
inline std::string CheckAddCustomInplaceDataTypes(DataType x, DataType y) {
  return CheckAddCustomDataTypes(x, y);
}

// As above for shapes: y must fit x as in AddCustomShape without making it larger. `fits(x, y)` says whether
// a dimension of y is that of x or 1.
template <typename Dims, typename Fits>
std::string CheckAddCustomInplaceShapes(const Dims& x, const Dims& y, Fits fits) {
  bool fit = y.size() <= x.size();
  for (std::size_t i = 0; fit && i < y.size(); ++i) {
    fit = fits(x[x.size() - 1 - i], y[y.size() - 1 - i]);
  }
  return fit ? ""
             : "y must have a shape that can be broadcast to that of x, got x " + ShapeText(x) + " and y " +
                   ShapeText(y) + "; counted from the last, a dimension of y must be that of x or 1";
}

}  // namespace ascendc_ops
