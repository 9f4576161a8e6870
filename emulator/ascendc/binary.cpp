// SPDX-License-Identifier: Apache-2.0
// Add, Sub, Mul, Div, Max, Min.
#include "ascendc/convert.h"
#include "ascendc/lane_kernel.h"
#include "ascendc/lane_math.h"
#include "ascendc/simd.h"

namespace cann_emulator::ascendc {

namespace {

struct DivLane {
  static float Apply(float a, float b) { return a / b; }
};

template <class Lane, class T>
struct BinaryLoop {
  static CANN_EMULATOR_LOOP void Run(T* destination, const T* a, const T* b, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) destination[i] = Lane::Apply(a[i], b[i]);
  }
};

template <class Lane, class T>
void Run(const Lanes& lanes) {
  RunLoop<BinaryLoop<Lane, T>>(static_cast<T*>(lanes.destination), static_cast<const T*>(lanes.source0),
                               static_cast<const T*>(lanes.source1), lanes.count);
}

template <class Lane>
void RunHalf(const Lanes& lanes) {
  ForEachChunk(lanes.count, [&lanes](std::size_t begin, std::size_t count) {
    float a[kChunk];
    float b[kChunk];
    HalfToFloat(a, static_cast<const half*>(lanes.source0) + begin, count);
    HalfToFloat(b, static_cast<const half*>(lanes.source1) + begin, count);
    RunLoop<BinaryLoop<Lane, float>, float*, const float*, const float*>(a, a, b, count);
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

}  // namespace

LaneKernel FindBinaryKernel(Opcode opcode, DataType type) {
  switch (opcode) {
    case Opcode::kAdd:
      return Arithmetic<AddLane>(type);
    case Opcode::kSub:
      return Arithmetic<SubLane>(type);
    case Opcode::kMul:
      return Arithmetic<MulLane>(type);
    case Opcode::kMax:
      return Arithmetic<MaxLane>(type);
    case Opcode::kMin:
      return Arithmetic<MinLane>(type);
    case Opcode::kDiv:
      return type == DataType::kFloat  ? Run<DivLane, float>
             : type == DataType::kHalf ? RunHalf<DivLane>
                                       : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace cann_emulator::ascendc
