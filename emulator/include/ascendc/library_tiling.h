// SPDX-License-Identifier: Apache-2.0
// The tiling structures that host code fills for library functions (tiling/tiling_api.h) and hands to the
// kernel. The emulator's functions need the shape alone.
#pragma once

#include <cstdint>

namespace AscendC {
// TOPK_NSMALL: rows of 32 elements.
enum class TopKMode { TOPK_NORMAL, TOPK_NSMALL };
}  // namespace AscendC

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

// [aLength, rLength] at most.
struct LayerNormSeparateTiling {
  std::uint32_t aLength = 0;
  std::uint32_t rLength = 0;
};

// For the gradients of LayerNorm and for DeepNorm, as LayerNormTiling.
struct LayerNormGradTiling : LayerNormTiling {};
struct LayerNormGradBetaTiling : LayerNormTiling {};
struct DeepNormTiling : LayerNormTiling {};

// bLength samples in UB, of which originalBLength are data, of meanVarSize = sLength * hLength elements.
struct BatchNormTiling {
  std::uint32_t bLength = 0;
  std::uint32_t originalBLength = 0;
  std::uint32_t meanVarSize = 0;
};

// [n, c, h * w] in UB, hw data of hwAlignSize elements, in groups of c / g channels.
struct GroupNormTiling {
  std::uint32_t n = 0;
  std::uint32_t c = 0;
  std::uint32_t hw = 0;
  std::uint32_t hwAlignSize = 0;
  std::uint32_t g = 0;
};

// Rows of srcWidth elements in UB, of which srcOriWidth are data.
struct PadTiling {
  std::uint32_t srcHeight = 0;
  std::uint32_t srcWidth = 0;
  std::uint32_t srcOriWidth = 0;
};
struct UnPadTiling {
  std::uint32_t srcHeight = 0;
  std::uint32_t srcWidth = 0;
};

// [b, n, s, d], where type is TRANSPOSE_ND2ND_ONLY [s, d].
struct ConfusionTransposeTiling {
  std::uint32_t b = 1;
  std::uint32_t n = 1;
  std::uint32_t s = 0;
  std::uint32_t d = 0;
  std::uint32_t type = 0;  // TransposeType
};

struct TopkTiling {
  std::int32_t allDataSize = 0;
  std::int32_t innerDataSize = 0;
};

struct RmsNormTiling {
  std::uint32_t bLength = 0;
  std::uint32_t sLength = 0;
  std::uint32_t hLength = 0;
  std::uint32_t originalHLength = 0;
};

namespace optiling {
using ::BatchNormTiling;
using ::ConfusionTransposeTiling;
using ::DeepNormTiling;
using ::GroupNormTiling;
using ::LayerNormGradBetaTiling;
using ::LayerNormGradTiling;
using ::LayerNormSeparateTiling;
using ::LayerNormTiling;
using ::PadTiling;
using ::RmsNormTiling;
using ::SoftMaxTiling;
using ::TopkTiling;
using ::UnPadTiling;
}  // namespace optiling
namespace AscendC {
namespace tiling = ::optiling;  // the name beside it
}  // namespace AscendC
