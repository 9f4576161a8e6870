// SPDX-License-Identifier: Apache-2.0
// Cast of half to int4b_t and back. Each lane is two elements, the first in the low half of the byte.
#include <algorithm>
#include <cstdint>

#include "ascendc/cast_rounding.h"
#include "ascendc/types.h"

namespace cann_emulator::ascendc {

namespace {

struct HalfPair {
  half first;
  half second;
};

template <RoundMode kMode>
unsigned Int4Bits(half x) {
  const auto saturated = Saturate<std::int8_t>(RoundToInteger<kMode>(static_cast<float>(x)));
  return static_cast<unsigned>(std::clamp<int>(saturated, -8, 7)) & 0xF;
}

template <RoundMode kMode>
void HalfToInt4(const Lanes& lanes) {
  const auto* source = static_cast<const HalfPair*>(lanes.source0);
  auto* destination = static_cast<std::uint8_t*>(lanes.destination);
  for (std::size_t i = 0; i < lanes.count; ++i) {
    destination[i] =
        static_cast<std::uint8_t>(Int4Bits<kMode>(source[i].first) | Int4Bits<kMode>(source[i].second) << 4);
  }
}

half Int4ToHalf(unsigned bits) {
  const auto value = static_cast<int>(bits);
  return half(static_cast<float>(value < 8 ? value : value - 16));
}

void Int4ToHalf(const Lanes& lanes) {
  const auto* source = static_cast<const std::uint8_t*>(lanes.source0);
  auto* destination = static_cast<HalfPair*>(lanes.destination);
  for (std::size_t i = 0; i < lanes.count; ++i) {
    destination[i] = {Int4ToHalf(source[i] & 0xFU), Int4ToHalf(source[i] >> 4U)};
  }
}

constexpr auto kHalfToInt4 = [](auto mode) -> LaneKernel { return HalfToInt4<decltype(mode)::value>; };

}  // namespace

LaneKernel FindInt4CastKernel(DataType source, DataType destination, RoundMode mode) {
  if (source == DataType::kInt4Pair && destination == DataType::kHalfPair) return OnlyNone(mode, Int4ToHalf);
  if (source == DataType::kHalfPair && destination == DataType::kInt4Pair)
    return ForRoundingOrNone(mode, kHalfToInt4);
  return nullptr;
}

}  // namespace cann_emulator::ascendc
