// SPDX-License-Identifier: Apache-2.0
// Gather, Gatherb, GatherMask, Brcb, CreateVecIndex, ArithProgression and Copy.
#include "ascendc/lane_walk.h"
#include "ascendc/runtime_vector.h"

namespace cann_emulator::ascendc {

namespace {

constexpr std::uint32_t kBlocksPerRepeat = kRepeatBytes / kBlockBytes;

// Which of a repeat's elements the fixed patterns keep: element `i` where i % period is the phase.
bool IsKept(std::uint8_t pattern, std::uint32_t element) {
  switch (pattern) {
    case 1:
    case 2:
      return element % 2 == pattern - 1U;
    case 3:
    case 4:
    case 5:
    case 6:
      return element % 4 == pattern - 3U;
    default:
      return true;
  }
}

}  // namespace

namespace {

// Calls visit(TypeTag<T>, the lane's offset by `stride`, the element's offset) for the active lanes of a
// Gather or a Scatter.
template <class Instruction, class Visit>
void ForEachOffset(const char* name, const char* offset_name, const Instruction& instruction,
                   LaneStride stride, Visit visit) {
  const LaneWalk walk(name, instruction.site, instruction.shape, instruction.element_size);
  const UbOperand offsets(name, offset_name, instruction.offsets, instruction.site);
  VisitSize(instruction.element_size, [&](auto tag) {
    constexpr std::uint32_t kSize = sizeof(typename decltype(tag)::Type);
    for (std::uint64_t repeat = 0; repeat < walk.repeats(); ++repeat) {
      for (std::uint32_t lane = 0; lane < walk.lanes(); ++lane) {
        if (!walk.IsActive(repeat, lane)) continue;
        const std::uint64_t element = repeat * walk.lanes() + lane;
        const std::uint64_t at =
            std::uint64_t{instruction.base} + offsets.Get<std::uint32_t>(element * sizeof(std::uint32_t));
        if (at % kSize != 0 && CurrentBlock().checked()) {
          Fail(name, instruction.site,
               Text("offset ", at, " of element ", element, " is not a multiple of the element's ", kSize,
                    " bytes; ", offset_name, " is in bytes"));
        }
        visit(tag, LaneOffset(stride, kSize, repeat, lane), at);
      }
    }
  });
}

}  // namespace

void Execute(const GatherInstruction& instruction) {
  const UbOperand destination("Gather", "destination", instruction.destination, instruction.site);
  const UbOperand source("Gather", "source", instruction.source, instruction.site);
  ForEachOffset("Gather", "srcOffset", instruction, instruction.shape.destination,
                [&](auto tag, std::uint64_t lane, std::uint64_t at) {
                  destination.Put(lane, source.Get<typename decltype(tag)::Type>(at));
                });
}

void Execute(const ScatterInstruction& instruction) {
  const UbOperand destination("Scatter", "destination", instruction.destination, instruction.site);
  const UbOperand source("Scatter", "source", instruction.source, instruction.site);
  ForEachOffset("Scatter", "dstOffset", instruction, instruction.shape.source[0],
                [&](auto tag, std::uint64_t lane, std::uint64_t at) {
                  destination.Put(at, source.Get<typename decltype(tag)::Type>(lane));
                });
}

void Execute(const GatherBlocksInstruction& instruction) {
  const UbOperand destination("Gatherb", "destination", instruction.destination, instruction.site);
  const UbOperand source("Gatherb", "source", instruction.source, instruction.site);
  const UbOperand offsets("Gatherb", "offset", instruction.offsets, instruction.site);
  for (std::uint32_t repeat = 0; repeat < instruction.repeats; ++repeat) {
    for (std::uint32_t block = 0; block < kBlocksPerRepeat; ++block) {
      const auto at = offsets.Get<std::uint32_t>((repeat * kBlocksPerRepeat + block) * sizeof(std::uint32_t));
      if (at % kBlockBytes != 0 && CurrentBlock().checked()) {
        Fail("Gatherb", instruction.site, Text("offset ", at, " is not a multiple of 32 bytes"));
      }
      const std::uint64_t to =
          (std::uint64_t{repeat} * instruction.stride.repeat + block * instruction.stride.block) *
          kBlockBytes;
      std::memmove(destination.At(to, kBlockBytes, ElementUse::kWrite),
                   source.At(at, kBlockBytes, ElementUse::kRead), kBlockBytes);
    }
  }
}

std::uint64_t Execute(const GatherMaskInstruction& instruction) {
  if (instruction.pattern > 7) {
    Fail("GatherMask", instruction.site,
         Text("src1Pattern is ", int{instruction.pattern}, "; the fixed patterns are 1..7"));
  }
  const UbOperand destination("GatherMask", "destination", instruction.destination, instruction.site);
  const UbOperand source("GatherMask", "source", instruction.source, instruction.site);
  const UbOperand mask("GatherMask", "src1Pattern", instruction.mask, instruction.site);
  const std::uint32_t count =
      instruction.count == 0 ? kRepeatBytes / instruction.element_size : instruction.count;
  std::uint64_t gathered = 0;
  VisitSize(instruction.element_size, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    for (std::uint64_t repeat = 0; repeat < instruction.repeats; ++repeat) {
      for (std::uint32_t element = 0; element < count; ++element) {
        const std::uint64_t bits = repeat * instruction.mask_repeat_blocks * kBlockBytes + element / 8;
        const bool kept = instruction.pattern == 0
                              ? ((mask.Get<std::uint8_t>(bits) >> (element % 8)) & 1) != 0
                              : IsKept(instruction.pattern, element);
        if (!kept) continue;
        const T value = source.Get<T>(LaneOffset(instruction.source_stride, sizeof(T), repeat, element));
        destination.Put(gathered++ * sizeof(T), value);
      }
    }
  });
  CoreRegisters& registers = CurrentBlock().registers();
  registers.has_gathered = true;
  registers.gathered = gathered;
  return gathered;
}

std::uint64_t LastGathered(const char* call, Site site) {
  const CoreRegisters& registers = CurrentBlock().registers();
  if (!registers.has_gathered) Fail(call, site, "no GatherMask went before it");
  return registers.gathered;
}

void Execute(const BroadcastBlocksInstruction& instruction) {
  const UbOperand destination("Brcb", "destination", instruction.destination, instruction.site);
  const UbOperand source("Brcb", "source", instruction.source, instruction.site);
  VisitSize(instruction.element_size, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    for (std::uint32_t repeat = 0; repeat < instruction.repeats; ++repeat) {
      for (std::uint32_t block = 0; block < kBlocksPerRepeat; ++block) {
        const T value = source.Get<T>((repeat * kBlocksPerRepeat + block) * sizeof(T));
        const std::uint64_t to = (std::uint64_t{repeat} * instruction.stride.repeat +
                                  std::uint64_t{block} * instruction.stride.block) *
                                 kBlockBytes;
        for (std::uint32_t at = 0; at < kBlockBytes; at += sizeof(T)) destination.Put(to + at, value);
      }
    }
  });
}

void Execute(const SequenceInstruction& instruction) {
  const UbOperand destination(instruction.name, "destination", instruction.destination, instruction.site);
  const bool known = VisitType(instruction.type, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using Wide = std::conditional_t<std::is_integral_v<T>, std::uint32_t, float>;
    T first;
    T step;
    std::memcpy(&first, &instruction.first, sizeof(T));
    std::memcpy(&step, &instruction.step, sizeof(T));
    const LaneWalk walk(instruction.name, instruction.site, instruction.shape, sizeof(T));
    for (std::uint64_t repeat = 0; repeat < walk.repeats(); ++repeat) {
      for (std::uint32_t lane = 0; lane < walk.lanes(); ++lane) {
        if (!walk.IsActive(repeat, lane)) continue;
        const auto index = static_cast<Wide>(repeat * walk.lanes() + lane);
        destination.Put(LaneOffset(instruction.shape.destination, sizeof(T), repeat, lane),
                        static_cast<T>(static_cast<Wide>(first) + index * static_cast<Wide>(step)));
      }
    }
  });
  if (!known) {
    Fail(instruction.name, instruction.site, Text("not available for ", DataTypeName(instruction.type)));
  }
}

void Execute(const CopyInstruction& instruction) {
  const LaneWalk walk("Copy", instruction.site, instruction.shape, instruction.element_size);
  const UbOperand destination("Copy", "destination", instruction.destination, instruction.site);
  const UbOperand source("Copy", "source", instruction.source, instruction.site);
  VisitSize(instruction.element_size, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    for (std::uint64_t repeat = 0; repeat < walk.repeats(); ++repeat) {
      for (std::uint32_t lane = 0; lane < walk.lanes(); ++lane) {
        if (!walk.IsActive(repeat, lane)) continue;
        destination.Put(LaneOffset(instruction.shape.destination, sizeof(T), repeat, lane),
                        source.Get<T>(LaneOffset(instruction.shape.source[0], sizeof(T), repeat, lane)));
      }
    }
  });
}

}  // namespace cann_emulator::ascendc
