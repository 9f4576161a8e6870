// SPDX-License-Identifier: Apache-2.0
// The seam between instructions and what watches them. Every instruction says on which pipe it runs, what it
// reads and writes, and in how many repeats; the hazard checker and the timing model need no more.
#pragma once

#include <cstdint>
#include <vector>

#include "ascendc/position.h"
#include "ascendc/site.h"

namespace cann_emulator::ascendc {

enum class Space : std::uint8_t { kUb, kGlobal };

// Bytes [begin, end) that an instruction reads or writes: offsets in UB, addresses in device memory.
struct ByteRange {
  Space space;
  const char* operand;  // "destination", "source 0", ...
  std::uint64_t begin;
  std::uint64_t end;
  bool write;

  std::uint64_t size() const { return end - begin; }
};

// How the bytes read decide those written.
enum class Dataflow : std::uint8_t {
  kLanewise,  // element i of the one range written depends on element i of each range read, on nothing else
  kLanes,     // lane by lane in some way: what nobody looks at may be computed from anything
  kWhole,     // every byte read matters: copies, reductions, scalar access
};

struct Instruction {
  const char* name = "";  // "Add", "DataCopyPad", "GetValue", ...
  Site site;
  pipe_t pipe = PIPE_S;
  // Vector: repeats of 256 B. Copies: runs (blockCount). Scalar access: 1.
  std::uint64_t repeats = 1;
  Dataflow flow = Dataflow::kWhole;
  bool reads_own_writes = false;  // its lanes were noted while it ran: it may read what it wrote itself
  // Exactly the bytes touched, strides and masks taken into account; ranges that continue each other are one.
  std::vector<ByteRange> ranges;
};

}  // namespace cann_emulator::ascendc
