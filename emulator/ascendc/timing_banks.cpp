// SPDX-License-Identifier: Apache-2.0
#include "ascendc/timing_banks.h"

#include <algorithm>
#include <array>

namespace cann_emulator::ascendc {

namespace {

constexpr std::uint32_t kGroups = 16;
constexpr std::uint64_t kBanksApart = 64 * 1024;  // bytes between the banks of a group

using GroupLoad = std::array<std::uint32_t, kGroups>;

void AddTo(GroupLoad& load, const BankOperand& operand) {
  // A block stride of 0 reads one block for all lanes.
  const std::uint32_t blocks = operand.block_stride == 0 ? 1 : operand.blocks;
  for (std::uint32_t i = 0; i < blocks; ++i) {
    ++load[(operand.address / kBlockBytes + std::uint64_t{i} * operand.block_stride) % kGroups];
  }
}

std::uint32_t Most(const GroupLoad& load) { return *std::max_element(load.begin(), load.end()); }

// Consecutive repeats go through all groups, and a result is written some repeats after its operands are
// read: what counts is the third of UB, not the group.
bool ShareBank(const BankOperand& source, const BankOperand& destination) {
  return source.address != destination.address &&
         source.address / kBanksApart == destination.address / kBanksApart;
}

}  // namespace

double CyclesPerRepeat(const BankOperand& destination, const BankOperand* sources, int source_count,
                       double read_write_conflict) {
  GroupLoad reads{};
  GroupLoad writes{};
  AddTo(writes, destination);
  bool shares = false;
  for (int i = 0; i < source_count; ++i) {
    // Two operands at one address are read once.
    const bool seen = i > 0 && sources[i].address == sources[0].address;
    if (!seen) AddTo(reads, sources[i]);
    shares = shares || ShareBank(sources[i], destination);
  }
  const double cycles = std::max({1U, Most(reads), Most(writes)});
  return shares ? std::max(cycles, read_write_conflict) : cycles;
}

}  // namespace cann_emulator::ascendc
