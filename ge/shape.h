// SPDX-License-Identifier: Apache-2.0
// Shapes as GE's inference knows them: a dimension may be unknown (-1), and so may the rank (one dimension of
// -2).
#pragma once

#include <cstdint>
#include <vector>

#include "exe_graph/runtime/shape.h"

namespace ascendc_ops {

inline constexpr std::int64_t kUnknownDim = -1;
inline constexpr std::int64_t kUnknownRank = -2;

inline bool IsUnknownRank(const gert::Shape& shape) {
  return shape.GetDimNum() == 1 && shape.GetDim(0) == kUnknownRank;
}

inline std::vector<std::int64_t> Dims(const gert::Shape& shape) {
  std::vector<std::int64_t> dims(shape.GetDimNum());
  for (std::size_t i = 0; i < dims.size(); ++i) {
    dims[i] = shape.GetDim(i);
  }
  return dims;
}

inline void SetDims(const std::vector<std::int64_t>& dims, gert::Shape& shape) {
  shape.SetDimNum(0);
  for (std::int64_t dim : dims) {
    shape.AppendDim(dim);
  }
}

}  // namespace ascendc_ops
