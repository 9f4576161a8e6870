// SPDX-License-Identifier: Apache-2.0
// Transpose of 16 x 16 elements and TransDataTo5HD.
#include "ascendc/lane_walk.h"
#include "ascendc/runtime_vector.h"

namespace cann_emulator::ascendc {

namespace {

constexpr std::uint32_t kRows = 16;

// Row r of the source has its elements go to place r of the destinations, one destination an element.
// Elements of 8 bits fill half a block; of 32 bits, a block holds 8, and destinations 2i and 2i+1 are the two
// halves of column i.
template <class T>
void Run(const FiveHdInstruction& instruction) {
  constexpr std::uint32_t kPerBlock = kBlockBytes / sizeof(T);
  constexpr std::uint32_t kColumns = kPerBlock > kRows ? kRows : kPerBlock;
  for (std::uint64_t repeat = 0; repeat < instruction.repeats; ++repeat) {
    const std::uint64_t from = repeat * instruction.source_repeat_blocks * kBlockBytes;
    const std::uint64_t to = repeat * instruction.destination_repeat_blocks * kBlockBytes;
    T values[kRows][kColumns];
    const std::uint32_t source_shift = instruction.source_high_half ? kRows : 0;
    for (std::uint32_t row = 0; row < kRows; ++row) {
      const UbOperand source("TransDataTo5HD", "source", instruction.source[row], instruction.site);
      for (std::uint32_t column = 0; column < kColumns; ++column) {
        values[row][column] = source.Get<T>(from + (source_shift + column) * sizeof(T));
      }
    }
    const std::uint32_t destination_shift = instruction.destination_high_half ? kRows : 0;
    for (std::uint32_t column = 0; column < kColumns; ++column) {
      for (std::uint32_t row = 0; row < kRows; ++row) {
        const std::uint32_t list = sizeof(T) == 4 ? 2 * column + row / kPerBlock : column;
        const std::uint32_t place = sizeof(T) == 4 ? row % kPerBlock : row;
        const UbOperand destination("TransDataTo5HD", "destination", instruction.destination[list],
                                    instruction.site);
        destination.Put(to + (destination_shift + place) * sizeof(T), values[row][column]);
      }
    }
  }
}

}  // namespace

void TransposeSquare(Local destination_tensor, Local source_tensor, Site site) {
  const UbOperand destination("Transpose", "destination", destination_tensor, site);
  const UbOperand source("Transpose", "source", source_tensor, site);
  std::uint16_t values[kRows * kRows];
  std::memcpy(values, source.At(0, sizeof(values), ElementUse::kRead), sizeof(values));
  for (std::uint32_t row = 0; row < kRows; ++row) {
    for (std::uint32_t column = 0; column < kRows; ++column) {
      destination.Put((column * kRows + row) * sizeof(std::uint16_t), values[row * kRows + column]);
    }
  }
}

void Execute(const FiveHdInstruction& instruction) {
  VisitSize(instruction.element_size, [&](auto tag) { Run<typename decltype(tag)::Type>(instruction); });
}

}  // namespace cann_emulator::ascendc
