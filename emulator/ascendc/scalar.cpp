// SPDX-License-Identifier: Apache-2.0
// Adds, Muls, Maxs, Mins and Axpy.
#include <cstring>

#include "ascendc/convert.h"
#include "ascendc/lane_kernel.h"
#include "ascendc/lane_math.h"
#include "ascendc/simd.h"

namespace cann_emulator::ascendc {

namespace {

template <class T>
T ScalarOf(const Lanes& lanes) {
  T value;
  std::memcpy(&value, &lanes.scalar, sizeof(T));
  return value;
}

template <class Lane, class T>
struct ScalarLoop {
  static CANN_EMULATOR_LOOP void Run(T* destination, const T* source, T scalar, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) destination[i] = Lane::Apply(source[i], scalar);
  }
};

template <class Lane, class T>
void Run(const Lanes& lanes) {
  RunLoop<ScalarLoop<Lane, T>>(static_cast<T*>(lanes.destination), static_cast<const T*>(lanes.source0),
                               ScalarOf<T>(lanes), lanes.count);
}

template <class Lane>
void RunHalf(const Lanes& lanes) {
  const float scalar = ScalarOf<half>(lanes);
  ForEachChunk(lanes.count, [&lanes, scalar](std::size_t begin, std::size_t count) {
    float a[kChunk];
    HalfToFloat(a, static_cast<const half*>(lanes.source0) + begin, count);
    RunLoop<ScalarLoop<Lane, float>, float*, const float*>(a, a, scalar, count);
    FloatToHalf(static_cast<half*>(lanes.destination) + begin, a, count);
  });
}

template <class Lane>
LaneKernel Arithmetic(DataType type) {
  switch (type) {
    case DataType::kFloat:
      return Run<Lane, float>;
    case DataType::kHalf:
      return RunHalf<Lane>;
    case DataType::kInt32:
      return Run<Lane, std::int32_t>;
    case DataType::kInt16:
      return Run<Lane, std::int16_t>;
    default:
      return nullptr;
  }
}

// Product and sum are rounded separately.
struct AxpyLoop {
  static CANN_EMULATOR_LOOP void Run(float* destination, const float* source, float scalar,
                                     std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) destination[i] = source[i] * scalar + destination[i];
  }
};

void AxpyFloats(float* destination, const float* source, float scalar, std::size_t count) {
  RunLoop<AxpyLoop>(destination, source, scalar, count);
}

void AxpyFloat(const Lanes& lanes) {
  AxpyFloats(static_cast<float*>(lanes.destination), static_cast<const float*>(lanes.source0),
             ScalarOf<float>(lanes), lanes.count);
}

void AxpyHalfToFloat(const Lanes& lanes) {
  const float scalar = ScalarOf<half>(lanes);
  ForEachChunk(lanes.count, [&lanes, scalar](std::size_t begin, std::size_t count) {
    float source[kChunk];
    HalfToFloat(source, static_cast<const half*>(lanes.source0) + begin, count);
    AxpyFloats(static_cast<float*>(lanes.destination) + begin, source, scalar, count);
  });
}

void AxpyHalf(const Lanes& lanes) {
  const float scalar = ScalarOf<half>(lanes);
  auto* destination = static_cast<half*>(lanes.destination);
  ForEachChunk(lanes.count, [&lanes, scalar, destination](std::size_t begin, std::size_t count) {
    float source[kChunk];
    float sum[kChunk];
    HalfToFloat(source, static_cast<const half*>(lanes.source0) + begin, count);
    HalfToFloat(sum, destination + begin, count);
    AxpyFloats(sum, source, scalar, count);
    FloatToHalf(destination + begin, sum, count);
  });
}

}  // namespace

LaneKernel FindScalarKernel(Opcode opcode, DataType source, DataType destination) {
  switch (opcode) {
    case Opcode::kAdds:
      return Arithmetic<AddLane>(source);
    case Opcode::kMuls:
      return Arithmetic<MulLane>(source);
    case Opcode::kMaxs:
      return Arithmetic<MaxLane>(source);
    case Opcode::kMins:
      return Arithmetic<MinLane>(source);
    case Opcode::kAxpy:
      if (source == DataType::kFloat) return AxpyFloat;
      return destination == DataType::kHalf ? AxpyHalf : AxpyHalfToFloat;
    default:
      return nullptr;
  }
}

}  // namespace cann_emulator::ascendc
