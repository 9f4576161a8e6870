// SPDX-License-Identifier: Apache-2.0
#include "ascendc/watch.h"

#include <algorithm>

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

void Watch::OpenLanes(const Access& operand) {
  const bool continues =
      lanes_open_ && instruction_.name == operand.instruction &&
      instruction_.site.line == operand.site.line && instruction_.site.file == operand.site.file &&
      std::find(open_operands_.begin(), open_operands_.end(), operand.operand) == open_operands_.end();
  if (!continues) {
    Begin(PIPE_V, operand.instruction, operand.site);
    instruction_.flow = Dataflow::kLanes;
    instruction_.reads_own_writes = true;
    open_operands_.clear();
    lanes_open_ = true;
  }
  open_operands_.push_back(operand.operand);
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
}

SyncToken Watch::Publish(pipe_t pipe) {
  CloseLanes();
  return {clocks_.Publish(pipe)};
}

void Watch::Join(pipe_t pipe, const SyncToken& token) {
  CloseLanes();
  clocks_.Join(pipe, token.done);
}

void Watch::Barrier(pipe_t pipe) {
  CloseLanes();
  clocks_.Barrier(pipe);
}

}  // namespace cann_emulator::ascendc
