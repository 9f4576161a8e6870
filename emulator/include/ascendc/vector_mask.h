// SPDX-License-Identifier: Apache-2.0
// The mask of vector instructions that are called with isSetMask=false, and its mode.
#pragma once

#include <cstdint>

#include "ascendc/runtime.h"

namespace AscendC {

enum class MaskMode : std::uint8_t { NORMAL, COUNTER };

// What to pass as the mask where isSetMask is false.
inline constexpr std::uint64_t MASK_PLACEHOLDER = 0;

// Counter mode: a mask is a number of elements, and the repeats follow from it.
inline void SetMaskCount() { ::cann_emulator::ascendc::SetCounterMode(true); }
// Normal mode: a mask names the lanes of each repeat.
inline void SetMaskNorm() { ::cann_emulator::ascendc::SetCounterMode(false); }

// Bits 127..64 and 63..0; in counter mode maskLow is the number of elements.
template <typename T, MaskMode mode = MaskMode::NORMAL>
void SetVectorMask(std::uint64_t maskHigh, std::uint64_t maskLow) {
  ::cann_emulator::ascendc::SetMaskRegister(maskLow, maskHigh);
}
// Normal mode: the first `len` lanes. Counter mode: `len` elements.
template <typename T, MaskMode mode = MaskMode::NORMAL>
void SetVectorMask(std::int32_t len) {
  if constexpr (mode == MaskMode::COUNTER) {
    ::cann_emulator::ascendc::SetMaskRegister(static_cast<std::uint64_t>(len), 0);
  } else {
    const auto ones = [](std::int32_t count) {
      return count <= 0    ? std::uint64_t{0}
             : count >= 64 ? ~std::uint64_t{0}
                           : (std::uint64_t{1} << count) - 1;
    };
    ::cann_emulator::ascendc::SetMaskRegister(ones(len), ones(len - 64));
  }
}
inline void ResetMask() { ::cann_emulator::ascendc::SetMaskRegister(~std::uint64_t{0}, ~std::uint64_t{0}); }

}  // namespace AscendC
