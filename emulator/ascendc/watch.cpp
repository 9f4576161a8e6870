// SPDX-License-Identifier: Apache-2.0
#include "ascendc/watch.h"

#include <algorithm>
#include <cstring>

#include "ascendc/failure.h"
#include "ascendc/running_block.h"

namespace cann_emulator::ascendc {

void Watch::Begin(pipe_t pipe, const char* name, Site site, std::uint64_t repeats) {
  CloseLanes();
  instruction_.name = name;
  instruction_.site = site;
  instruction_.pipe = pipe;
  instruction_.repeats = repeats;
  instruction_.reads_own_writes = false;
  instruction_.ranges.clear();
}

void Watch::Add(const ByteRange& range) {
  // Lanes of several operands come in turns: a range may continue one of the last few.
  constexpr std::size_t kOpenRanges = 4;
  std::vector<ByteRange>& ranges = instruction_.ranges;
  for (std::size_t i = ranges.size(); i > 0 && i + kOpenRanges > ranges.size(); --i) {
    ByteRange& last = ranges[i - 1];
    if (last.end == range.begin && last.space == range.space && last.write == range.write &&
        last.operand == range.operand) {
      last.end = range.end;
      return;
    }
  }
  ranges.push_back(range);
}

void Watch::End(Dataflow flow) {
  instruction_.flow = flow;
  if (block_.checked()) block_.hazards().Note(instruction_);
}

void Watch::OpenLanes(const Access& operand, Local memory) {
  const bool continues =
      lanes_open_ && instruction_.name == operand.instruction &&
      instruction_.site.line == operand.site.line && instruction_.site.file == operand.site.file &&
      std::find(open_operands_.begin(), open_operands_.end(), operand.operand) == open_operands_.end();
  if (!continues) {
    Begin(PIPE_V, operand.instruction, operand.site);
    if (late_) {
      late_->Reach(clocks_.Seen(PIPE_V));
      late_->Finish(PIPE_V);
    }
    instruction_.flow = Dataflow::kLanes;
    instruction_.reads_own_writes = true;
    open_operands_.clear();
    own_results_.Start();
    lanes_open_ = true;
  }
  open_operands_.push_back(operand.operand);
  own_results_.Open(memory);
}

void Watch::CloseLanes() {
  if (!lanes_open_) return;
  lanes_open_ = false;
  std::uint64_t widest = 0;
  for (const char* operand : open_operands_) {
    std::uint64_t bytes = 0;
    for (const ByteRange& range : instruction_.ranges) bytes += range.operand == operand ? range.size() : 0;
    widest = std::max(widest, bytes);
  }
  instruction_.repeats = (widest + kRepeatBytes - 1) / kRepeatBytes;
  End(instruction_.flow);
  if (CoreTimeline* timeline = block_.timeline()) TimeLanes(*timeline);
  if (late_) DelayLanes();
}

// None of these instructions has a published cost: a repeat is taken to cost what one of an addition does.
void Watch::TimeLanes(CoreTimeline& timeline) const {
  timeline.Vector(instruction_.name, instruction_.repeats, 1.0, false, instruction_.site);
  for (const ByteRange& range : instruction_.ranges) {
    timeline.UseUb(PIPE_V,
                   {static_cast<std::uint32_t>(range.begin), static_cast<std::uint32_t>(range.size())});
  }
}

void Watch::CheckOwnResults(const ByteRange& range) {
  if (range.write) return own_results_.NoteWrite(range.operand, range.begin, range.end);
  const char* writer = own_results_.WriterOf(range.operand, range.begin, range.end);
  if (writer == nullptr) return;
  Fail(instruction_.name, instruction_.site,
       Text("reads in ", range.operand, " UB ", Range(range.begin, range.end), " what it has written to ",
            writer, ", and may get the old value or the new one; keep the two apart"));
}

void Watch::AddLanes(const ByteRange& range) {
  if (own_results_.CanBeRead() && block_.checked()) CheckOwnResults(range);
  if (late_ && range.write) {
    const std::byte* bytes = block_.ub().data() + range.begin;
    if (saved_.empty() || saved_.back().begin + saved_.back().bytes.size() != range.begin) {
      saved_.push_back({range.begin, {}});
    }
    saved_.back().bytes.insert(saved_.back().bytes.end(), bytes, bytes + range.size());
  }
  Add(range);
}

// The lanes are computed already: takes their results back, to write them when they become visible.
void Watch::DelayLanes() {
  std::byte* ub = block_.ub().data();
  std::vector<Saved> results;
  for (const Saved& saved : saved_) {
    const std::byte* bytes = ub + saved.begin;
    results.push_back({saved.begin, {bytes, bytes + saved.bytes.size()}});
  }
  for (auto saved = saved_.rbegin(); saved != saved_.rend(); ++saved) {
    std::memcpy(ub + saved->begin, saved->bytes.data(), saved->bytes.size());
  }
  saved_.clear();
  late_->Issue(PIPE_V, [ub, results = std::move(results)] {
    for (const Saved& result : results)
      std::memcpy(ub + result.begin, result.bytes.data(), result.bytes.size());
  });
}

void Watch::Finish() {
  CloseLanes();
  if (late_) late_->Finish(PIPE_ALL);
}

SyncToken Watch::Publish(pipe_t pipe) {
  CloseLanes();
  SyncToken token;
  token.done = clocks_.Publish(pipe);
  if (CoreTimeline* timeline = block_.timeline()) token.moment = timeline->Publish(pipe);
  return token;
}

void Watch::Join(pipe_t pipe, const SyncToken& token) {
  CloseLanes();
  clocks_.Join(pipe, token.done);
  if (CoreTimeline* timeline = block_.timeline()) timeline->Await(pipe, token.moment);
  if (late_ && pipe == PIPE_S) late_->Reach(token.done);
}

PipeClocks::Times Watch::Complete(pipe_t pipe) {
  if (pipe == PIPE_ALL) Barrier(PIPE_ALL);
  // After the barrier the scalar pipe has seen all others.
  const SyncToken token = Publish(pipe == PIPE_ALL ? PIPE_S : pipe);
  if (late_) late_->Reach(token.done);
  return token.done;
}

void Watch::Barrier(pipe_t pipe) {
  CloseLanes();
  clocks_.Barrier(pipe);
  if (CoreTimeline* timeline = block_.timeline()) timeline->Barrier(pipe);
  if (late_ && pipe == PIPE_ALL) late_->Finish(PIPE_ALL);
}

}  // namespace cann_emulator::ascendc
