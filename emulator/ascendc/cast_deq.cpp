// SPDX-License-Identifier: Apache-2.0
// CastDeq: integers of 16 bits, scaled and shifted, to 8 bits.
#include <cmath>

#include "ascendc/lane_walk.h"
#include "ascendc/runtime_vector.h"

namespace cann_emulator::ascendc {

namespace {

constexpr std::uint32_t kLanesOfBlock = kBlockBytes / sizeof(std::int16_t);

struct Factor {
  float scale;
  std::int16_t offset;
  bool is_signed;
};

Factor FactorOf(std::uint64_t word) {
  const auto bits = static_cast<std::uint32_t>(word);
  Factor factor{};
  std::memcpy(&factor.scale, &bits, sizeof(bits));
  factor.offset = static_cast<std::int16_t>(word >> 32);
  factor.is_signed = (word >> 48 & 1) != 0;
  return factor;
}

// Of an offset the low nine bits count, as a signed number.
int NineBits(std::int16_t offset) {
  const int low = offset & 0x1FF;
  return low >= 0x100 ? low - 0x200 : low;
}

}  // namespace

void Execute(const CastDeqInstruction& instruction) {
  const CoreRegisters& registers = CurrentBlock().registers();
  const VectorShape& shape = instruction.shape;
  const LaneWalk walk("CastDeq", instruction.site, shape, sizeof(std::int16_t));
  const UbOperand destination("CastDeq", "destination", instruction.destination, instruction.site);
  const UbOperand source("CastDeq", "source", instruction.source, instruction.site);
  const UbOperand factors("CastDeq", "the tensor of SetDeqScale",
                          instruction.by_tensor ? registers.deq_tensor : Local{}, instruction.site);
  const Factor fixed{registers.deq_scale, registers.deq_offset, registers.deq_signed};
  const int least = instruction.is_signed ? -128 : 0;
  for (std::uint64_t repeat = 0; repeat < walk.repeats(); ++repeat) {
    for (std::uint32_t lane = 0; lane < walk.lanes(); ++lane) {
      if (!walk.IsActive(repeat, lane)) continue;
      const std::uint32_t place = lane % kLanesOfBlock;
      const Factor factor =
          instruction.by_tensor ? FactorOf(factors.Get<std::uint64_t>(place * sizeof(std::uint64_t))) : fixed;
      if (factor.is_signed != instruction.is_signed) {
        Fail("CastDeq", instruction.site,
             instruction.is_signed
                 ? "the destination is of int8_t, but signMode of SetDeqScale is false (uint8_t)"
                 : "the destination is of uint8_t, but signMode of SetDeqScale is true (int8_t)");
      }
      const auto x =
          source.Get<std::int16_t>(LaneOffset(shape.source[0], sizeof(std::int16_t), repeat, lane));
      const float scaled = std::nearbyint(static_cast<float>(x) * factor.scale);
      const float shifted = std::fmin(
          std::fmax(scaled + static_cast<float>(NineBits(factor.offset)), static_cast<float>(least)),
          static_cast<float>(least + 255));
      const std::uint64_t block = LaneOffset(shape.destination, sizeof(std::int16_t), repeat, lane - place);
      const std::uint64_t at = block + (instruction.second_half ? kLanesOfBlock : 0) + place;
      destination.Put(at, static_cast<std::uint8_t>(static_cast<int>(shifted)));
    }
  }
}

}  // namespace cann_emulator::ascendc
