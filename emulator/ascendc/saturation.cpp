// SPDX-License-Identifier: Apache-2.0
#include "ascendc/saturation.h"

#include <cmath>
#include <cstring>
#include <vector>

#include "ascendc/cast_rounding.h"
#include "ascendc/running_block.h"

namespace cann_emulator::ascendc {

namespace {

template <class T>
void MakeFinite(void* destination, std::size_t count) {
  T* values = static_cast<T*>(destination);
  for (std::size_t i = 0; i < count; ++i) values[i] = Finite(values[i]);
}

// The low 64 bits of an integer of any size.
std::uint64_t LowBits(double integer) {
  constexpr double kTwoTo64 = 18446744073709551616.0;
  const double rest = std::fmod(std::fabs(integer), kTwoTo64);
  const auto bits = static_cast<std::uint64_t>(rest);
  return integer < 0 ? ~bits + 1 : bits;
}

// Of finite sources; the others have what the kernel gave.
template <class From>
void KeepLowBitsOf(const VectorInstruction& instruction, const From* source, void* destination,
                   std::size_t count) {
  const std::uint32_t size = DataTypeSize(instruction.destination_type);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t bits = 0;
    if constexpr (std::is_integral_v<From>) {
      bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(source[i]));
    } else {
      const auto value = static_cast<float>(source[i]);
      if (!std::isfinite(value)) continue;
      bits = LowBits(RoundToInteger(value, instruction.round_mode));
    }
    std::memcpy(static_cast<std::byte*>(destination) + i * size, &bits, size);  // little-endian
  }
}

void KeepLowBits(const VectorInstruction& instruction, const void* source, void* destination,
                 std::size_t count) {
  const auto of = [&](const auto* values) { KeepLowBitsOf(instruction, values, destination, count); };
  switch (instruction.source_type) {
    case DataType::kHalf:
      return of(static_cast<const half*>(source));
    case DataType::kBFloat16:
      return of(static_cast<const bfloat16_t*>(source));
    case DataType::kFloat:
      return of(static_cast<const float*>(source));
    case DataType::kInt16:
      return of(static_cast<const std::int16_t*>(source));
    case DataType::kInt32:
      return of(static_cast<const std::int32_t*>(source));
    case DataType::kInt64:
      return of(static_cast<const std::int64_t*>(source));
    default:
      return;  // integers of 8 bits fit every type that Cast makes of them
  }
}

bool IsInteger(DataType type) {
  switch (type) {
    case DataType::kInt8:
    case DataType::kUInt8:
    case DataType::kInt16:
    case DataType::kInt32:
    case DataType::kInt64:
      return true;
    default:
      return false;
  }
}

}  // namespace

Adjustment AdjustmentOf(const VectorInstruction& instruction, const CoreRegisters& registers) {
  const DataType type = instruction.destination_type;
  if (registers.saturates_floats && instruction.opcode != Opcode::kDuplicate &&
      (type == DataType::kHalf || type == DataType::kBFloat16)) {
    return Adjustment::kFinite;
  }
  const bool casts = instruction.opcode == Opcode::kCast && IsInteger(type);
  return casts && !registers.saturates_casts ? Adjustment::kLowBits : Adjustment::kNone;
}

void RunAdjusted(Adjustment adjustment, const VectorInstruction& instruction, LaneKernel kernel,
                 const Lanes& lanes) {
  if (adjustment == Adjustment::kNone) {
    kernel(lanes);
  } else if (adjustment == Adjustment::kFinite) {
    kernel(lanes);
    const bool is_half = instruction.destination_type == DataType::kHalf;
    (is_half ? MakeFinite<half> : MakeFinite<bfloat16_t>)(lanes.destination, lanes.count);
  } else {
    // The destination may be the source.
    const auto* first = static_cast<const std::byte*>(lanes.source0);
    const std::vector<std::byte> source(first, first + lanes.count * DataTypeSize(instruction.source_type));
    kernel(lanes);
    KeepLowBits(instruction, source.data(), lanes.destination, lanes.count);
  }
}

void SetFloatSaturation(bool on) { CurrentBlock().registers().saturates_floats = on; }
bool GetFloatSaturation() { return CurrentBlock().registers().saturates_floats; }
void SetCastSaturation(bool on) { CurrentBlock().registers().saturates_casts = on; }
bool GetCastSaturation() { return CurrentBlock().registers().saturates_casts; }

}  // namespace cann_emulator::ascendc
