// SPDX-License-Identifier: Apache-2.0
// What a vector instruction that goes lane by lane in some way (reductions, comparisons, gathers, sorts,
// copies within UB) has written so far, to find the lanes that read it. The Ascend C documentation ("General
// Address Overlap Restrictions") rules out that a repeat reads what an earlier one has written, and within a
// repeat allows operands that are the same lane by lane alone: where lanes read results, neither holds.
#pragma once

#include <cstdint>
#include <vector>

#include "ascendc/interval_map.h"
#include "ascendc/runtime.h"

namespace cann_emulator::ascendc {

class OwnResults {
 public:
  void Start();  // of another instruction
  void Open(Local memory);

  // Whether two of its operands share memory. Otherwise nothing need be noted.
  bool CanBeRead() const { return can_be_read_; }
  void NoteWrite(const char* operand, std::uint64_t begin, std::uint64_t end);
  // The operand that has written one of the bytes, if it is another than this one; null if none has.
  const char* WriterOf(const char* operand, std::uint64_t begin, std::uint64_t end) const;

 private:
  std::vector<Local> opened_;
  bool can_be_read_ = false;
  IntervalMap<const char*> writers_;
};

}  // namespace cann_emulator::ascendc
