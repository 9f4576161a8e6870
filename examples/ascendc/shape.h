// SPDX-License-Identifier: Apache-2.0
// A shape as the host's tiling functions ask for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

struct HostShape {
  std::vector<std::int64_t> lengths;

  std::int64_t GetShapeSize() const {
    std::int64_t size = 1;
    for (const std::int64_t length : lengths) size *= length;
    return size;
  }
  std::size_t GetDimNum() const { return lengths.size(); }
  std::int64_t GetDim(std::size_t i) const { return lengths[i]; }
};
