// SPDX-License-Identifier: Apache-2.0
// Vector instructions: checks what one touches, and runs its loop over a count or over repeats.
#include <algorithm>
#include <cstring>

#include "ascendc/failure.h"
#include "ascendc/int4_pairs.h"
#include "ascendc/lane_kernel.h"
#include "ascendc/memory_map.h"
#include "ascendc/operand_overlap.h"
#include "ascendc/running_block.h"
#include "ascendc/saturation.h"
#include "ascendc/shape_limits.h"
#include "ascendc/vector_operand.h"

namespace cann_emulator::ascendc {

namespace {

[[noreturn]] void FailUnsupported(const VectorInstruction& instruction) {
  const char* name = OpcodeName(instruction.opcode);
  if (instruction.opcode == Opcode::kCast) {
    Fail(name, instruction.site,
         Text("from ", DataTypeName(instruction.source_type), " to ",
              DataTypeName(instruction.destination_type), " there is no ",
              RoundModeName(instruction.round_mode)));
  }
  Fail(name, instruction.site, Text("not available for ", DataTypeName(instruction.source_type)));
}

bool ReadsDestination(Opcode opcode) {
  return opcode == Opcode::kAxpy || opcode == Opcode::kMulAddDst || opcode == Opcode::kFusedMulAdd ||
         opcode == Opcode::kFusedMulAddRelu;
}

// Where the documentation allows that a repeat reads what an earlier one has written.
bool AccumulatesInSource1(Opcode opcode, DataType type) {
  switch (opcode) {
    case Opcode::kAdd:
    case Opcode::kSub:
    case Opcode::kMul:
    case Opcode::kMax:
    case Opcode::kMin:
    case Opcode::kAddRelu:
    case Opcode::kSubRelu:
      return type == DataType::kHalf || type == DataType::kInt32 || type == DataType::kFloat;
    default:
      return false;
  }
}

class VectorRun {
 public:
  VectorRun(const VectorInstruction& instruction, LaneKernel kernel)
      : instruction_(instruction),
        kernel_(kernel),
        adjustment_(AdjustmentOf(instruction, CurrentBlock().registers())),
        block_(&CurrentBlock()),
        ub_(block_->ub().data()),
        destination_{"destination", instruction.destination, DataTypeSize(instruction.destination_type),
                     instruction.shape.destination} {
    const std::uint32_t source_size = DataTypeSize(instruction.source_type);
    for (int i = 0; i < instruction.source_count; ++i) {
      sources_[i] = {instruction.source_count == 1 ? "source"
                     : i == 0                      ? "source 0"
                                                   : "source 1",
                     instruction.source[i], source_size, shape().source[i]};
    }
    const std::uint32_t widest = instruction.source_count == 0
                                     ? destination_.element_size
                                     : std::max(source_size, destination_.element_size);
    lanes_ = kRepeatBytes / widest;
  }

  void ByCount() {
    if (shape().count == 0) return;
    if (block_->checked()) {
      ForEachOperand([this](const VectorOperand& operand) { CheckRange(operand, shape().count); });
      CheckOverlap();
    }
    NoteContiguous(shape().count);
    IssueContiguous(shape().count);
  }

  void ByRepeat() {
    const std::uint32_t last = LastLane();
    if (shape().repeats == 0 || last == kNoLane) return;
    if (block_->checked()) CheckRepeats(last);
    const bool all_lanes = ActiveLanes() == lanes_;
    if (all_lanes && IsContiguous()) {
      NoteContiguous(std::uint64_t{shape().repeats} * lanes_);
      IssueContiguous(std::size_t{shape().repeats} * lanes_);
      return;
    }
    NoteRepeats(last + 1);
    block_->watch().Issue(PIPE_V, [run = *this, last] {
      for (std::uint32_t repeat = 0; repeat < run.shape().repeats; ++repeat) run.RunRepeat(repeat, last + 1);
    });
  }

 private:
  static constexpr std::uint32_t kNoLane = ~std::uint32_t{0};

  const VectorShape& shape() const { return instruction_.shape; }

  template <class Visit>
  void ForEachOperand(Visit visit) const {
    visit(destination_);
    for (int i = 0; i < instruction_.source_count; ++i) visit(sources_[i]);
  }

  bool IsActive(std::uint32_t lane) const { return ((shape().mask[lane / 64] >> (lane % 64)) & 1) != 0; }

  std::uint32_t LastLane() const {
    for (std::uint32_t lane = lanes_; lane > 0; --lane) {
      if (IsActive(lane - 1)) return lane - 1;
    }
    return kNoLane;
  }

  std::uint32_t ActiveLanes() const {
    std::uint32_t active = 0;
    for (std::uint32_t lane = 0; lane < lanes_; ++lane) active += IsActive(lane);
    return active;
  }

  bool IsContiguous() const {
    bool contiguous = true;
    ForEachOperand([&contiguous, this](const VectorOperand& operand) {
      const std::uint32_t repeat_blocks = lanes_ / operand.LanesPerBlock();
      contiguous = contiguous && operand.stride.block == 1 && operand.stride.repeat == repeat_blocks;
    });
    return contiguous;
  }

  Access AccessOf(const VectorOperand& operand) const {
    return {OpcodeName(instruction_.opcode), operand.name, instruction_.site};
  }

  void CheckRange(const VectorOperand& operand, std::uint64_t elements) const {
    const std::uint64_t bytes = elements * operand.element_size;
    CheckLocal(AccessOf(operand), operand.memory, 0, bytes, kBlockBytes);
    block_->ub().Touch(operand.memory.address + static_cast<std::uint32_t>(bytes));
  }

  void CheckRepeats(std::uint32_t last_lane) const {
    const Access access = AccessOf(destination_);
    if (destination_.stride.block == 0) {
      Fail(access.instruction, access.site,
           "dstBlkStride is 0; the destination's block stride must be at least 1");
    }
    ForEachOperand([this, last_lane](const VectorOperand& operand) {
      const std::uint64_t end = operand.OffsetOf(shape().repeats - 1U, last_lane) + operand.element_size;
      CheckLocal(AccessOf(operand), operand.memory, 0, end, kBlockBytes);
      block_->ub().Touch(operand.memory.address + static_cast<std::uint32_t>(end));
    });
    CheckOverlap();
  }

  void CheckOverlap() const {
    constexpr std::uint64_t kAll = ~std::uint64_t{0};
    const LaneWalk walk = shape().by_repeat ? LaneWalk(lanes_, shape().repeats, shape().mask, kAll)
                                            : LaneWalk(lanes_, (shape().count + lanes_ - 1) / lanes_,
                                                       {kAll, kAll}, shape().count);
    const VectorOperand destination = AsRepeats(destination_);
    for (int i = 0; i < instruction_.source_count; ++i) {
      const VectorOperand source = AsRepeats(sources_[i]);
      const bool one_stays = destination.stride.repeat == 0 || source.stride.repeat == 0;
      const bool reads_results =
          i == 1 && one_stays && AccumulatesInSource1(instruction_.opcode, instruction_.source_type);
      const std::string problem = OverlapProblem(destination, source, walk, reads_results);
      if (!problem.empty()) Fail(OpcodeName(instruction_.opcode), instruction_.site, problem);
    }
  }

  // A count goes through UB as repeats without gaps do.
  VectorOperand AsRepeats(VectorOperand operand) const {
    if (!shape().by_repeat) {
      operand.stride = {1, static_cast<std::uint16_t>(lanes_ / operand.LanesPerBlock())};
    }
    return operand;
  }

  // Hands each operand with what is done to it to those who watch: `note(operand, method)`, reads first.
  template <class NoteOperand>
  void Note(std::uint64_t repeats, Dataflow flow, NoteOperand note) const {
    Watch& watch = block_->watch();
    if (!watch.is_on()) return;
    watch.Begin(PIPE_V, OpcodeName(instruction_.opcode), instruction_.site, repeats);
    for (int i = 0; i < instruction_.source_count; ++i) note(sources_[i], &Watch::Read);
    if (ReadsDestination(instruction_.opcode)) note(destination_, &Watch::Read);
    note(destination_, &Watch::Write);
    watch.End(flow);
    if (CoreTimeline* timeline = block_->timeline()) Time(*timeline, repeats);
  }

  void NoteContiguous(std::uint64_t elements) const {
    Note((elements + lanes_ - 1) / lanes_, Dataflow::kLanewise,
         [&](const VectorOperand& operand, auto method) {
           (block_->watch().*method)(Space::kUb, operand.name, operand.memory.address,
                                     elements * operand.element_size);
         });
  }

  void NoteRepeats(std::uint32_t lanes) const {
    Note(shape().repeats, Dataflow::kLanes, [&](const VectorOperand& operand, auto method) {
      for (std::uint32_t repeat = 0; repeat < shape().repeats; ++repeat) {
        for (std::uint32_t lane = 0; lane < lanes; ++lane) {
          if (!IsActive(lane)) continue;
          (block_->watch().*method)(Space::kUb, operand.name,
                                    operand.memory.address + operand.OffsetOf(repeat, lane),
                                    operand.element_size);
        }
      }
    });
  }

  void Time(CoreTimeline& timeline, std::uint64_t repeats) const {
    const double cycles = timeline.banks() ? CyclesPerRepeat(repeats, timeline.read_write_conflict()) : 1.0;
    timeline.Vector(OpcodeName(instruction_.opcode), repeats, cycles, instruction_.opcode == Opcode::kAdd,
                    instruction_.site);
    ForEachOperand([&](const VectorOperand& operand) {
      const std::uint64_t end = OffsetOfRepeat(operand, repeats - 1) + kRepeatBytes;
      const std::uint64_t size = std::min<std::uint64_t>(end, operand.memory.size);
      timeline.UseUb(PIPE_V, {operand.memory.address, static_cast<std::uint32_t>(size)});
    });
  }

  std::uint64_t OffsetOfRepeat(const VectorOperand& operand, std::uint64_t repeat) const {
    return AsRepeats(operand).OffsetOf(repeat, 0);
  }

  // The mean over repeats from all over the instruction; the odd step meets every bank group.
  double CyclesPerRepeat(std::uint64_t repeats, double read_write_conflict) const {
    constexpr std::uint64_t kLookedAt = 16;
    const std::uint64_t step = (repeats / kLookedAt) | 1;
    const std::uint64_t looked_at = std::min(repeats, kLookedAt);
    const auto bank_operand = [this](const VectorOperand& operand, std::uint64_t repeat) {
      return BankOperand{operand.memory.address + OffsetOfRepeat(operand, repeat),
                         AsRepeats(operand).stride.block, lanes_ / operand.LanesPerBlock()};
    };
    double cycles = 0;
    for (std::uint64_t look = 0; look < looked_at; ++look) {
      const std::uint64_t repeat = look * step % repeats;
      BankOperand sources[2];
      for (int i = 0; i < instruction_.source_count; ++i) sources[i] = bank_operand(sources_[i], repeat);
      cycles += ascendc::CyclesPerRepeat(bank_operand(destination_, repeat), sources,
                                         instruction_.source_count, read_write_conflict);
    }
    return cycles / static_cast<double>(looked_at);
  }

  std::byte* Pointer(const VectorOperand& operand) const { return ub_ + operand.memory.address; }

  void IssueContiguous(std::size_t count) const {
    block_->watch().Issue(PIPE_V, [run = *this, count] { run.RunContiguous(count); });
  }

  void RunContiguous(std::size_t count) const {
    RunAdjusted(
        adjustment_, instruction_, kernel_,
        {Pointer(destination_), Pointer(sources_[0]), Pointer(sources_[1]), instruction_.scalar, count});
  }

  // Gathers the repeat's lanes, computes them, and scatters the active ones: a repeat reads before it writes.
  void RunRepeat(std::uint32_t repeat, std::uint32_t lanes) const {
    alignas(64) std::byte sources[2][kRepeatBytes];
    alignas(64) std::byte result[kRepeatBytes];
    for (int i = 0; i < instruction_.source_count; ++i) Gather(sources[i], sources_[i], repeat, lanes);
    Gather(result, destination_, repeat, lanes);  // Axpy reads its destination
    RunAdjusted(adjustment_, instruction_, kernel_,
                {result, sources[0], sources[1], instruction_.scalar, lanes});
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      if (!IsActive(lane)) continue;
      std::memcpy(Pointer(destination_) + destination_.OffsetOf(repeat, lane),
                  result + lane * destination_.element_size, destination_.element_size);
    }
  }

  void Gather(std::byte* to, const VectorOperand& operand, std::uint32_t repeat, std::uint32_t lanes) const {
    const std::uint32_t per_block = operand.LanesPerBlock();
    for (std::uint32_t lane = 0; lane < lanes; lane += per_block) {
      const std::size_t bytes = std::min(per_block, lanes - lane) * operand.element_size;
      std::memcpy(to + lane * operand.element_size, Pointer(operand) + operand.OffsetOf(repeat, lane), bytes);
    }
  }

  VectorInstruction instruction_;
  LaneKernel kernel_;
  Adjustment adjustment_;
  RunningBlock* block_;
  std::byte* ub_;
  VectorOperand destination_;
  VectorOperand sources_[2] = {};
  std::uint32_t lanes_ = 0;
};

std::uint32_t LanesOf(const VectorInstruction& instruction) {
  const std::uint32_t destination = DataTypeSize(instruction.destination_type);
  const std::uint32_t source = instruction.source_count == 0 ? 0 : DataTypeSize(instruction.source_type);
  return kRepeatBytes / std::max(source, destination);
}

void Advance(Local& operand, LaneStride stride, std::uint64_t repeats, Site site) {
  operand = LocalFrom(operand, repeats * stride.repeat * kBlockBytes, site);
}

// SetMaskCount: whole repeats first, then the lanes that are left.
void ExecuteByCounter(VectorInstruction instruction, std::uint64_t elements) {
  constexpr std::uint64_t kMaxRepeats = 255;
  VectorShape& shape = instruction.shape;
  const std::uint32_t lanes = LanesOf(instruction);
  shape.mask_register = false;
  while (elements > 0) {
    const std::uint64_t repeats = std::min<std::uint64_t>(elements / lanes, kMaxRepeats);
    const std::uint64_t active = repeats > 0 ? lanes : elements;
    const auto ones = [](std::uint64_t count) {
      return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    };
    shape.repeats = static_cast<std::uint8_t>(std::max<std::uint64_t>(repeats, 1));
    shape.mask[0] = ones(active);
    shape.mask[1] = active > 64 ? ones(active - 64) : 0;
    const LaneKernel kernel = FindKernel(instruction);
    VectorRun(instruction, kernel).ByRepeat();
    elements -= shape.repeats * active;
    if (elements == 0) return;
    Advance(instruction.destination, shape.destination, shape.repeats, instruction.site);
    for (int i = 0; i < instruction.source_count; ++i) {
      Advance(instruction.source[i], shape.source[i], shape.repeats, instruction.site);
    }
  }
}

// What special registers add to the instruction.
VectorInstruction Resolve(VectorInstruction instruction, const CoreRegisters& registers) {
  const bool dequantizes =
      instruction.opcode == Opcode::kAddDeqRelu ||
      (instruction.opcode == Opcode::kCast && instruction.source_type == DataType::kInt32 &&
       instruction.destination_type == DataType::kHalf);
  if (dequantizes) {
    std::memcpy(&instruction.scalar, &registers.deq_scale, sizeof(registers.deq_scale));
  }
  if (instruction.shape.mask_register) {
    std::copy(registers.mask, registers.mask + 2, instruction.shape.mask);
    instruction.shape.mask_number = registers.mask[0];
  }
  return instruction;
}

}  // namespace

void Execute(const VectorInstruction& unresolved) {
  const CoreRegisters& registers = CurrentBlock().registers();
  CheckShape(OpcodeName(unresolved.opcode), unresolved.site, unresolved.shape, LanesOf(unresolved));
  VectorInstruction instruction = Resolve(unresolved, registers);
  if (HasInt4(instruction)) instruction = InPairs(instruction, registers.counter_mode);
  const LaneKernel kernel = FindKernel(instruction);
  if (kernel == nullptr) FailUnsupported(instruction);
  if (instruction.shape.by_repeat && registers.counter_mode) {
    ExecuteByCounter(instruction, instruction.shape.mask_number);
    return;
  }
  VectorRun run(instruction, kernel);
  if (instruction.shape.by_repeat) {
    run.ByRepeat();
  } else {
    run.ByCount();
  }
}

}  // namespace cann_emulator::ascendc
