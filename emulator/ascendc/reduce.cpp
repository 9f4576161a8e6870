// SPDX-License-Identifier: Apache-2.0
// Reductions. Sums add neighbours, then neighbours of the results, as the adder tree of the vector unit does,
// each sum rounded to the type; lanes that take no part are 0.
#include <vector>

#include "ascendc/lane_walk.h"
#include "ascendc/runtime_vector.h"
#include "ascendc/saturation.h"

namespace cann_emulator::ascendc {

namespace {

// A result, by the mode of SetSaturationFlag.
template <class T>
T Settled(T value) {
  if constexpr (std::is_same_v<T, half>) {
    return CurrentBlock().registers().saturates_floats ? Finite(value) : value;
  } else {
    return value;
  }
}

template <class T>
T TreeSum(std::vector<T> values) {
  if (values.empty()) return T(0);
  while (values.size() > 1) {
    const std::size_t half_size = (values.size() + 1) / 2;
    for (std::size_t i = 0; i < half_size; ++i) {
      values[i] = 2 * i + 1 < values.size() ? Settled(static_cast<T>(values[2 * i] + values[2 * i + 1]))
                                            : values[2 * i];
    }
    values.resize(half_size);
  }
  return values[0];
}

template <class T>
T RunningSum(const std::vector<T>& values) {
  T sum = values[0];
  for (std::size_t i = 1; i < values.size(); ++i) sum = Settled(static_cast<T>(sum + values[i]));
  return sum;
}

template <class T>
struct Best {
  T value{};
  std::uint32_t index = 0;
  bool any = false;

  // The first of equal values stays. NaN wins and stays.
  void Add(ReduceOp op, T candidate, std::uint32_t at) {
    const bool better =
        !any || (value == value &&
                 (candidate != candidate || (op == ReduceOp::kMax ? candidate > value : candidate < value)));
    if (better) *this = {candidate, at, true};
  }
};

// An index is stored as the bits of an unsigned integer of the type's size.
template <class T>
void PutIndex(const UbOperand& destination, std::uint64_t offset, std::uint32_t index) {
  using Bits = std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint32_t>;
  destination.Put(offset, static_cast<Bits>(index));
}

template <class T>
std::uint32_t GroupLanes(ReduceGroup group, std::uint32_t lanes) {
  switch (group) {
    case ReduceGroup::kRepeat:
      return lanes;
    case ReduceGroup::kBlock:
      return kBlockBytes / sizeof(T);
    default:
      return 2;
  }
}

template <class T>
void PutBest(const UbOperand& destination, std::uint64_t at, Best<T> best, ReduceResult result) {
  best.value = Settled(best.value);
  switch (result) {
    case ReduceResult::kValue:
      destination.Put(at, best.value);
      return;
    case ReduceResult::kIndex:
      destination.Put(at, best.index);  // always 32 bits
      return;
    case ReduceResult::kValueIndex:
      destination.Put(at, best.value);
      PutIndex<T>(destination, at + sizeof(T), best.index);
      return;
    case ReduceResult::kIndexValue:
      PutIndex<T>(destination, at, best.index);
      destination.Put(at + sizeof(T), best.value);
      return;
  }
}

// What GetReduceMaxMinCount and asc_get_reduce_max_cnt read.
template <class T>
void KeepBest(const ReduceInstruction& instruction, std::uint64_t repeats, const Best<T>& best) {
  CoreRegisters& registers = CurrentBlock().registers();
  registers.extreme_repeats = repeats;
  registers.extreme_bits = 0;
  std::memcpy(&registers.extreme_bits, &best.value, sizeof(T));
  registers.extreme_index = best.index;
  registers.extreme_type = instruction.type;
}

// What GetReduceRepeatSumSpr reads.
template <class T>
void KeepSum(DataType type, T sum) {
  CoreRegisters& registers = CurrentBlock().registers();
  registers.has_sum = true;
  registers.sum_bits = 0;
  std::memcpy(&registers.sum_bits, &sum, sizeof(T));
  registers.sum_type = type;
}

template <class T>
void Run(const ReduceInstruction& instruction) {
  const VectorShape& shape = instruction.shape;
  const LaneWalk walk(instruction.name, instruction.site, shape, sizeof(T));
  const UbOperand source(instruction.name, "source", instruction.source, instruction.site);
  const UbOperand destination(instruction.name, "destination", instruction.destination, instruction.site,
                              instruction.destination_alignment);
  source.DependOnAllLanes();
  const std::uint32_t group = GroupLanes<T>(instruction.group, walk.lanes());
  Best<T> overall;
  for (std::uint64_t repeat = 0; repeat < walk.repeats(); ++repeat) {
    for (std::uint32_t first = 0; first < walk.lanes(); first += group) {
      std::vector<T> values(group, T(0));
      Best<T> best;
      bool any = false;
      for (std::uint32_t lane = first; lane < first + group; ++lane) {
        if (!walk.IsActive(repeat, lane)) continue;
        const T value = source.Get<T>(LaneOffset(shape.source[0], sizeof(T), repeat, lane));
        values[lane - first] = value;
        best.Add(instruction.op, value, lane - first);
        any = true;
      }
      if (!any) continue;
      const std::uint64_t at =
          repeat * instruction.destination_repeat_bytes + std::uint64_t{first / group} * sizeof(T);
      if (instruction.op == ReduceOp::kSum) {
        destination.Put(at, TreeSum(std::move(values)));
      } else {
        PutBest(destination, at, best, instruction.result);
        overall.Add(instruction.op, best.value,
                    static_cast<std::uint32_t>(repeat * walk.lanes()) + best.index);
      }
    }
  }
  if (overall.any && instruction.group == ReduceGroup::kRepeat)
    KeepBest(instruction, walk.repeats(), overall);
}

template <class T>
void RunAll(const ReduceAllInstruction& instruction) {
  const VectorShape& shape = instruction.shape;
  const LaneWalk walk(instruction.name, instruction.site, shape, sizeof(T), INT32_MAX);
  const UbOperand source(instruction.name, "source", instruction.source, instruction.site);
  const UbOperand destination(instruction.name, "destination", instruction.destination, instruction.site,
                              sizeof(T));
  source.DependOnAllLanes();
  std::vector<T> sums;
  Best<T> best;
  for (std::uint64_t repeat = 0; repeat < walk.repeats(); ++repeat) {
    std::vector<T> values(walk.lanes(), T(0));
    for (std::uint32_t lane = 0; lane < walk.lanes(); ++lane) {
      if (!walk.IsActive(repeat, lane)) continue;
      values[lane] = source.Get<T>(LaneOffset(shape.source[0], sizeof(T), repeat, lane));
      best.Add(instruction.op, values[lane], static_cast<std::uint32_t>(repeat * walk.lanes() + lane));
    }
    sums.push_back(TreeSum(std::move(values)));
  }
  if (!best.any) return;
  if (instruction.op == ReduceOp::kSum) {
    // dav-2201 adds the repeats' sums as a tree where mask and repeats are given, one after another for a
    // count.
    const T sum = shape.by_repeat ? TreeSum(std::move(sums)) : RunningSum(sums);
    destination.Put(0, sum);
    if (!shape.by_repeat) KeepSum(instruction.type, sum);
  } else {
    destination.Put(0, Settled(best.value));
  }
  if (instruction.with_index) PutIndex<T>(destination, sizeof(T), best.index);
}

template <class Instruction>
[[noreturn]] void FailType(const Instruction& instruction) {
  Fail(instruction.name, instruction.site, Text("not available for ", DataTypeName(instruction.type)));
}

}  // namespace

void Execute(const ReduceInstruction& instruction) {
  if (!VisitType(instruction.type, [&](auto tag) { Run<typename decltype(tag)::Type>(instruction); })) {
    FailType(instruction);
  }
}

Extreme LastExtreme(const char* call, DataType type, std::uint64_t most_repeats, Site site) {
  const CoreRegisters& registers = CurrentBlock().registers();
  const bool fits = registers.extreme_repeats > 0 && registers.extreme_repeats <= most_repeats;
  if (!fits || registers.extreme_type != type) {
    Fail(
        call, site,
        Text("it reads the result of a WholeReduceMax or WholeReduceMin",
             most_repeats == 1 ? " of one repeat" : "", " and of ", DataTypeName(type), "; the last one had ",
             registers.extreme_repeats, " repeats of ", DataTypeName(registers.extreme_type)));
  }
  return {registers.extreme_bits, registers.extreme_index};
}

std::uint32_t LastSum(const char* call, DataType type, Site site) {
  const CoreRegisters& registers = CurrentBlock().registers();
  if (!registers.has_sum || registers.sum_type != type) {
    Fail(call, site,
         Text("it reads the result of a ReduceSum of a number of elements of ", DataTypeName(type),
              registers.has_sum ? Text("; the last one was of ", DataTypeName(registers.sum_type))
                                : "; there was none"));
  }
  return registers.sum_bits;
}

void Execute(const ReduceAllInstruction& instruction) {
  if (!VisitType(instruction.type, [&](auto tag) { RunAll<typename decltype(tag)::Type>(instruction); })) {
    FailType(instruction);
  }
}

}  // namespace cann_emulator::ascendc
