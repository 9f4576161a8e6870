// SPDX-License-Identifier: Apache-2.0
// Finds accesses of one block that no wait orders, and reads of UB that nothing has written or that was given
// back. Instructions take effect in program order here; on the hardware, pipes overlap.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ascendc/finding.h"
#include "ascendc/footprint.h"
#include "ascendc/instruction.h"
#include "ascendc/interval_map.h"
#include "ascendc/runtime.h"

namespace cann_emulator::ascendc {

class RunningBlock;

class Hazards {
 public:
  explicit Hazards(RunningBlock& block);

  // Reports what is wrong with the instruction, then notes its accesses.
  void Note(const Instruction& instruction);

  // ---- UB that changes hands
  void Free(Local buffer, Site site);
  void Take(Local buffer);
  // Written by the host through a pointer or a reference, which the checker does not see.
  void AssumeInitialised(Local memory);
  // A TPipe begins anew: the queues that buffers were given back to are gone.
  void ForgetFreed();

  // What the block did to device memory, for the check between blocks.
  Footprint& footprint() { return footprint_; }

 private:
  // Bytes [begin, end) of an operand of `size` bytes that nothing has written.
  struct Missing {
    std::uint64_t begin;
    std::uint64_t end;
    std::uint64_t size;
  };
  // Instructions are numbered from 1; 0: none.
  using Number = std::uint32_t;
  struct Event {
    std::uint32_t time = 0;
    Number instruction = 0;
    bool operator==(const Event& other) const {
      return time == other.time && instruction == other.instruction;
    }
  };
  struct State {
    Event write;
    std::array<Event, PIPE_ALL> reads{};
    Number freed_by = 0;
    bool initialised = false;
    bool operator==(const State& other) const {
      return write == other.write && freed_by == other.freed_by && initialised == other.initialised &&
             reads == other.reads;
    }
  };
  using Shadow = IntervalMap<State>;

  Number NumberOf(const Party& party);
  Shadow& ShadowOf(Space space) { return space == Space::kUb ? ub_ : global_; }
  void Check(const ByteRange& range);
  void CheckOrder(const ByteRange& range, std::uint64_t begin, std::uint64_t end, const Event& earlier,
                  const char* kind);
  // Whether the compiler orders the two by itself; if so, notes the wait that it inserts.
  bool IsAutomatic(pipe_t first, pipe_t second, const ByteRange& range);
  void CheckInitialised(const Instruction& instruction);
  bool Wrote(const Instruction& instruction, std::uint64_t begin, std::uint64_t end) const;
  void Note(const ByteRange& range);
  void SpreadUninitialised(const Instruction& instruction);
  void ForgetPast();
  std::string Describe(const ByteRange& range, std::uint64_t begin, std::uint64_t end) const;
  Finding MakeFinding(const char* kind, const ByteRange& range, std::uint64_t begin, std::uint64_t end) const;

  RunningBlock& block_;
  Shadow ub_;
  Shadow global_;
  Footprint footprint_;
  std::vector<Party> parties_;
  Party current_;
  Number current_number_ = 0;
  std::vector<Missing> missing_;
  std::size_t forget_at_ = 4096;
  bool all_initialised_ = false;
};

}  // namespace cann_emulator::ascendc
