// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <iterator>

#include "ascendc/lane_kernel.h"

namespace cann_emulator::ascendc {

namespace {

constexpr const char* kOpcodeNames[] = {
    "Add",     "Sub",         "Mul",         "Div",        "Max",        "Min",         "And",
    "Or",      "Adds",        "Muls",        "Maxs",       "Mins",       "Axpy",        "Abs",
    "Exp",     "Ln",          "Not",         "Reciprocal", "Relu",       "Rsqrt",       "Sqrt",
    "Cast",    "Duplicate",   "LeakyRelu",   "ShiftLeft",  "ShiftRight", "ShiftRight",  "AddRelu",
    "SubRelu", "AddReluCast", "SubReluCast", "AddDeqRelu", "MulAddDst",  "FusedMulAdd", "FusedMulAddRelu",
    "MulCast",
};
static_assert(sizeof(kOpcodeNames) / sizeof(*kOpcodeNames) == kOpcodeCount);

struct TypeRow {
  const char* name;
  std::uint32_t size;
};
constexpr TypeRow kTypes[] = {
    {"int8_t", 1},   {"uint8_t", 1}, {"int16_t", 2},  {"uint16_t", 2}, {"int32_t", 4},
    {"uint32_t", 4}, {"int64_t", 8}, {"uint64_t", 8}, {"half", 2},     {"bfloat16_t", 2},
    {"float", 4},    {"int4b_t", 1}, {"half", 4},
};
static_assert(sizeof(kTypes) / sizeof(*kTypes) == kDataTypeCount);

constexpr const char* kRoundModeNames[] = {"CAST_NONE",  "CAST_RINT",  "CAST_FLOOR", "CAST_CEIL",
                                           "CAST_ROUND", "CAST_TRUNC", "CAST_ODD"};

}  // namespace

const char* OpcodeName(Opcode opcode) { return kOpcodeNames[static_cast<int>(opcode)]; }
const char* DataTypeName(DataType type) { return kTypes[static_cast<int>(type)].name; }
std::uint32_t DataTypeSize(DataType type) { return kTypes[static_cast<int>(type)].size; }
const char* RoundModeName(AscendC::RoundMode mode) {
  const auto index = static_cast<std::size_t>(mode);  // a kernel may have cast any number to it
  return index < std::size(kRoundModeNames) ? kRoundModeNames[index] : "RoundMode of that number";
}

}  // namespace cann_emulator::ascendc
