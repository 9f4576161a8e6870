// SPDX-License-Identifier: Apache-2.0
// What becomes of results that do not fit. As the runtime starts kernels (ACL_RT_OVERFLOW_MODE_INFNAN),
// infinity and NaN stay, and Cast to integers saturates. Library functions keep infinity and NaN in any mode.
#pragma once

#include <cstdint>

#include "ascendc/runtime.h"

namespace AscendC {

// FLOAT: results of half and bfloat16_t, of arithmetic, reductions and Cast. CAST: Cast to integers.
enum class SaturationMode : std::uint8_t { FLOAT, CAST };

// On: infinity becomes the greatest finite value, NaN 0; an integer that does not fit, the nearest that does.
// Off: infinity and NaN stay; of an integer that does not fit its low bits.
template <SaturationMode mode>
void SetSaturationFlag(bool enableSat) {
  if constexpr (mode == SaturationMode::FLOAT) {
    ::cann_emulator::ascendc::SetFloatSaturation(enableSat);
  } else {
    ::cann_emulator::ascendc::SetCastSaturation(enableSat);
  }
}
template <SaturationMode mode>
bool GetSaturationFlag() {
  return mode == SaturationMode::FLOAT ? ::cann_emulator::ascendc::GetFloatSaturation()
                                       : ::cann_emulator::ascendc::GetCastSaturation();
}

// The control register's bit 48, as dav-2201 has it: 1 where SaturationMode::FLOAT is off.
template <std::int8_t startBit, std::int8_t endBit>
void SetCtrlSpr(std::int64_t value) {
  static_assert(startBit == 48 && endBit == 48, "SetCtrlSpr: the emulator has bit 48 alone, as dav-2201");
  ::cann_emulator::ascendc::SetFloatSaturation((value & 1) == 0);
}
template <std::int8_t startBit, std::int8_t endBit>
std::int64_t GetCtrlSpr() {
  static_assert(startBit == 48 && endBit == 48, "GetCtrlSpr: the emulator has bit 48 alone, as dav-2201");
  return ::cann_emulator::ascendc::GetFloatSaturation() ? 0 : 1;
}

}  // namespace AscendC
