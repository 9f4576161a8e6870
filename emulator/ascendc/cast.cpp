// SPDX-License-Identifier: Apache-2.0
// Cast: every pair of types that vector_cast.h admits, with the RoundModes of the documentation of Cast
// (table of the Atlas A2 products in the Ascend C API reference of CANN 8.5.0).
#include <cmath>
#include <cstring>

#include "ascendc/cast_rounding.h"
#include "ascendc/convert.h"
#include "ascendc/lane_kernel.h"
#include "ascendc/runtime_vector.h"
#include "ascendc/simd.h"

namespace cann_emulator::ascendc {

namespace {

// A 16-bit floating type's bit pattern, its conversions, and how a mode moves it off the nearest value.
template <class T>
struct Narrow {
  static T Step(T value, int by) {
    value.x = static_cast<std::uint16_t>(value.x + by);
    return value;
  }

  // by_magnitude: +1 away from zero, -1 towards zero. Bit patterns of one sign are ordered by magnitude.
  template <RoundMode kMode>
  static T Round(float x) {
    const T nearest = T(x);
    const float back = static_cast<float>(nearest);
    if (x != x || back == x) return nearest;
    const bool too_large = std::fabs(back) > std::fabs(x);
    const T truncated = too_large ? Step(nearest, -1) : nearest;
    if constexpr (kMode == RoundMode::CAST_TRUNC) return truncated;
    if constexpr (kMode == RoundMode::CAST_FLOOR) return x < 0 ? Step(truncated, 1) : truncated;
    if constexpr (kMode == RoundMode::CAST_CEIL) return x < 0 ? truncated : Step(truncated, 1);
    if constexpr (kMode == RoundMode::CAST_ODD)
      return (truncated.x & 1) != 0 ? truncated : Step(truncated, 1);
    if constexpr (kMode == RoundMode::CAST_ROUND) {
      if (too_large || std::isinf(x)) return nearest;
      const float next = static_cast<float>(Step(truncated, 1));
      const bool tie = std::isfinite(next) && std::fabs(x - back) == std::fabs(next - x);
      return tie ? Step(truncated, 1) : nearest;
    }
    return nearest;
  }
};

template <class To, RoundMode kMode>
void FloatToNarrow(const Lanes& lanes) {
  const auto* source = static_cast<const float*>(lanes.source0);
  auto* destination = static_cast<To*>(lanes.destination);
  if constexpr (kMode == RoundMode::CAST_RINT || kMode == RoundMode::CAST_NONE) {
    if constexpr (std::is_same_v<To, half>) {
      FloatToHalf(destination, source, lanes.count);
    } else {
      FloatToBFloat16(destination, source, lanes.count);
    }
  } else {
    for (std::size_t i = 0; i < lanes.count; ++i)
      destination[i] = Narrow<To>::template Round<kMode>(source[i]);
  }
}

template <class To, RoundMode kMode>
struct FloatToIntegerLoop {
  static CANN_EMULATOR_LOOP void Run(To* destination, const float* source, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const float rounded = RoundToInteger<kMode>(source[i]);
      if constexpr (std::is_same_v<To, float>) {
        destination[i] = rounded;
      } else {
        destination[i] = Saturate<To>(rounded);
      }
    }
  }
};

template <class To, RoundMode kMode>
void FloatToInteger(const Lanes& lanes) {
  RunLoop<FloatToIntegerLoop<To, kMode>>(static_cast<To*>(lanes.destination),
                                         static_cast<const float*>(lanes.source0), lanes.count);
}

void ToFloat(float* destination, const half* source, std::size_t count) {
  HalfToFloat(destination, source, count);
}
void ToFloat(float* destination, const bfloat16_t* source, std::size_t count) {
  BFloat16ToFloat(destination, source, count);
}

template <class From, class To, RoundMode kMode>
void NarrowToInteger(const Lanes& lanes) {
  ForEachChunk(lanes.count, [&lanes](std::size_t begin, std::size_t count) {
    float a[kChunk];
    ToFloat(a, static_cast<const From*>(lanes.source0) + begin, count);
    RunLoop<FloatToIntegerLoop<To, kMode>, To*, const float*>(static_cast<To*>(lanes.destination) + begin, a,
                                                              count);
  });
}

template <class From>
void NarrowToFloat(const Lanes& lanes) {
  ToFloat(static_cast<float*>(lanes.destination), static_cast<const From*>(lanes.source0), lanes.count);
}

// Exact, or saturated.
template <class From, class To>
struct IntegerLoop {
  static CANN_EMULATOR_LOOP void Run(To* destination, const From* source, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      if constexpr (std::is_floating_point_v<To>) {
        destination[i] = static_cast<To>(source[i]);
      } else {
        destination[i] = Saturate<To>(source[i]);
      }
    }
  }
};

template <class From, class To>
void ConvertInteger(const Lanes& lanes) {
  RunLoop<IntegerLoop<From, To>>(static_cast<To*>(lanes.destination), static_cast<const From*>(lanes.source0),
                                 lanes.count);
}

// Every value of 16 bits is a float, so the float's rounding to half is the conversion's.
template <class From, RoundMode kMode>
void IntegerToHalf(const Lanes& lanes) {
  ForEachChunk(lanes.count, [&lanes](std::size_t begin, std::size_t count) {
    float a[kChunk];
    const From* source = static_cast<const From*>(lanes.source0) + begin;
    for (std::size_t i = 0; i < count; ++i) a[i] = source[i];
    FloatToNarrow<half, kMode>({static_cast<half*>(lanes.destination) + begin, a, nullptr, 0, count});
  });
}

// Rounding of a wide integer to float by the mode.
template <class From, RoundMode kMode>
void WideToFloat(const Lanes& lanes) {
  const auto* source = static_cast<const From*>(lanes.source0);
  auto* destination = static_cast<float*>(lanes.destination);
  for (std::size_t i = 0; i < lanes.count; ++i) {
    const From x = source[i];
    const auto nearest = static_cast<float>(x);
    using Wide = long double;  // holds every 64-bit integer and every float
    const Wide exact = static_cast<Wide>(x);
    const float below = static_cast<Wide>(nearest) > exact ? std::nextafter(nearest, -INFINITY) : nearest;
    const float above = static_cast<Wide>(below) < exact ? std::nextafter(below, INFINITY) : below;
    if (below == above || kMode == RoundMode::CAST_RINT || kMode == RoundMode::CAST_NONE) {
      destination[i] = nearest;
    } else if (kMode == RoundMode::CAST_FLOOR || (kMode == RoundMode::CAST_TRUNC && x > 0)) {
      destination[i] = below;
    } else if (kMode == RoundMode::CAST_CEIL || kMode == RoundMode::CAST_TRUNC) {
      destination[i] = above;
    } else {  // CAST_ROUND
      const bool tie = exact - below == above - exact;
      destination[i] = !tie ? nearest : x > 0 ? above : below;
    }
  }
}

// The integers times the scale of SetDeqScale.
void DequantizeToHalf(const Lanes& lanes) {
  float scale;
  std::memcpy(&scale, &lanes.scalar, sizeof(scale));
  const auto* source = static_cast<const std::int32_t*>(lanes.source0);
  auto* destination = static_cast<half*>(lanes.destination);
  for (std::size_t i = 0; i < lanes.count; ++i) destination[i] = half(static_cast<float>(source[i]) * scale);
}

template <class From, class To>
constexpr auto kToInteger =
    [](auto mode) -> LaneKernel { return NarrowToInteger<From, To, decltype(mode)::value>; };
template <class To>
constexpr auto kFloatToInteger =
    [](auto mode) -> LaneKernel { return FloatToInteger<To, decltype(mode)::value>; };
template <class To>
constexpr auto kFloatToNarrow =
    [](auto mode) -> LaneKernel { return FloatToNarrow<To, decltype(mode)::value>; };
template <class From>
constexpr auto kIntegerToHalf =
    [](auto mode) -> LaneKernel { return IntegerToHalf<From, decltype(mode)::value>; };
template <class From>
constexpr auto kWideToFloat =
    [](auto mode) -> LaneKernel { return WideToFloat<From, decltype(mode)::value>; };

LaneKernel FromHalf(DataType to, RoundMode mode) {
  switch (to) {
    case DataType::kFloat:
      return OnlyNone(mode, NarrowToFloat<half>);
    case DataType::kInt32:
      return ForRounding(mode, kToInteger<half, std::int32_t>);
    case DataType::kInt16:
      return ForRounding(mode, kToInteger<half, std::int16_t>);
    case DataType::kInt8:
      return ForRoundingOrNone(mode, kToInteger<half, std::int8_t>);
    case DataType::kUInt8:
      return ForRoundingOrNone(mode, kToInteger<half, std::uint8_t>);
    default:
      return nullptr;
  }
}

LaneKernel FromFloat(DataType to, RoundMode mode) {
  switch (to) {
    case DataType::kFloat:
      return ForRounding(mode, kFloatToInteger<float>);
    case DataType::kHalf:
      if (mode == RoundMode::CAST_ODD) return FloatToNarrow<half, RoundMode::CAST_ODD>;
      return ForRoundingOrNone(mode, kFloatToNarrow<half>);
    case DataType::kBFloat16:
      return ForRounding(mode, kFloatToNarrow<bfloat16_t>);
    case DataType::kInt64:
      return ForRounding(mode, kFloatToInteger<std::int64_t>);
    case DataType::kInt32:
      return ForRounding(mode, kFloatToInteger<std::int32_t>);
    case DataType::kInt16:
      return ForRounding(mode, kFloatToInteger<std::int16_t>);
    default:
      return nullptr;
  }
}

LaneKernel FromBFloat16(DataType to, RoundMode mode) {
  if (to == DataType::kFloat) return OnlyNone(mode, NarrowToFloat<bfloat16_t>);
  return to == DataType::kInt32 ? ForRounding(mode, kToInteger<bfloat16_t, std::int32_t>) : nullptr;
}

LaneKernel FromInt16(DataType to, RoundMode mode) {
  if (to == DataType::kFloat) return OnlyNone(mode, ConvertInteger<std::int16_t, float>);
  return to == DataType::kHalf ? ForRoundingOrNone(mode, kIntegerToHalf<std::int16_t>) : nullptr;
}

LaneKernel FromInt32(DataType to, RoundMode mode) {
  switch (to) {
    case DataType::kFloat:
      return ForRoundingOrNone(mode, kWideToFloat<std::int32_t>);
    case DataType::kInt64:
      return OnlyNone(mode, ConvertInteger<std::int32_t, std::int64_t>);
    case DataType::kInt16:
      return OnlyNone(mode, ConvertInteger<std::int32_t, std::int16_t>);
    case DataType::kHalf:  // whatever the RoundMode
      return DequantizeToHalf;
    default:
      return nullptr;
  }
}

LaneKernel FromInt64(DataType to, RoundMode mode) {
  if (to == DataType::kInt32) return OnlyNone(mode, ConvertInteger<std::int64_t, std::int32_t>);
  return to == DataType::kFloat ? ForRounding(mode, kWideToFloat<std::int64_t>) : nullptr;
}

}  // namespace

LaneKernel FindCastKernel(DataType source, DataType destination, RoundMode mode) {
  switch (source) {
    case DataType::kHalf:
      return FromHalf(destination, mode);
    case DataType::kFloat:
      return FromFloat(destination, mode);
    case DataType::kBFloat16:
      return FromBFloat16(destination, mode);
    case DataType::kInt8:
      return destination == DataType::kHalf ? OnlyNone(mode, IntegerToHalf<std::int8_t, RoundMode::CAST_NONE>)
                                            : nullptr;
    case DataType::kUInt8:
      return destination == DataType::kHalf
                 ? OnlyNone(mode, IntegerToHalf<std::uint8_t, RoundMode::CAST_NONE>)
                 : nullptr;
    case DataType::kInt16:
      return FromInt16(destination, mode);
    case DataType::kInt32:
      return FromInt32(destination, mode);
    case DataType::kInt64:
      return FromInt64(destination, mode);
    case DataType::kHalfPair:
    case DataType::kInt4Pair:
      return FindInt4CastKernel(source, destination, mode);
    default:
      return nullptr;
  }
}

void CastScalar(DataType from, const void* source, DataType to, void* destination, RoundMode mode) {
  FindCastKernel(from, to, mode)({destination, source, nullptr, 0, 1});
}

}  // namespace cann_emulator::ascendc
