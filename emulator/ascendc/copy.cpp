// SPDX-License-Identifier: Apache-2.0
// DataCopy and DataCopyPad.
#include <cstring>

#include "acl/runtime.h"
#include "ascendc/atomic_store.h"
#include "ascendc/failure.h"
#include "ascendc/memory_map.h"
#include "ascendc/running_block.h"
#include "ascendc/stream_copy.h"

namespace cann_emulator::ascendc {

namespace {

// Once a launch has written this much, the output no longer fits a CPU's cache beside its inputs: store
// around it.
constexpr std::uint64_t kStreamingThreshold = std::uint64_t{4} << 20;

// Bytes from the start of the first run to the end of the last.
std::uint64_t Extent(const Runs& runs, std::uint64_t run_length, std::uint64_t gap) {
  return (runs.count - 1) * (run_length + gap) + run_length;
}

bool IsEmpty(const Runs& runs) { return runs.count == 0 || runs.length == 0; }

void Store(RunningBlock& block, const CoreRegisters& registers, std::byte* destination,
           const std::byte* source, std::size_t length) {
  if (registers.atomic_mode != AtomicMode::kNone) {
    StoreAtomically(registers.atomic_mode, registers.atomic_type, destination, source, length);
    return;
  }
  std::atomic<std::uint64_t>& stored = block.launch().bytes_stored;
  if (stored.fetch_add(length, std::memory_order_relaxed) > kStreamingThreshold) {
    StreamCopy(destination, source, length);
  } else {
    std::memcpy(destination, source, length);
  }
}

// Calls `visit(destination, source)` for each run; the steps are bytes from one run to the next.
template <class Visit>
void ForEachRun(std::byte* to, std::uint64_t to_step, const std::byte* from, std::uint64_t from_step,
                std::uint32_t count, Visit visit) {
  for (std::uint32_t i = 0; i < count; ++i, to += to_step, from += from_step) visit(to, from);
}

void StoreRuns(RunningBlock& block, const Runs& runs, std::byte* to, Local source,
               std::uint64_t source_step) {
  const std::byte* from = block.ub().data() + source.address;
  block.watch().Issue(PIPE_MTE3, [=, &block, registers = block.registers()] {
    ForEachRun(
        to, runs.length + runs.destination_gap, from, source_step, runs.count,
        [&](std::byte* run, const std::byte* data) { Store(block, registers, run, data, runs.length); });
  });
}

void CheckUb(RunningBlock& block, const Copy& copy, const char* operand, Local tensor, std::uint64_t extent) {
  CheckLocal({copy.name, operand, copy.site}, tensor, 0, extent, kBlockBytes);
  block.ub().Touch(tensor.address + static_cast<std::uint32_t>(extent));
}

void CheckGm(const Copy& copy, const char* operand, Global tensor, std::uint64_t extent) {
  CheckGlobal({copy.name, operand, copy.site}, tensor, 0, extent, copy.element_size);
}

// One end of a copy for those who watch: where its runs lie.
struct Side {
  Space space;
  std::uint64_t address;
  std::uint64_t length;  // of one run, with what stands around it
  std::uint64_t gap;
};

Side UbSide(Local tensor, std::uint64_t length, std::uint64_t gap) {
  return {Space::kUb, tensor.address, length, gap};
}
Side GlobalSide(Global tensor, std::uint64_t length, std::uint64_t gap) {
  return {Space::kGlobal, reinterpret_cast<std::uint64_t>(tensor.address), length, gap};
}

void Note(RunningBlock& block, pipe_t pipe, const Copy& copy, const Side& destination, const Side& source) {
  Watch& watch = block.watch();
  watch.Begin(pipe, copy.name, copy.site, copy.runs.count);
  for (std::uint64_t i = 0; i < copy.runs.count; ++i) {
    watch.Read(source.space, "source", source.address + i * (source.length + source.gap), source.length);
  }
  for (std::uint64_t i = 0; i < copy.runs.count; ++i) {
    watch.Write(destination.space, "destination",
                destination.address + i * (destination.length + destination.gap), destination.length);
  }
  watch.End(pipe == PIPE_V && copy.runs.count == 1 ? Dataflow::kLanewise : Dataflow::kWhole);
}

bool GoesThroughL2(Global tensor, AscendC::CacheRwMode use) {
  return (tensor.bypasses_l2 & static_cast<std::uint8_t>(use)) == 0;
}

// For the modelled time; `extent` in bytes of UB.
void TimeRead(RunningBlock& block, const Copy& copy, Local destination, std::uint64_t extent, Global source) {
  CoreTimeline* timeline = block.timeline();
  if (timeline == nullptr) return;
  const auto address = reinterpret_cast<std::uint64_t>(source.address);
  timeline->Read(copy.name,
                 {address, copy.runs.count, copy.runs.length, copy.runs.source_gap,
                  GoesThroughL2(source, AscendC::CacheRwMode::READ)},
                 {destination.address, static_cast<std::uint32_t>(extent)}, copy.site);
}

void TimeWrite(RunningBlock& block, const Copy& copy, Global destination, Local source,
               std::uint64_t extent) {
  CoreTimeline* timeline = block.timeline();
  if (timeline == nullptr) return;
  const auto address = reinterpret_cast<std::uint64_t>(destination.address);
  timeline->Write(copy.name,
                  {address, copy.runs.count, copy.runs.length, copy.runs.destination_gap,
                   GoesThroughL2(destination, AscendC::CacheRwMode::WRITE)},
                  {source.address, static_cast<std::uint32_t>(extent)}, copy.site);
}

void TimeMove(RunningBlock& block, const Copy& copy, Local destination) {
  CoreTimeline* timeline = block.timeline();
  if (timeline == nullptr) return;
  const Runs& runs = copy.runs;
  const std::uint64_t bytes = std::uint64_t{runs.count} * runs.length;
  timeline->Vector(copy.name, (bytes + kRepeatBytes - 1) / kRepeatBytes, 1.0, false, copy.site);
  const std::uint64_t extent = Extent(runs, runs.length, runs.destination_gap);
  timeline->UseUb(PIPE_V, {destination.address, static_cast<std::uint32_t>(extent)});
}

}  // namespace

void CheckField(const char* instruction, const char* field, std::uint64_t value, std::uint64_t limit,
                Site site) {
  if (value > limit && CurrentBlock().checked()) {
    Fail(instruction, site, Text(field, " is ", value, "; the limit is ", limit));
  }
}

void CheckWholeBlocks(const char* instruction, std::uint64_t bytes, Site site) {
  const std::uint64_t left = bytes % kBlockBytes;
  if (left != 0 && StrictChecksEnabled() && CurrentBlock().checked()) {
    Fail(instruction, site,
         Text("of ", bytes, " bytes it copies whole blocks of ", kBlockBytes, ", and leaves the last ", left,
              "; use DataCopyPad"));
  }
}

void CheckSame(const char* instruction, const char* first, std::uint64_t first_value, const char* second,
               std::uint64_t second_value, Site site) {
  if (first_value != second_value && CurrentBlock().checked()) {
    Fail(instruction, site,
         Text(first, ": ", first_value, ", ", second, ": ", second_value, "; they must be the same"));
  }
}

void CopyToLocal(const Copy& copy, Local destination, Global source) {
  RunningBlock& block = CurrentBlock();
  const Runs& runs = copy.runs;
  if (IsEmpty(runs)) return;
  if (block.checked()) {
    CheckUb(block, copy, "destination", destination, Extent(runs, runs.length, runs.destination_gap));
    CheckGm(copy, "source", source, Extent(runs, runs.length, runs.source_gap));
  }
  if (block.watch().is_on()) {
    Note(block, PIPE_MTE2, copy, UbSide(destination, runs.length, runs.destination_gap),
         GlobalSide(source, runs.length, runs.source_gap));
    TimeRead(block, copy, destination, Extent(runs, runs.length, runs.destination_gap), source);
  }
  block.watch().Issue(PIPE_MTE2, [runs, to = block.ub().data() + destination.address, from = source.address] {
    ForEachRun(to, runs.length + runs.destination_gap, from, runs.length + runs.source_gap, runs.count,
               [&](std::byte* run, const std::byte* data) { std::memcpy(run, data, runs.length); });
  });
}

void CopyToGlobal(const Copy& copy, Global destination, Local source) {
  RunningBlock& block = CurrentBlock();
  const Runs& runs = copy.runs;
  if (IsEmpty(runs)) return;
  if (block.checked()) {
    CheckUb(block, copy, "source", source, Extent(runs, runs.length, runs.source_gap));
    CheckGm(copy, "destination", destination, Extent(runs, runs.length, runs.destination_gap));
  }
  if (block.watch().is_on()) {
    Note(block, PIPE_MTE3, copy, GlobalSide(destination, runs.length, runs.destination_gap),
         UbSide(source, runs.length, runs.source_gap));
    TimeWrite(block, copy, destination, source, Extent(runs, runs.length, runs.source_gap));
  }
  StoreRuns(block, runs, destination.address, source, runs.length + runs.source_gap);
}

void CopyWithinLocal(const Copy& copy, Local destination, Local source) {
  RunningBlock& block = CurrentBlock();
  const Runs& runs = copy.runs;
  if (IsEmpty(runs)) return;
  if (block.checked()) {
    CheckUb(block, copy, "destination", destination, Extent(runs, runs.length, runs.destination_gap));
    CheckUb(block, copy, "source", source, Extent(runs, runs.length, runs.source_gap));
  }
  if (block.watch().is_on()) {
    Note(block, PIPE_V, copy, UbSide(destination, runs.length, runs.destination_gap),
         UbSide(source, runs.length, runs.source_gap));
    TimeMove(block, copy, destination);
  }
  std::byte* ub = block.ub().data();
  block.watch().Issue(PIPE_V, [runs, to = ub + destination.address, from = ub + source.address] {
    ForEachRun(to, runs.length + runs.destination_gap, from, runs.length + runs.source_gap, runs.count,
               [&](std::byte* run, const std::byte* data) { std::memmove(run, data, runs.length); });
  });
}

void CopyPadToLocal(const Copy& copy, const Padding& padding, Local destination, Global source) {
  RunningBlock& block = CurrentBlock();
  const Runs& runs = copy.runs;
  if (IsEmpty(runs)) return;
  const std::uint32_t left = padding.enabled ? padding.left * padding.element_size : 0;
  const std::uint32_t right = padding.enabled ? padding.right * padding.element_size : 0;
  const std::uint64_t row = RoundUpToBlock(left + runs.length + right);
  if (block.checked()) {
    CheckField(copy.name, "leftPadding in bytes", left, kBlockBytes, copy.site);
    CheckField(copy.name, "rightPadding in bytes", right, kBlockBytes, copy.site);
    // The last block's rest is the tensor's in any case: tensors begin at whole blocks.
    const std::uint64_t slack = row - (left + runs.length + right);
    CheckUb(block, copy, "destination", destination, Extent(runs, row, runs.destination_gap) - slack);
    CheckGm(copy, "source", source, Extent(runs, runs.length, runs.source_gap));
  }
  if (block.watch().is_on()) {
    Note(block, PIPE_MTE2, copy, UbSide(destination, row, runs.destination_gap),
         GlobalSide(source, runs.length, runs.source_gap));
    TimeRead(block, copy, destination, Extent(runs, row, runs.destination_gap), source);
  }
  block.watch().Issue(PIPE_MTE2, [=, to = block.ub().data() + destination.address, from = source.address] {
    const auto fill = [&](std::byte* begin, std::byte* end, const void* element) {
      const std::size_t size = copy.element_size;
      for (; begin + size <= end; begin += size) std::memcpy(begin, element, size);
    };
    const Runs& lengths = copy.runs;
    ForEachRun(to, row + lengths.destination_gap, from, lengths.length + lengths.source_gap, lengths.count,
               [&](std::byte* run, const std::byte* source_run) {
                 std::byte* data = run + left;
                 std::byte* data_end = data + lengths.length;
                 fill(run, data, &padding.value);
                 std::memcpy(data, source_run, lengths.length);
                 fill(data_end, data_end + right, &padding.value);
                 // What the last block has beyond the padding gets the run's first element.
                 fill(data_end + right, run + row, source_run);
               });
  });
}

void CopyPadToGlobal(const Copy& copy, Global destination, Local source) {
  RunningBlock& block = CurrentBlock();
  const Runs& runs = copy.runs;
  if (IsEmpty(runs)) return;
  const std::uint64_t row = RoundUpToBlock(runs.length);
  if (block.checked()) {
    const std::uint64_t last_row_slack = row - runs.length;
    CheckUb(block, copy, "source", source, Extent(runs, row, runs.source_gap) - last_row_slack);
    CheckGm(copy, "destination", destination, Extent(runs, runs.length, runs.destination_gap));
  }
  if (block.watch().is_on()) {
    Note(block, PIPE_MTE3, copy, GlobalSide(destination, runs.length, runs.destination_gap),
         UbSide(source, runs.length, runs.source_gap + row - runs.length));
    TimeWrite(block, copy, destination, source, Extent(runs, row, runs.source_gap));
  }
  StoreRuns(block, runs, destination.address, source, row + runs.source_gap);
}

}  // namespace cann_emulator::ascendc
