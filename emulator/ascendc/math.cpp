// SPDX-License-Identifier: Apache-2.0
// The library functions on whole tensors, computed in double and rounded once to float or half.
#include <cmath>
#include <limits>

#include "ascendc/lane_walk.h"
#include "ascendc/runtime_math.h"

namespace cann_emulator::ascendc {

namespace {

double Sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

// ln |gamma(x)|. std::lgamma writes a variable that all threads share.
double LogGamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

// The derivative of ln gamma: reflected for x < 0, raised to where the asymptotic series has 15 digits.
double Digamma(double x) {
  if (x == 0.0) return std::copysign(std::numeric_limits<double>::infinity(), -x);
  if (x < 0.0) {
    if (x == std::floor(x)) return std::numeric_limits<double>::quiet_NaN();  // a pole
    constexpr double kPi = 3.141592653589793;
    return Digamma(1.0 - x) - kPi / std::tan(kPi * (x - std::trunc(x)));
  }
  double below = 0.0;
  for (; x < 10.0; x += 1.0) below += 1.0 / x;
  const double y = 1.0 / (x * x);
  const double series =
      y * (1.0 / 12 -
           y * (1.0 / 120 - y * (1.0 / 252 - y * (1.0 / 240 - y * (1.0 / 132 - y * (691.0 / 32760))))));
  return std::log(x) - 0.5 / x - series - below;
}

// x * (sgn(x) * (-0.1444 * (min(|0.7071 x|, 1.769) - 1.769)^2 + 0.5) + 0.5), 0 for -inf.
double FasterGeluV2(double x) {
  if (std::isinf(x)) return x > 0 ? x : 0.0;
  const double below = std::fmin(std::fabs(0.7071 * x), 1.769) - 1.769;
  const double half = 0.5 - 0.1444 * below * below;
  return x * ((x < 0.0 ? -half : half) + 0.5);
}

double Apply(MathFunction function, double x, double y) {
  switch (function) {
    case MathFunction::kSigmoid:
      return Sigmoid(x);
    case MathFunction::kTanh:
      return std::tanh(x);
    case MathFunction::kErf:
      return std::erf(x);
    case MathFunction::kErfc:
      return std::erfc(x);
    case MathFunction::kGelu: {
      // x / (1 + exp(-1.5957691 * (x + 0.044715 x^3))): the tanh form, as the vector library documents it.
      constexpr double kSlope = 1.5957691216057308;
      constexpr double kCubic = 0.044715;
      return std::isinf(x) ? (x > 0 ? x : 0.0) : x * Sigmoid(kSlope * (x + kCubic * x * x * x));
    }
    case MathFunction::kFasterGelu:
      return std::isinf(x) && x < 0 ? 0.0 : x * Sigmoid(1.702 * x);
    case MathFunction::kFasterGeluV2:
      return FasterGeluV2(x);
    case MathFunction::kSilu:
      return std::isinf(x) && x < 0 ? 0.0 : x * Sigmoid(x);
    case MathFunction::kSwish:
      return x * Sigmoid(y * x);
    case MathFunction::kSin:
      return std::sin(x);
    case MathFunction::kCos:
      return std::cos(x);
    case MathFunction::kTan:
      return std::tan(x);
    case MathFunction::kSinh:
      return std::sinh(x);
    case MathFunction::kCosh:
      return std::cosh(x);
    case MathFunction::kAsin:
      return std::asin(x);
    case MathFunction::kAcos:
      return std::acos(x);
    case MathFunction::kAtan:
      return std::atan(x);
    case MathFunction::kAsinh:
      return std::asinh(x);
    case MathFunction::kAcosh:
      return std::acosh(x);
    case MathFunction::kAtanh:
      return std::atanh(x);
    case MathFunction::kLog:
      return std::log(x);
    case MathFunction::kLog2:
      return std::log2(x);
    case MathFunction::kLog10:
      return std::log10(x);
    case MathFunction::kLgamma:
      return LogGamma(x);
    case MathFunction::kDigamma:
      return Digamma(x);
    case MathFunction::kCeil:
      return std::ceil(x);
    case MathFunction::kFloor:
      return std::floor(x);
    case MathFunction::kRound:
    case MathFunction::kRint:
      return std::nearbyint(x);
    case MathFunction::kTrunc:
      return std::trunc(x);
    case MathFunction::kFrac:
      return x - std::trunc(x);
    case MathFunction::kSign:
      return x > 0 ? 1.0 : x < 0 ? -1.0 : x;
    case MathFunction::kClampMax:
      return x > y ? y : x;
    case MathFunction::kClampMin:
      return x < y ? y : x;
    case MathFunction::kPower:
      return std::pow(x, y);
    case MathFunction::kFmod:
      return std::fmod(x, y);
  }
  return x;
}

template <class T>
void Run(const MathInstruction& instruction) {
  const std::uint64_t bytes = std::uint64_t{instruction.count} * sizeof(T);
  const bool two = instruction.source_count == 2;
  const UbOperand destination(instruction.name, "destination", instruction.destination, instruction.site);
  const UbOperand first(instruction.name, two ? "source 0" : "source", instruction.source[0],
                        instruction.site);
  const UbOperand second(instruction.name, "source 1", two ? instruction.source[1] : Local{},
                         instruction.site);
  const std::byte* a = first.At(0, bytes, ElementUse::kRead);
  const std::byte* b = second.At(0, two ? bytes : 0, ElementUse::kRead);
  std::byte* d = destination.At(0, bytes, ElementUse::kWrite);
  for (std::uint64_t at = 0; at < bytes; at += sizeof(T)) {
    T x;
    T y{};
    std::memcpy(&x, a + at, sizeof(T));
    if (two) std::memcpy(&y, b + at, sizeof(T));
    const double other = two ? static_cast<double>(static_cast<float>(y)) : instruction.parameter;
    const double value = Apply(instruction.function, static_cast<double>(static_cast<float>(x)), other);
    const T result = static_cast<T>(static_cast<float>(value));
    std::memcpy(d + at, &result, sizeof(T));
  }
}

}  // namespace

// The headers let half and float through.
void Execute(const MathInstruction& instruction) {
  if (instruction.count == 0) return;
  if (instruction.type == DataType::kHalf) {
    Run<half>(instruction);
  } else {
    Run<float>(instruction);
  }
}

}  // namespace cann_emulator::ascendc
