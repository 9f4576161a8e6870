// SPDX-License-Identifier: Apache-2.0
// The loops behind the vector instructions. A lane kernel works on contiguous elements; vector.cpp feeds it
// whole tensors or one repeat at a time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ascendc/runtime.h"

namespace cann_emulator::ascendc {

struct Lanes {
  void* destination;
  const void* source0;
  const void* source1;
  std::uint64_t scalar;
  std::size_t count;
};

using LaneKernel = void (*)(const Lanes& lanes);

// The loop for an instruction; null where there is none.
LaneKernel FindKernel(const VectorInstruction& instruction);
// Each family's.
LaneKernel FindBinaryKernel(Opcode opcode, DataType type);
LaneKernel FindBitwiseKernel(Opcode opcode, DataType type);
LaneKernel FindScalarKernel(Opcode opcode, DataType source, DataType destination);
LaneKernel FindUnaryKernel(Opcode opcode, DataType type);
LaneKernel FindCompoundKernel(Opcode opcode, DataType source, DataType destination);
LaneKernel FindShiftKernel(Opcode opcode, DataType type);
LaneKernel FindDuplicateKernel(DataType type);
LaneKernel FindCastKernel(DataType source, DataType destination, AscendC::RoundMode mode);

const char* OpcodeName(Opcode opcode);
const char* DataTypeName(DataType type);
const char* RoundModeName(AscendC::RoundMode mode);
std::uint32_t DataTypeSize(DataType type);

}  // namespace cann_emulator::ascendc
