// SPDX-License-Identifier: Apache-2.0
#include "ascendc/lane_kernel.h"

namespace cann_emulator::ascendc {

LaneKernel FindKernel(const VectorInstruction& instruction) {
  const DataType source = instruction.source_type;
  switch (instruction.opcode) {
    case Opcode::kAdd:
    case Opcode::kSub:
    case Opcode::kMul:
    case Opcode::kDiv:
    case Opcode::kMax:
    case Opcode::kMin:
      return FindBinaryKernel(instruction.opcode, source);
    case Opcode::kAnd:
    case Opcode::kOr:
    case Opcode::kNot:
      return FindBitwiseKernel(instruction.opcode, source);
    case Opcode::kAdds:
    case Opcode::kMuls:
    case Opcode::kMaxs:
    case Opcode::kMins:
    case Opcode::kAxpy:
      return FindScalarKernel(instruction.opcode, source, instruction.destination_type);
    case Opcode::kCast:
      return FindCastKernel(source, instruction.destination_type, instruction.round_mode);
    case Opcode::kShiftLeft:
    case Opcode::kShiftRight:
    case Opcode::kShiftRightRounded:
      return FindShiftKernel(instruction.opcode, source);
    case Opcode::kLeakyRelu:
    case Opcode::kAddRelu:
    case Opcode::kSubRelu:
    case Opcode::kAddReluCast:
    case Opcode::kSubReluCast:
    case Opcode::kAddDeqRelu:
    case Opcode::kMulAddDst:
    case Opcode::kFusedMulAdd:
    case Opcode::kFusedMulAddRelu:
    case Opcode::kMulCast:
      return FindCompoundKernel(instruction.opcode, source, instruction.destination_type);
    case Opcode::kDuplicate:
      return FindDuplicateKernel(instruction.destination_type);
    default:
      return FindUnaryKernel(instruction.opcode, source);
  }
}

}  // namespace cann_emulator::ascendc
