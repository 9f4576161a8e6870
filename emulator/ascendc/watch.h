// SPDX-License-Identifier: Apache-2.0
// One block as seen from outside: its instructions and what orders them, handed to whoever watches. Without a
// watcher (is_on() is false) nothing may be reported, and nothing is paid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "ascendc/instruction.h"
#include "ascendc/late_effects.h"
#include "ascendc/memory_map.h"
#include "ascendc/own_results.h"
#include "ascendc/pipe_clocks.h"
#include "ascendc/timing_core.h"

namespace cann_emulator::ascendc {

class RunningBlock;

// What a pipe leaves behind for the one that waits for it: SetFlag for WaitFlag, EnQue for DeQue, FreeTensor
// for AllocTensor.
struct SyncToken {
  PipeClocks::Times done{};
  CoreTimeline::Moment moment;  // of the modelled time
};

class Watch {
 public:
  // `late`: instructions are carried out as late as the program's synchronisation allows (LateEffects).
  Watch(RunningBlock& block, bool on, bool late) : block_(block), on_(on) {
    if (late) late_.emplace(clocks_);
  }

  bool is_on() const { return on_; }

  // ---- one instruction: Begin, its bytes (reads first), End
  void Begin(pipe_t pipe, const char* name, Site site, std::uint64_t repeats = 1);
  void Read(Space space, const char* operand, std::uint64_t begin, std::uint64_t size) {
    Add({space, operand, begin, begin + size, false});
  }
  void Write(Space space, const char* operand, std::uint64_t begin, std::uint64_t size) {
    Add({space, operand, begin, begin + size, true});
  }
  void End(Dataflow flow);

  // ---- one vector instruction whose lanes are noted while it runs, in any order
  // Each of its operands is opened once; one that is open already belongs to the next instruction.
  // `memory`: that the lanes are read from or written to one after another; none where the instruction reads
  // everything before it writes.
  void OpenLanes(const Access& operand, Local memory);
  void NoteLanes(const Access& operand, std::uint64_t begin, std::uint64_t size, bool write) {
    if (lanes_open_) AddLanes({Space::kUb, operand.operand, begin, begin + size, write});
  }
  // Every lane that the open instruction reads decides its results: reductions.
  void DependOnAllLanes() { instruction_.flow = Dataflow::kWhole; }
  // The instruction whose lanes are open is complete. Whoever asks for what has happened so far calls it.
  void CloseLanes();

  // ---- what instructions do
  // Carries out `effect`, now or later; called after End().
  template <class Effect>
  void Issue(pipe_t pipe, Effect effect) {
    if (late_) {
      late_->Issue(pipe, std::move(effect));
    } else {
      effect();
    }
  }
  // Carries out everything that was issued.
  void Finish();

  // ---- order between pipes
  SyncToken Publish(pipe_t pipe);                  // what the pipe has got so far
  void Join(pipe_t pipe, const SyncToken& token);  // the pipe starts nothing more before that is done
  void Barrier(pipe_t pipe);                       // within a pipe, or between all (PIPE_ALL)
  // For another block: carries out what the pipe (PIPE_ALL: every pipe) has got so far. What is done then.
  PipeClocks::Times Complete(pipe_t pipe);

  const PipeClocks& clocks() const { return clocks_; }

  // The instruction that began last; null where none has, or nobody watches.
  const Instruction* latest() const { return *instruction_.name == '\0' ? nullptr : &instruction_; }

 private:
  // Bytes of UB that an instruction with open lanes is about to overwrite.
  struct Saved {
    std::uint64_t begin;
    std::vector<std::byte> bytes;
  };

  void Add(const ByteRange& range);
  void AddLanes(const ByteRange& range);
  void CheckOwnResults(const ByteRange& range);
  void DelayLanes();
  void TimeLanes(CoreTimeline& timeline) const;

  RunningBlock& block_;
  bool on_;
  PipeClocks clocks_;
  Instruction instruction_;
  std::vector<const char*> open_operands_;
  bool lanes_open_ = false;
  OwnResults own_results_;
  std::optional<LateEffects> late_;
  std::vector<Saved> saved_;
};

}  // namespace cann_emulator::ascendc
