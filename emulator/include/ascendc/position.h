// SPDX-License-Identifier: Apache-2.0
// Names of memories, pipes, events and cache hints, as the language spells them.
#pragma once

#include <cstdint>

// Pipes of a core. Instructions of one pipe run in order, different pipes overlap.
enum pipe_t : std::uint8_t { PIPE_S, PIPE_V, PIPE_M, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3, PIPE_FIX, PIPE_ALL };

// Flags of one HardEvent; 6 and 7 are reserved for the toolkit.
enum event_t : std::uint8_t {
  EVENT_ID0,
  EVENT_ID1,
  EVENT_ID2,
  EVENT_ID3,
  EVENT_ID4,
  EVENT_ID5,
  EVENT_ID6,
  EVENT_ID7,
};

namespace AscendC {

enum class TPosition : std::uint8_t {
  GM,
  A1,
  A2,
  B1,
  B2,
  C1,
  C2,
  CO1,
  CO2,
  VECIN,
  VECOUT,
  VECCALC,
  LCM = VECCALC,
  SPM,
  SHM = SPM,
  TSCM,
  C2PIPE2GM,
  MAX,
};
using QuePosition = TPosition;

enum class Hardware : std::uint8_t { GM, UB, L1, L0A, L0B, L0C, BIAS, FIXBUF, MAX };

// SetFlag<A_B>: pipe B may go on once pipe A has reached the flag.
enum class HardEvent : std::uint8_t {
  MTE2_MTE1,
  MTE1_MTE2,
  MTE1_M,
  M_MTE1,
  MTE2_V,
  V_MTE2,
  MTE3_V,
  V_MTE3,
  M_V,
  V_M,
  V_V,
  MTE3_MTE1,
  MTE1_MTE3,
  MTE1_V,
  MTE2_M,
  M_MTE2,
  V_MTE1,
  M_FIX,
  FIX_M,
  MTE3_MTE2,
  MTE2_MTE3,
  S_V,
  V_S,
  S_MTE2,
  MTE2_S,
  S_MTE3,
  MTE3_S,
  MTE2_FIX,
  FIX_MTE2,
  FIX_S,
  M_S,
  FIX_MTE3,
  MTE1_FIX,
  FIX_MTE1,
  FIX_FIX,
  MAX,
};

enum class CacheMode : std::uint8_t {
  CACHE_MODE_DISABLE = 0,
  CACHE_MODE_NORMAL = 1,
  CACHE_MODE_LAST = 2,
  CACHE_MODE_PERSISTENT = 4,
};
enum class CacheRwMode : std::uint8_t { READ = 1, WRITE = 2, RW = 3 };

// How the elements lie: rows (ND), fractals of 16 rows (NZ), or by the named dimensions.
enum class DataFormat : std::uint8_t { ND, NZ, NCHW, NC1HWC0, NHWC, NCDHW, NDC1HWC0, FRACTAL_Z_3D };

enum class RoundMode : std::uint8_t {
  CAST_NONE,   // nearest even where the conversion loses bits
  CAST_RINT,   // nearest, ties to even
  CAST_FLOOR,  // towards negative infinity
  CAST_CEIL,   // towards positive infinity
  CAST_ROUND,  // nearest, ties away from zero
  CAST_TRUNC,  // towards zero
  CAST_ODD,    // towards zero, then the last bit set where bits were lost
};

}  // namespace AscendC

namespace cann_emulator::ascendc {

constexpr bool IsUbPosition(AscendC::TPosition position) {
  return position == AscendC::TPosition::VECIN || position == AscendC::TPosition::VECOUT ||
         position == AscendC::TPosition::VECCALC;
}

}  // namespace cann_emulator::ascendc
