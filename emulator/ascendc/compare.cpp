// SPDX-License-Identifier: Apache-2.0
// Compare, CompareScalar and Select.
#include "ascendc/lane_walk.h"
#include "ascendc/runtime_vector.h"

namespace cann_emulator::ascendc {

namespace {

// As IEEE 754: every comparison with NaN is false, except kNe.
template <class T>
bool Holds(CompareMode mode, T a, T b) {
  switch (mode) {
    case CompareMode::kLt:
      return a < b;
    case CompareMode::kGt:
      return a > b;
    case CompareMode::kEq:
      return a == b;
    case CompareMode::kLe:
      return a <= b;
    case CompareMode::kGe:
      return a >= b;
    default:
      return a != b;
  }
}

void PutBit(const UbOperand& operand, std::uint64_t bit, bool value) {
  const auto mask = static_cast<std::uint8_t>(1U << (bit % 8));
  const auto old = operand.Get<std::uint8_t>(bit / 8);
  operand.Put(bit / 8, static_cast<std::uint8_t>(value ? old | mask : old & ~mask));
}

bool GetBit(const UbOperand& operand, std::uint64_t bit) {
  return ((operand.Get<std::uint8_t>(bit / 8) >> (bit % 8)) & 1) != 0;
}

template <class T>
void Run(const CompareInstruction& instruction) {
  VectorShape shape = instruction.shape;
  // A result in UB takes whole repeats: nobody means these bits.
  if (!instruction.to_register && kRepeatBytes / sizeof(T) <= 64) shape.mask[1] = 0;
  if (instruction.mode > CompareMode::kNe) {
    Fail(instruction.name, instruction.site,
         Text("there is no CMPMODE of number ", static_cast<int>(instruction.mode)));
  }
  if (std::is_same_v<T, std::int32_t> && instruction.mode != CompareMode::kEq) {
    Fail(instruction.name, instruction.site, "int32_t has CMPMODE::EQ only; cast to float for the others");
  }
  const LaneWalk walk(instruction.name, instruction.site, shape, sizeof(T));
  const UbOperand a(instruction.name, "source 0", instruction.source[0], instruction.site);
  const UbOperand b(instruction.name, "source 1", instruction.has_scalar ? Local{} : instruction.source[1],
                    instruction.site);
  T scalar;
  std::memcpy(&scalar, &instruction.scalar, sizeof(T));
  const auto holds = [&](std::uint64_t repeat, std::uint32_t lane) {
    const T left = a.Get<T>(LaneOffset(shape.source[0], sizeof(T), repeat, lane));
    const T right =
        instruction.has_scalar ? scalar : b.Get<T>(LaneOffset(shape.source[1], sizeof(T), repeat, lane));
    return Holds(instruction.mode, left, right);
  };
  if (instruction.to_register) {
    std::uint64_t bits[2];
    GetCompareMask(bits[0], bits[1]);
    for (std::uint32_t lane = 0; lane < walk.lanes(); ++lane) {
      if (!walk.IsActive(0, lane)) continue;
      const std::uint64_t bit = std::uint64_t{1} << (lane % 64);
      bits[lane / 64] = holds(0, lane) ? bits[lane / 64] | bit : bits[lane / 64] & ~bit;
    }
    SetCompareMask(bits[0], bits[1]);
    return;
  }
  if (!walk.IsWhole() && CurrentBlock().checked()) {
    Fail(instruction.name, instruction.site,
         Text("a result in UB takes whole repeats of ", walk.lanes(),
              " lanes (256 bytes); make the count a multiple of them and the mask all lanes, or compare into "
              "the register"));
  }
  const UbOperand destination(instruction.name, "destination", instruction.destination, instruction.site);
  for (std::uint64_t repeat = 0; repeat < walk.repeats(); ++repeat) {
    for (std::uint32_t lane = 0; lane < walk.lanes(); ++lane) {
      if (walk.IsActive(repeat, lane)) PutBit(destination, repeat * walk.lanes() + lane, holds(repeat, lane));
    }
  }
}

template <class T>
void RunSelect(const SelectInstruction& instruction) {
  const VectorShape& shape = instruction.shape;
  const LaneWalk walk("Select", instruction.site, shape, sizeof(T));
  const bool has_scalar = instruction.mode == SelectMode::kTensorScalar;
  const UbOperand destination("Select", "destination", instruction.destination, instruction.site);
  const UbOperand mask("Select", "selMask", instruction.mask, instruction.site);
  const UbOperand a("Select", "source 0", instruction.source[0], instruction.site);
  const UbOperand b("Select", "source 1", has_scalar ? Local{} : instruction.source[1], instruction.site);
  std::uint64_t bits[2];
  GetCompareMask(bits[0], bits[1]);
  const auto takes_first = [&](std::uint64_t repeat, std::uint32_t lane) {
    if (instruction.from_register) return ((bits[lane / 64] >> (lane % 64)) & 1) != 0;
    const bool fixed = instruction.mode == SelectMode::kFixedMask;
    return GetBit(mask, (fixed ? 0 : repeat * walk.lanes()) + lane);
  };
  for (std::uint64_t repeat = 0; repeat < walk.repeats(); ++repeat) {
    for (std::uint32_t lane = 0; lane < walk.lanes(); ++lane) {
      if (!walk.IsActive(repeat, lane)) continue;
      const T value = takes_first(repeat, lane)
                          ? a.Get<T>(LaneOffset(shape.source[0], sizeof(T), repeat, lane))
                      : has_scalar ? static_cast<T>(instruction.scalar)
                                   : b.Get<T>(LaneOffset(shape.source[1], sizeof(T), repeat, lane));
      destination.Put(LaneOffset(shape.destination, sizeof(T), repeat, lane), value);
    }
  }
}

}  // namespace

void Execute(const CompareInstruction& instruction) {
  const bool known =
      VisitType(instruction.type, [&](auto tag) { Run<typename decltype(tag)::Type>(instruction); });
  if (!known) {
    Fail(instruction.name, instruction.site, Text("not available for ", DataTypeName(instruction.type)));
  }
}

Local MaskOfRegister(Site site) {
  std::uint64_t bits[2];
  GetCompareMask(bits[0], bits[1]);
  std::byte* begin = CurrentBlock().ub().data();
  const auto offset = static_cast<std::uint32_t>(bits[0]) -
                      static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(begin));
  if (offset >= CurrentBlock().ub().size()) {
    Fail("Select", site,
         "the compare register holds no address in UB; give SetCmpMask a tensor with the address of the mask "
         "(GetPhyAddr)");
  }
  return LocalOfPointer("Select", begin + offset, site);
}

void Execute(const SelectInstruction& instruction) {
  VisitSize(instruction.element_size,
            [&](auto tag) { RunSelect<typename decltype(tag)::Type>(instruction); });
}

}  // namespace cann_emulator::ascendc
