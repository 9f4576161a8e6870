// SPDX-License-Identifier: Apache-2.0
// What the library functions on whole tensors (library_math.h) hand over.
#pragma once

#include <cstdint>

#include "ascendc/runtime.h"

namespace cann_emulator::ascendc {

enum class MathFunction : std::uint8_t {
  kSigmoid,
  kTanh,
  kErf,
  kErfc,
  kGelu,
  kFasterGelu,  // x * sigmoid(1.702 * x)
  kFasterGeluV2,
  kSilu,
  kSwish,  // x * sigmoid(parameter * x)
  kSin,
  kCos,
  kTan,
  kSinh,
  kCosh,
  kAsin,
  kAcos,
  kAtan,
  kAsinh,
  kAcosh,
  kAtanh,
  kLog,
  kLog2,
  kLog10,
  kLgamma,  // ln |gamma(x)|
  kDigamma,
  kCeil,
  kFloor,
  kRound,  // ties to even
  kRint,
  kTrunc,
  kFrac,
  kSign,
  kClampMax,  // min(x, parameter)
  kClampMin,
  kPower,  // two tensors
  kFmod,
};

// half is computed in float and rounded once. `name` is the library function's, for reports.
struct MathInstruction {
  const char* name = "";
  MathFunction function = MathFunction::kSigmoid;
  DataType type = DataType::kFloat;
  std::uint8_t source_count = 1;
  Local destination;
  Local source[2];
  float parameter = 0.0F;
  std::uint32_t count = 0;
  Site site;
};
CANN_EMULATOR_ASCENDC_API void Execute(const MathInstruction& instruction);

}  // namespace cann_emulator::ascendc
