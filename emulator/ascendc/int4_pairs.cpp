// SPDX-License-Identifier: Apache-2.0
#include "ascendc/int4_pairs.h"

#include "ascendc/failure.h"
#include "ascendc/lane_kernel.h"

namespace cann_emulator::ascendc {

namespace {

DataType PairOf(DataType type) { return type == DataType::kHalf ? DataType::kHalfPair : type; }

std::uint64_t MaskOfPairs(const std::uint64_t (&mask)[2], const char* instruction, Site site) {
  std::uint64_t pairs = 0;
  for (unsigned pair = 0; pair < 64; ++pair) {
    const std::uint64_t both = mask[pair / 32] >> (pair % 32 * 2) & 3;
    if (both == 1 || both == 2) {
      Fail(instruction, site,
           Text("of elements ", pair * 2, " and ", pair * 2 + 1,
                ", two int4b_t of one byte, the mask names only one; name both or none"));
    }
    pairs |= (both & 1) << pair;
  }
  return pairs;
}

}  // namespace

bool HasInt4(const VectorInstruction& instruction) {
  return instruction.source_type == DataType::kInt4Pair ||
         instruction.destination_type == DataType::kInt4Pair;
}

VectorInstruction InPairs(VectorInstruction instruction, bool counter_mode) {
  const char* name = OpcodeName(instruction.opcode);
  VectorShape& shape = instruction.shape;
  if (!shape.by_repeat) {
    CheckEven(name, "count", shape.count, instruction.site);
    shape.count /= 2;
  } else if (counter_mode) {
    CheckEven(name, "the mask's count", shape.mask_number, instruction.site);
    shape.mask_number /= 2;
  } else {
    shape.mask[0] = MaskOfPairs(shape.mask, name, instruction.site);
    shape.mask[1] = 0;
  }
  instruction.source_type = PairOf(instruction.source_type);
  instruction.destination_type = PairOf(instruction.destination_type);
  return instruction;
}

void CheckEven(const char* instruction, const char* field, std::uint64_t value, Site site) {
  if (value % 2 != 0) {
    Fail(instruction, site, Text(field, " is ", value, "; it must be even, as two int4b_t share a byte"));
  }
}

}  // namespace cann_emulator::ascendc
