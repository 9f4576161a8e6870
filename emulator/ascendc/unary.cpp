// SPDX-License-Identifier: Apache-2.0
// Abs, Exp, Ln, Reciprocal, Relu, Rsqrt, Sqrt.
#include <cmath>

#include "ascendc/convert.h"
#include "ascendc/lane_kernel.h"
#include "ascendc/simd.h"

namespace cann_emulator::ascendc {

namespace {

struct AbsLane {
  static float Apply(float x) { return std::fabs(x); }
};
struct ExpLane {
  static float Apply(float x) { return std::exp(x); }
};
struct LnLane {
  static float Apply(float x) { return std::log(x); }
};
struct ReciprocalLane {
  static float Apply(float x) { return 1.0F / x; }
};
// NaN and -0 stay what they are, as in torch.relu.
struct ReluLane {
  template <class T>
  static T Apply(T x) {
    return x < T(0) ? T(0) : x;
  }
};
struct RsqrtLane {
  static float Apply(float x) { return 1.0F / std::sqrt(x); }
};
struct SqrtLane {
  static float Apply(float x) { return std::sqrt(x); }
};

template <class Lane, class T>
struct UnaryLoop {
  static CANN_EMULATOR_LOOP void Run(T* destination, const T* source, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) destination[i] = Lane::Apply(source[i]);
  }
};

template <class Lane, class T>
void Run(const Lanes& lanes) {
  RunLoop<UnaryLoop<Lane, T>>(static_cast<T*>(lanes.destination), static_cast<const T*>(lanes.source0),
                              lanes.count);
}

template <class Lane>
void RunHalf(const Lanes& lanes) {
  ForEachChunk(lanes.count, [&lanes](std::size_t begin, std::size_t count) {
    float a[kChunk];
    HalfToFloat(a, static_cast<const half*>(lanes.source0) + begin, count);
    RunLoop<UnaryLoop<Lane, float>, float*, const float*>(a, a, count);
    FloatToHalf(static_cast<half*>(lanes.destination) + begin, a, count);
  });
}

template <class Lane>
LaneKernel Floating(DataType type) {
  return type == DataType::kFloat ? Run<Lane, float> : type == DataType::kHalf ? RunHalf<Lane> : nullptr;
}

}  // namespace

LaneKernel FindUnaryKernel(Opcode opcode, DataType type) {
  switch (opcode) {
    case Opcode::kAbs:
      return Floating<AbsLane>(type);
    case Opcode::kExp:
      return Floating<ExpLane>(type);
    case Opcode::kLn:
      return Floating<LnLane>(type);
    case Opcode::kReciprocal:
      return Floating<ReciprocalLane>(type);
    case Opcode::kRelu:
      return type == DataType::kInt32 ? Run<ReluLane, std::int32_t> : Floating<ReluLane>(type);
    case Opcode::kRsqrt:
      return Floating<RsqrtLane>(type);
    case Opcode::kSqrt:
      return Floating<SqrtLane>(type);
    default:
      return nullptr;
  }
}

}  // namespace cann_emulator::ascendc
