// SPDX-License-Identifier: Apache-2.0
// The tiling structures that host code fills for library functions (tiling/tiling_api.h) and hands to the
// kernel. The emulator's functions need the shape alone.
#pragma once

#include <cstdint>

struct SoftMaxTiling {
  std::uint32_t srcM = 0;  // rows
  std::uint32_t srcK = 0;  // elements of a row, padded to whole blocks of 32 bytes
  std::uint32_t srcSize = 0;
};

// bLength * sLength rows of hLength elements in UB, of which originalHLength are data.
struct LayerNormTiling {
  std::uint32_t bLength = 0;
  std::uint32_t sLength = 0;
  std::uint32_t hLength = 0;
  std::uint32_t originalHLength = 0;
};

struct RmsNormTiling {
  std::uint32_t bLength = 0;
  std::uint32_t sLength = 0;
  std::uint32_t hLength = 0;
  std::uint32_t originalHLength = 0;
};

namespace optiling {
using ::LayerNormTiling;
using ::RmsNormTiling;
using ::SoftMaxTiling;
}  // namespace optiling
