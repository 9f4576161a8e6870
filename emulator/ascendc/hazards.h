// SPDX-License-Identifier: Apache-2.0
// Finds accesses of one block that no wait orders, and reads of UB that nothing has written or that was given
// back. Instructions take effect in program order here; on the hardware, pipes overlap.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ascendc/finding.h"
#include "ascendc/footprint.h"
#include "ascendc/interval_map.h"
#include "ascendc/memory_map.h"
#include "ascendc/pipe_clocks.h"
#include "ascendc/runtime.h"

namespace cann_emulator::ascendc {

class RunningBlock;

class Hazards {
 public:
  explicit Hazards(RunningBlock& block);

  // For what publishes or waits; the instructions so far are noted first.
  PipeClocks& clocks() {
    CloseLanes();
    return clocks_;
  }

  // ---- one instruction: Begin, its bytes, End
  void Begin(pipe_t pipe, const char* name, Site site);
  void Read(Space space, const char* operand, std::uint64_t begin, std::uint64_t size) {
    Add({space, operand, begin, begin + size, false});
  }
  void Write(Space space, const char* operand, std::uint64_t begin, std::uint64_t size) {
    Add({space, operand, begin, begin + size, true});
  }
  // Reports what is wrong, then notes the accesses. `lanewise`: element i of the one range written depends on
  // element i of each range read, and on nothing else; then what is uninitialised stays so.
  void End(bool lanewise = false);

  // ---- one vector instruction whose lanes are noted while it runs, in any order
  // Each of its operands is opened once; one that is open already belongs to the next instruction.
  void OpenLanes(const Access& operand);
  void NoteLanes(const Access& operand, std::uint64_t begin, std::uint64_t size, bool write) {
    if (lanes_open_) Add({Space::kUb, operand.operand, begin, begin + size, write});
  }

  // ---- UB that changes hands
  void Free(Local buffer, Site site);
  void Take(Local buffer);
  // Written by the host through a pointer or a reference, which the checker does not see.
  void AssumeInitialised(Local memory);
  // A TPipe begins or ends: its queues are gone and all pipes have finished.
  void Restart();

  // What the block did to device memory, for the check between blocks.
  Footprint& footprint() {
    CloseLanes();
    return footprint_;
  }

 private:
  struct Range {
    Space space;
    const char* operand;
    std::uint64_t begin;
    std::uint64_t end;
    bool write;
  };
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

  void Add(const Range& range);
  void CloseLanes();
  Number NumberOf(const Party& party);
  Shadow& ShadowOf(Space space) { return space == Space::kUb ? ub_ : global_; }
  void Check(const Range& range);
  void CheckOrder(const Range& range, std::uint64_t begin, std::uint64_t end, const Event& earlier,
                  const char* kind);
  // Whether the compiler orders the two by itself; if so, notes the wait that it inserts.
  bool IsAutomatic(pipe_t first, pipe_t second, const Range& range);
  void CheckInitialised();
  void NoteAll();
  void Note(const Range& range);
  void SpreadUninitialised();
  void ForgetPast();
  std::string Describe(const Range& range, std::uint64_t begin, std::uint64_t end) const;
  Finding MakeFinding(const char* kind, const Range& range, std::uint64_t begin, std::uint64_t end) const;

  RunningBlock& block_;
  PipeClocks clocks_;
  Shadow ub_;
  Shadow global_;
  Footprint footprint_;
  std::vector<Party> parties_;
  Party current_;
  Number current_number_ = 0;
  std::vector<Range> ranges_;
  std::vector<Missing> missing_;
  std::vector<const char*> open_operands_;
  bool lanes_open_ = false;
  std::size_t forget_at_ = 4096;
  bool all_initialised_ = false;
};

}  // namespace cann_emulator::ascendc
