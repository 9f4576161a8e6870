// SPDX-License-Identifier: Apache-2.0
// Sort32, Sort, MrgSort, Extract: lists of (value, index) pairs of 8 bytes, the value in the lower bytes, in
// descending order; of equal values the earlier one stays first.
#include <algorithm>
#include <vector>

#include "ascendc/lane_walk.h"
#include "ascendc/runtime_vector.h"

namespace cann_emulator::ascendc {

namespace {

constexpr std::uint32_t kPairBytes = 8;
constexpr std::uint32_t kIndexAt = 4;
constexpr std::uint32_t kPerRepeat = 32;

// NaN counts as the largest.
template <class T>
bool ComesFirst(T a, T b) {
  if (a != a) return b == b;
  return a > b;
}

template <class T>
struct Scored {
  T value;
  std::uint32_t index;
};

template <class T>
void PutPair(const UbOperand& destination, std::uint64_t at, Scored<T> pair) {
  destination.Put(at, std::uint32_t{0});  // the bytes between a half and its index are reserved
  destination.Put(at, pair.value);
  destination.Put(at + kIndexAt, pair.index);
}

template <class T>
void Run(const Sort32Instruction& instruction) {
  const UbOperand destination(instruction.name, "destination", instruction.destination, instruction.site);
  const UbOperand source(instruction.name, "source", instruction.source, instruction.site);
  const UbOperand indices(instruction.name, "index", instruction.indices, instruction.site);
  std::vector<Scored<T>> pairs(instruction.run);
  const std::uint64_t total = std::uint64_t{instruction.repeats} * kPerRepeat;
  for (std::uint64_t first = 0; first < total; first += instruction.run) {
    for (std::uint32_t i = 0; i < instruction.run; ++i) {
      pairs[i] = {source.Get<T>((first + i) * sizeof(T)),
                  indices.Get<std::uint32_t>((first + i) * sizeof(std::uint32_t))};
    }
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const Scored<T>& a, const Scored<T>& b) { return ComesFirst(a.value, b.value); });
    for (std::uint32_t i = 0; i < instruction.run; ++i) {
      PutPair(destination, (first + i) * kPairBytes, pairs[i]);
    }
  }
}

template <class T>
void Run(const MergeSortInstruction& instruction, std::uint32_t taken[4]) {
  std::uint64_t length = 0;
  for (int list = 0; list < 4; ++list) {
    if ((instruction.valid >> list) & 1) length += instruction.lengths[list];
  }
  const UbOperand destination("MrgSort", "destination", instruction.destination, instruction.site);
  constexpr const char* kNames[] = {"source 1", "source 2", "source 3", "source 4"};
  std::vector<UbOperand> sources;
  for (int list = 0; list < 4; ++list) {
    const bool is_valid = ((instruction.valid >> list) & 1) != 0;
    sources.emplace_back("MrgSort", kNames[list], is_valid ? instruction.source[list] : Local{},
                         instruction.site, kPairBytes);
  }
  for (std::uint64_t repeat = 0; repeat < instruction.repeats; ++repeat) {
    const std::uint64_t skip = repeat * length * kPairBytes;
    std::fill(taken, taken + 4, 0);
    for (std::uint64_t done = 0; done < length; ++done) {
      int best = -1;
      Scored<T> pair{};
      for (int list = 0; list < 4; ++list) {
        if (((instruction.valid >> list) & 1) == 0 || taken[list] == instruction.lengths[list]) continue;
        const std::uint64_t at = skip + std::uint64_t{taken[list]} * kPairBytes;
        const Scored<T> head{sources[list].Get<T>(at), sources[list].Get<std::uint32_t>(at + kIndexAt)};
        if (best < 0 || ComesFirst(head.value, pair.value)) {
          best = list;
          pair = head;
        }
      }
      PutPair(destination, skip + done * kPairBytes, pair);
      ++taken[best];
      if (instruction.stop_at_exhausted && taken[best] == instruction.lengths[best]) break;
    }
  }
}

template <class T>
void Run(const ExtractInstruction& instruction) {
  const UbOperand source("Extract", "source", instruction.source, instruction.site);
  const UbOperand values("Extract", "destination of values", instruction.values, instruction.site);
  const UbOperand indices("Extract", "destination of indices", instruction.indices, instruction.site);
  for (std::uint64_t i = 0; i < std::uint64_t{instruction.repeats} * kPerRepeat; ++i) {
    values.Put(i * sizeof(T), source.Get<T>(i * kPairBytes));
    indices.Put(i * sizeof(std::uint32_t), source.Get<std::uint32_t>(i * kPairBytes + kIndexAt));
  }
}

}  // namespace

// The headers let half and float through.
void Execute(const Sort32Instruction& instruction) {
  VisitType(instruction.type, [&](auto tag) { Run<typename decltype(tag)::Type>(instruction); });
}

void Execute(const MergeSortInstruction& instruction, std::uint32_t taken[4]) {
  VisitType(instruction.type, [&](auto tag) { Run<typename decltype(tag)::Type>(instruction, taken); });
  std::copy(taken, taken + 4, CurrentBlock().registers().merged);
}

void Execute(const ExtractInstruction& instruction) {
  VisitType(instruction.type, [&](auto tag) { Run<typename decltype(tag)::Type>(instruction); });
}

}  // namespace cann_emulator::ascendc
