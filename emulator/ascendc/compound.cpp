// SPDX-License-Identifier: Apache-2.0
// LeakyRelu and the instructions that do two steps in one. Half and integer inputs are computed in float and
// rounded once; product and sum of float are rounded separately.
#include <cmath>
#include <cstring>

#include "ascendc/convert.h"
#include "ascendc/lane_kernel.h"
#include "ascendc/lane_math.h"
#include "ascendc/simd.h"

namespace cann_emulator::ascendc {

namespace {

// d is the destination's old value.
struct AddReluLane {
  static float Apply(float a, float b, float) { return a + b < 0.0F ? 0.0F : a + b; }
};
struct SubReluLane {
  static float Apply(float a, float b, float) { return a - b < 0.0F ? 0.0F : a - b; }
};
struct MulOnlyLane {
  static float Apply(float a, float b, float) { return a * b; }
};
struct MulAddDstLane {
  static float Apply(float a, float b, float d) { return a * b + d; }
};
struct FusedMulAddLane {
  static float Apply(float a, float b, float d) { return a * d + b; }
};
struct FusedMulAddReluLane {
  static float Apply(float a, float b, float d) { return a * d + b < 0.0F ? 0.0F : a * d + b; }
};
struct AddReluInt16Lane {
  static float Apply(float a, float b, float) {
    const std::int16_t sum = AddLane::Apply(static_cast<std::int16_t>(a), static_cast<std::int16_t>(b));
    return sum < 0 ? 0.0F : sum;
  }
};
struct SubReluInt16Lane {
  static float Apply(float a, float b, float) {
    const std::int16_t difference =
        SubLane::Apply(static_cast<std::int16_t>(a), static_cast<std::int16_t>(b));
    return difference < 0 ? 0.0F : difference;
  }
};

template <class Lane>
struct ThreeLoop {
  static CANN_EMULATOR_LOOP void Run(float* d, const float* a, const float* b, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) d[i] = Lane::Apply(a[i], b[i], d[i]);
  }
};

void Load(float* to, const half* from, std::size_t count) { HalfToFloat(to, from, count); }
void Load(float* to, const float* from, std::size_t count) { std::memcpy(to, from, count * sizeof(float)); }
void Load(float* to, const std::int16_t* from, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) to[i] = from[i];
}
// The destination of 8 bits is written, never read.
template <class Integer>
void Load(float*, const Integer*, std::size_t) {}

void Store(half* to, const float* from, std::size_t count) { FloatToHalf(to, from, count); }
void Store(float* to, const float* from, std::size_t count) { std::memcpy(to, from, count * sizeof(float)); }
void Store(std::int16_t* to, const float* from, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<std::int16_t>(from[i]);
}
// Through half first, which is the type that the product or sum has; then to the nearest integer, saturated.
template <class Integer>
void Store(Integer* to, const float* from, std::size_t count) {
  constexpr float kMax = sizeof(Integer) == 1 && Integer(-1) > 0 ? 255.0F : 127.0F;
  constexpr float kMin = Integer(-1) > 0 ? 0.0F : -128.0F;
  for (std::size_t i = 0; i < count; ++i) {
    const float rounded = std::nearbyint(static_cast<float>(half(from[i])));
    to[i] = static_cast<Integer>(rounded != rounded ? 0.0F
                                 : rounded > kMax   ? kMax
                                 : rounded < kMin   ? kMin
                                                    : rounded);
  }
}

template <class Lane, class To, class From>
void Three(const Lanes& lanes) {
  ForEachChunk(lanes.count, [&lanes](std::size_t begin, std::size_t count) {
    float a[kChunk];
    float b[kChunk];
    float d[kChunk] = {};
    Load(a, static_cast<const From*>(lanes.source0) + begin, count);
    Load(b, static_cast<const From*>(lanes.source1) + begin, count);
    Load(d, static_cast<const To*>(lanes.destination) + begin, count);
    RunLoop<ThreeLoop<Lane>, float*, const float*, const float*>(d, a, b, count);
    Store(static_cast<To*>(lanes.destination) + begin, d, count);
  });
}

template <class Lane>
LaneKernel Floating(DataType to, DataType from) {
  if (to == DataType::kFloat && from == DataType::kFloat) return Three<Lane, float, float>;
  if (to == DataType::kHalf && from == DataType::kHalf) return Three<Lane, half, half>;
  return nullptr;
}

// `Int16`: the same for int16_t, which wraps.
template <class Lane, class Int16>
LaneKernel ReluKernel(DataType to, DataType from) {
  if (to == DataType::kInt16 && from == DataType::kInt16) return Three<Int16, std::int16_t, std::int16_t>;
  if (to == DataType::kInt8 && from == DataType::kInt16) return Three<Int16, std::int8_t, std::int16_t>;
  if (to == DataType::kHalf && from == DataType::kFloat) return Three<Lane, half, float>;
  if (to == DataType::kInt8 && from == DataType::kHalf) return Three<Lane, std::int8_t, half>;
  return Floating<Lane>(to, from);
}

LaneKernel MulCastKernel(DataType to, DataType from) {
  if (from != DataType::kHalf) return nullptr;
  if (to == DataType::kInt8) return Three<MulOnlyLane, std::int8_t, half>;
  return to == DataType::kUInt8 ? Three<MulOnlyLane, std::uint8_t, half> : nullptr;
}

void AddDeqRelu(const Lanes& lanes) {
  float scale;
  std::memcpy(&scale, &lanes.scalar, sizeof(scale));
  const auto* a = static_cast<const std::int32_t*>(lanes.source0);
  const auto* b = static_cast<const std::int32_t*>(lanes.source1);
  auto* destination = static_cast<half*>(lanes.destination);
  for (std::size_t i = 0; i < lanes.count; ++i) {
    const float value = static_cast<float>(AddLane::Apply(a[i], b[i])) * scale;
    destination[i] = half(value < 0.0F ? 0.0F : value);
  }
}

void LeakyReluFloat(const Lanes& lanes) {
  float slope;
  std::memcpy(&slope, &lanes.scalar, sizeof(slope));
  const auto* source = static_cast<const float*>(lanes.source0);
  auto* destination = static_cast<float*>(lanes.destination);
  for (std::size_t i = 0; i < lanes.count; ++i) {
    destination[i] = source[i] < 0.0F ? source[i] * slope : source[i];
  }
}

void LeakyReluHalf(const Lanes& lanes) {
  half slope;
  std::memcpy(&slope, &lanes.scalar, sizeof(slope));
  const float factor = slope;
  ForEachChunk(lanes.count, [&lanes, factor](std::size_t begin, std::size_t count) {
    float a[kChunk];
    HalfToFloat(a, static_cast<const half*>(lanes.source0) + begin, count);
    for (std::size_t i = 0; i < count; ++i) a[i] = a[i] < 0.0F ? a[i] * factor : a[i];
    FloatToHalf(static_cast<half*>(lanes.destination) + begin, a, count);
  });
}

}  // namespace

LaneKernel FindCompoundKernel(Opcode opcode, DataType from, DataType to) {
  switch (opcode) {
    case Opcode::kAddRelu:
    case Opcode::kAddReluCast:
      return ReluKernel<AddReluLane, AddReluInt16Lane>(to, from);
    case Opcode::kSubRelu:
    case Opcode::kSubReluCast:
      return ReluKernel<SubReluLane, SubReluInt16Lane>(to, from);
    case Opcode::kMulAddDst:
      if (to == DataType::kFloat && from == DataType::kHalf) return Three<MulAddDstLane, float, half>;
      return Floating<MulAddDstLane>(to, from);
    case Opcode::kFusedMulAdd:
      return Floating<FusedMulAddLane>(to, from);
    case Opcode::kFusedMulAddRelu:
      return Floating<FusedMulAddReluLane>(to, from);
    case Opcode::kMulCast:
      return MulCastKernel(to, from);
    case Opcode::kAddDeqRelu:
      return AddDeqRelu;
    case Opcode::kLeakyRelu:
      return from == DataType::kFloat ? LeakyReluFloat : from == DataType::kHalf ? LeakyReluHalf : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace cann_emulator::ascendc
