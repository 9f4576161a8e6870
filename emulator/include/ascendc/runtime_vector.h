// SPDX-License-Identifier: Apache-2.0
// What the headers hand over for vector instructions that are not lane by lane.
#pragma once

#include <cstdint>

#include "ascendc/runtime.h"

namespace cann_emulator::ascendc {

enum class CompareMode : std::uint8_t { kLt, kGt, kEq, kLe, kGe, kNe };

// `scalar`: bit pattern of the second operand where `has_scalar`. `to_register`: the result goes to the
// compare mask and `shape` is one repeat; else to consecutive bits at `destination`.
struct CompareInstruction {
  const char* name = "Compare";
  DataType type = DataType::kFloat;
  CompareMode mode = CompareMode::kLt;
  bool has_scalar = false;
  bool to_register = false;
  Local destination;
  Local source[2];
  std::uint64_t scalar = 0;
  VectorShape shape;
  Site site;
};
CANN_EMULATOR_ASCENDC_API void Execute(const CompareInstruction& instruction);

// kFixedMask: every repeat takes the same bits, from `mask` or, when `from_register`, the compare mask.
enum class SelectMode : std::uint8_t { kFixedMask, kTensorScalar, kTensorTensor };
struct SelectInstruction {
  SelectMode mode = SelectMode::kTensorTensor;
  std::uint32_t element_size = 4;
  bool from_register = false;
  Local destination;
  Local mask;
  Local source[2];
  std::uint64_t scalar = 0;
  VectorShape shape;
  Site site;
};
CANN_EMULATOR_ASCENDC_API void Execute(const SelectInstruction& instruction);
// The mask in UB whose address, or the low 32 bits of it, the compare register holds.
CANN_EMULATOR_ASCENDC_API Local MaskOfRegister(Site site);

// CastDeq from int16_t to 8 bits. The 16 results of a block of the source fill one half of a block.
struct CastDeqInstruction {
  bool is_signed = false;    // the destination's type
  bool by_tensor = false;    // 16 scales in turn, not the one of the register
  bool second_half = false;  // of the block
  Local destination;
  Local source;
  VectorShape shape;
  Site site;
};
CANN_EMULATOR_ASCENDC_API void Execute(const CastDeqInstruction& instruction);

// What SetDeqScale writes for each of 16 lanes: the scale in the low word, offset and sign above.
constexpr std::uint64_t DequantWord(std::uint32_t scale_bits, std::int16_t offset, bool is_signed) {
  return scale_bits | std::uint64_t{static_cast<std::uint16_t>(offset)} << 32 |
         std::uint64_t{is_signed} << 48;
}

enum class ReduceOp : std::uint8_t { kSum, kMax, kMin };
// The lanes that become one result: a repeat, a block of 32 bytes, or two neighbours.
enum class ReduceGroup : std::uint8_t { kRepeat, kBlock, kPair };
// What a repeat's maximum or minimum leaves.
enum class ReduceResult : std::uint8_t { kValue, kIndex, kValueIndex, kIndexValue };
struct ReduceInstruction {
  const char* name = "";
  ReduceOp op = ReduceOp::kSum;
  ReduceGroup group = ReduceGroup::kRepeat;
  ReduceResult result = ReduceResult::kValue;
  DataType type = DataType::kFloat;
  Local destination;
  Local source;
  std::uint32_t destination_alignment = 1;
  std::uint64_t destination_repeat_bytes = 0;  // between the results of two repeats
  VectorShape shape;
  Site site;
};
CANN_EMULATOR_ASCENDC_API void Execute(const ReduceInstruction& instruction);

// The bits of the value, and the lane counted over all repeats, that the last WholeReduceMax or
// WholeReduceMin has found. Fails unless it was of at most so many repeats and of this type.
struct Extreme {
  std::uint32_t bits;
  std::uint32_t index;
};
CANN_EMULATOR_ASCENDC_API Extreme LastExtreme(const char* call, DataType type, std::uint64_t most_repeats,
                                              Site site);

// The bits of the last sum of a number of elements. Fails unless there was one, of this type.
CANN_EMULATOR_ASCENDC_API std::uint32_t LastSum(const char* call, DataType type, Site site);

// The result over all active lanes of all repeats; the index counts lanes over all repeats.
struct ReduceAllInstruction {
  const char* name = "";
  ReduceOp op = ReduceOp::kSum;
  bool with_index = false;
  DataType type = DataType::kFloat;
  Local destination;
  Local source;
  VectorShape shape;
  Site site;
};
CANN_EMULATOR_ASCENDC_API void Execute(const ReduceAllInstruction& instruction);

// dst lane = the element at `base` + offset bytes of the source.
struct GatherInstruction {
  std::uint32_t element_size = 4;
  Local destination;
  Local source;
  Local offsets;
  std::uint32_t base = 0;
  VectorShape shape;
  Site site;
};
CANN_EMULATOR_ASCENDC_API void Execute(const GatherInstruction& instruction);

// The element at `base` + offset bytes of the destination = src lane.
struct ScatterInstruction {
  std::uint32_t element_size = 4;
  Local destination;
  Local source;
  Local offsets;
  std::uint32_t base = 0;
  VectorShape shape;
  Site site;
};
CANN_EMULATOR_ASCENDC_API void Execute(const ScatterInstruction& instruction);

// Eight blocks a repeat, each from the byte offset that `offsets` names.
struct GatherBlocksInstruction {
  Local destination;
  Local source;
  Local offsets;
  std::uint8_t repeats = 0;
  LaneStride stride;
  Site site;
};
CANN_EMULATOR_ASCENDC_API void Execute(const GatherBlocksInstruction& instruction);

// `pattern` 1..7: a fixed pattern; 0: bits from `mask`. `count`: elements of each repeat, 0 for all.
struct GatherMaskInstruction {
  std::uint32_t element_size = 4;
  std::uint8_t pattern = 0;
  Local destination;
  Local source;
  Local mask;
  std::uint32_t count = 0;
  std::uint32_t repeats = 0;
  LaneStride source_stride;
  std::uint32_t mask_repeat_blocks = 0;
  Site site;
};
// The number of elements that were gathered.
CANN_EMULATOR_ASCENDC_API std::uint64_t Execute(const GatherMaskInstruction& instruction);
// That of the last one.
CANN_EMULATOR_ASCENDC_API std::uint64_t LastGathered(const char* call, Site site);

// Eight elements a repeat, each to all lanes of one block.
struct BroadcastBlocksInstruction {
  std::uint32_t element_size = 4;
  Local destination;
  Local source;
  std::uint8_t repeats = 0;
  LaneStride stride;
  Site site;
};
CANN_EMULATOR_ASCENDC_API void Execute(const BroadcastBlocksInstruction& instruction);

// first + i * step; bit patterns in `type`.
struct SequenceInstruction {
  const char* name = "";
  DataType type = DataType::kFloat;
  Local destination;
  std::uint64_t first = 0;
  std::uint64_t step = 0;
  VectorShape shape;
  Site site;
};
CANN_EMULATOR_ASCENDC_API void Execute(const SequenceInstruction& instruction);

struct CopyInstruction {
  std::uint32_t element_size = 4;
  Local destination;
  Local source;
  VectorShape shape;
  Site site;
};
CANN_EMULATOR_ASCENDC_API void Execute(const CopyInstruction& instruction);

// 16 x 16 elements of 16 bits.
CANN_EMULATOR_ASCENDC_API void TransposeSquare(Local destination, Local source, Site site);

// Rows of 32 bytes at 16 addresses to columns of 16 elements at 16 addresses.
struct FiveHdInstruction {
  std::uint32_t element_size = 2;
  Local destination[16];
  Local source[16];
  bool destination_high_half = false;
  bool source_high_half = false;
  std::uint8_t repeats = 1;
  std::uint16_t destination_repeat_blocks = 0;
  std::uint16_t source_repeat_blocks = 0;
  Site site;
};
CANN_EMULATOR_ASCENDC_API void Execute(const FiveHdInstruction& instruction);

// 32 values and indices a repeat, to 8-byte pairs in descending order.
struct Sort32Instruction {
  DataType type = DataType::kFloat;
  Local destination;
  Local source;
  Local indices;
  std::uint32_t repeats = 0;
  std::uint32_t run = 32;  // elements sorted together
  const char* name = "Sort32";
  Site site;
};
CANN_EMULATOR_ASCENDC_API void Execute(const Sort32Instruction& instruction);

// Up to four lists of 8-byte pairs in descending order to one.
struct MergeSortInstruction {
  DataType type = DataType::kFloat;
  Local destination;
  Local source[4];
  std::uint16_t lengths[4] = {0, 0, 0, 0};
  std::uint16_t valid = 0;  // bit i: list i takes part
  bool stop_at_exhausted = false;
  std::uint32_t repeats = 1;
  Site site;
};
// How many elements each list has given, in `taken`.
CANN_EMULATOR_ASCENDC_API void Execute(const MergeSortInstruction& instruction, std::uint32_t taken[4]);

// Splits 8-byte pairs into values and indices.
struct ExtractInstruction {
  DataType type = DataType::kFloat;
  Local values;
  Local indices;
  Local source;
  std::uint32_t repeats = 0;
  Site site;
};
CANN_EMULATOR_ASCENDC_API void Execute(const ExtractInstruction& instruction);

// One value by the conversion of Cast.
CANN_EMULATOR_ASCENDC_API void CastScalar(DataType from, const void* source, DataType to, void* destination,
                                          AscendC::RoundMode mode);

}  // namespace cann_emulator::ascendc
