// SPDX-License-Identifier: Apache-2.0
#include "ascendc/hazards.h"

#include <algorithm>

#include "acl/runtime.h"
#include "ascendc/failure.h"
#include "ascendc/running_block.h"

namespace cann_emulator::ascendc {

namespace {

constexpr const char* kWriteAfterRead = "write after read";

std::string FixFor(pipe_t first, pipe_t second) {
  if (first == second) {
    return Text("put PipeBarrier<PIPE_", PipeName(first), ">() between the two");
  }
  const std::string event = Text(PipeName(first), "_", PipeName(second));
  return Text("put SetFlag<HardEvent::", event, ">(id) after the first and WaitFlag<HardEvent::", event,
              ">(id) before the second, or pass the buffer through a TQue");
}

}  // namespace

Hazards::Hazards(RunningBlock& block) : block_(block) {}

Hazards::Number Hazards::NumberOf(const Party& party) {
  // The kernel's loops come back to few places: the last ones are looked at first.
  for (std::size_t i = parties_.size(); i > 0 && i + 64 > parties_.size(); --i) {
    const Party& known = parties_[i - 1];
    if (known.site.line == party.site.line && known.name == party.name &&
        known.site.file == party.site.file && known.pipe == party.pipe) {
      return static_cast<Number>(i);
    }
  }
  parties_.push_back(party);
  return static_cast<Number>(parties_.size());
}

void Hazards::Note(const Instruction& instruction) {
  current_ = {instruction.name, instruction.site, instruction.pipe, block_.index()};
  current_number_ = NumberOf(current_);
  missing_.clear();
  for (const ByteRange& range : instruction.ranges) Check(range);
  if (!all_initialised_) CheckInitialised(instruction);
  for (const bool write : {false, true}) {
    for (const ByteRange& range : instruction.ranges) {
      if (range.write == write) Note(range);
    }
  }
  if (instruction.flow == Dataflow::kLanewise) SpreadUninitialised(instruction);
  ForgetPast();
}

void Hazards::Check(const ByteRange& range) {
  ShadowOf(range.space)
      .ForEach(range.begin, range.end, [&](std::uint64_t begin, std::uint64_t end, const State& state) {
        if (state.freed_by != 0) {
          Finding finding = MakeFinding("use of a freed buffer", range, begin, end);
          finding.earlier = parties_[state.freed_by - 1];
          finding.detail = Text(Describe(range, begin, end), ", a buffer that was given back (FreeTensor at ",
                                At(finding.earlier.site), ")");
          finding.fix = "call FreeTensor after the last use of the tensor";
          Report(finding);
        }
        // The wait for a reader usually covers the writer before it: the reader is the better advice.
        if (range.write) {
          for (const Event& read : state.reads) CheckOrder(range, begin, end, read, kWriteAfterRead);
        }
        CheckOrder(range, begin, end, state.write, range.write ? "write after write" : "read after write");
      });
}

bool Hazards::IsAutomatic(pipe_t first, pipe_t second, const ByteRange& range) {
  if (first == PIPE_S && second == PIPE_S) return true;
  if (StrictChecksEnabled()) return false;
  if (first == PIPE_S || second == PIPE_S) {
    Watch& watch = block_.watch();
    watch.Join(second, watch.Publish(first));
    return true;
  }
  // Copies of one pipe into the same UB may overlap; to the same device memory, tails that overlap on purpose
  // write the same values.
  return first == second && (first == PIPE_V || range.space == Space::kGlobal);
}

void Hazards::CheckOrder(const ByteRange& range, std::uint64_t begin, std::uint64_t end, const Event& earlier,
                         const char* kind) {
  if (earlier.instruction == 0) return;
  const Party& first = parties_[earlier.instruction - 1];
  if (block_.watch().clocks().IsOrdered(first.pipe, earlier.time, current_.pipe)) return;
  if (IsAutomatic(first.pipe, current_.pipe, range)) return;
  Finding finding = MakeFinding(kind, range, begin, end);
  finding.earlier = first;
  finding.detail =
      Text(Describe(range, begin, end), " on pipe ", PipeName(current_.pipe), " while ", first.name, " at ",
           At(first.site), " may still ", kind == kWriteAfterRead ? "read" : "write", " it on pipe ",
           PipeName(first.pipe), " (", kind, " without a wait)");
  finding.fix = FixFor(first.pipe, current_.pipe);
  Report(finding);
}

void Hazards::CheckInitialised(const Instruction& instruction) {
  const std::vector<ByteRange>& ranges = instruction.ranges;
  for (auto at = ranges.begin(); at != ranges.end();) {
    const ByteRange operand = *at;
    std::uint64_t size = 0;
    std::uint64_t missing = 0;
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    for (; at != ranges.end() && at->operand == operand.operand && at->write == operand.write; ++at) {
      size += at->size();
      if (operand.write || operand.space != Space::kUb) continue;
      ub_.ForEach(at->begin, at->end, [&](std::uint64_t begin, std::uint64_t end, const State& state) {
        if (state.initialised) return;
        if (instruction.reads_own_writes && Wrote(instruction, begin, end)) return;
        missing_.push_back({begin - at->begin, end - at->begin, at->size()});
        if (missing == 0) first = begin;
        missing += end - begin;
        last = end;
      });
    }
    if (missing == 0) continue;
    // Lanes beyond the valid ones may be computed as long as nobody looks at the results: such instructions
    // are reported where an operand has no valid lane at all, the others in any case.
    if (instruction.flow != Dataflow::kWhole && missing < size) continue;
    Finding finding = MakeFinding("uninitialised read", operand, first, last);
    finding.detail = Text(Describe(operand, first, last), ", which holds bytes that nothing has written");
    finding.fix = "copy into it or compute it first; check counts, offsets and the order of the instructions";
    Report(finding);
  }
}

bool Hazards::Wrote(const Instruction& instruction, std::uint64_t begin, std::uint64_t end) const {
  return std::any_of(instruction.ranges.begin(), instruction.ranges.end(), [&](const ByteRange& range) {
    return range.write && range.space == Space::kUb && range.begin < end && range.end > begin;
  });
}

void Hazards::Note(const ByteRange& range) {
  const Event event{block_.watch().clocks().Now(current_.pipe), current_number_};
  // Atomic writes of several blocks add up in any order.
  const bool atomic = range.write && block_.registers().atomic_mode != AtomicMode::kNone;
  if (range.space == Space::kGlobal && !atomic) {
    footprint_.Add(range.begin, range.end, current_, range.write, event.time);
  }
  Shadow& shadow = ShadowOf(range.space);
  if (range.write) {
    State state;
    state.write = event;
    state.initialised = true;
    shadow.Set(range.begin, range.end, state);
  } else {
    shadow.Update(range.begin, range.end, [&](State& state) { state.reads[current_.pipe] = event; });
  }
}

// Marks the results of uninitialised lanes. Element sizes differ where an instruction converts.
void Hazards::SpreadUninitialised(const Instruction& instruction) {
  if (missing_.empty()) return;
  const auto is_write = [](const ByteRange& range) { return range.write; };
  const auto written = std::find_if(instruction.ranges.begin(), instruction.ranges.end(), is_write);
  if (std::count_if(instruction.ranges.begin(), instruction.ranges.end(), is_write) != 1) return;
  for (const Missing& missing : missing_) {
    ub_.Update(written->begin + missing.begin * written->size() / missing.size,
               written->begin + missing.end * written->size() / missing.size,
               [](State& state) { state.initialised = false; });
  }
}

// Device memory can be large: what all pipes have waited for needs no record. The scalar pipe is left out,
// because the compiler orders it.
void Hazards::ForgetPast() {
  if (global_.size() < forget_at_) return;
  const PipeClocks& clocks = block_.watch().clocks();
  const auto is_past = [&](const Event& event) {
    if (event.instruction == 0) return true;
    const pipe_t pipe = parties_[event.instruction - 1].pipe;
    return clocks.IsOrdered(pipe, event.time, PIPE_V) && clocks.IsOrdered(pipe, event.time, PIPE_MTE2) &&
           clocks.IsOrdered(pipe, event.time, PIPE_MTE3);
  };
  global_.Forget([&](const State& state) {
    return is_past(state.write) && std::all_of(state.reads.begin(), state.reads.end(), is_past);
  });
  forget_at_ = std::max<std::size_t>(4096, 2 * global_.size());
}

void Hazards::Free(Local buffer, Site site) {
  block_.watch().CloseLanes();
  const Number number = NumberOf({"FreeTensor", site, PIPE_S, block_.index()});
  ub_.Update(buffer.address, std::uint64_t{buffer.address} + buffer.size,
             [number](State& state) { state.freed_by = number; });
}

void Hazards::Take(Local buffer) {
  block_.watch().CloseLanes();
  ub_.Update(buffer.address, std::uint64_t{buffer.address} + buffer.size,
             [](State& state) { state.freed_by = 0; });
}

void Hazards::AssumeInitialised(Local memory) {
  block_.watch().CloseLanes();
  if (memory.size == block_.ub().size()) all_initialised_ = true;
  if (all_initialised_) return;
  ub_.Update(memory.address, std::uint64_t{memory.address} + memory.size,
             [](State& state) { state.initialised = true; });
}

void Hazards::ForgetFreed() {
  block_.watch().CloseLanes();
  ub_.Update(0, block_.ub().size(), [](State& state) { state.freed_by = 0; });
}

std::string Hazards::Describe(const ByteRange& range, std::uint64_t begin, std::uint64_t end) const {
  return Text(range.write ? "writes " : "reads ", range.operand,
              range.space == Space::kUb ? " UB " : " device memory ", ascendc::Range(begin, end));
}

Finding Hazards::MakeFinding(const char* kind, const ByteRange& range, std::uint64_t begin,
                             std::uint64_t end) const {
  Finding finding;
  finding.kind = kind;
  finding.kernel = block_.kernel();
  finding.blocks = block_.count();
  finding.later = current_;
  finding.space = range.space;
  finding.begin = begin;
  finding.end = end;
  return finding;
}

}  // namespace cann_emulator::ascendc
