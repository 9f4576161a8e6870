// SPDX-License-Identifier: Apache-2.0
#include "ascendc/operand_overlap.h"

#include <algorithm>
#include <vector>

#include "ascendc/failure.h"

namespace cann_emulator::ascendc {

namespace {

constexpr const char* kAdvice = "keep the two apart, or give them one address and the same strides";

std::uint64_t EndOf(const VectorOperand& operand, const LaneWalk& walk) {
  return operand.memory.address + operand.OffsetOf(walk.repeats() - 1, walk.lanes() - 1) +
         operand.element_size;
}

// The usual case, decided without looking at lanes: one tensor for both, each repeat in blocks of its own.
bool IsInPlace(const VectorOperand& destination, const VectorOperand& source, const LaneWalk& walk) {
  const std::uint64_t last_block = (walk.lanes() - 1) / source.LanesPerBlock();
  return destination.memory.address == source.memory.address &&
         destination.element_size == source.element_size && destination.stride.block == source.stride.block &&
         destination.stride.repeat == source.stride.repeat &&
         (walk.repeats() == 1 || source.stride.repeat > last_block * source.stride.block);
}

// Which lane wrote a piece of the destination last.
struct Writer {
  std::uint64_t repeat = 0;
  std::uint32_t lane = 0;
  bool exists = false;
};

// The bytes from the destination's first to its last, in pieces that no element is smaller than.
class WrittenPieces {
 public:
  WrittenPieces(std::uint64_t begin, std::uint64_t end, std::uint32_t piece)
      : begin_(begin), piece_(piece), writers_((end - begin) / piece) {}

  void Write(std::uint64_t address, std::uint32_t size, const Writer& writer) {
    for (std::uint64_t at = address; at < address + size; at += piece_) writers_[Index(at)] = writer;
  }
  Writer Find(std::uint64_t address, std::uint32_t size) const {
    for (std::uint64_t at = address; at < address + size; at += piece_) {
      if (at >= begin_ && Index(at) < writers_.size() && writers_[Index(at)].exists)
        return writers_[Index(at)];
    }
    return {};
  }

 private:
  std::size_t Index(std::uint64_t address) const { return (address - begin_) / piece_; }

  std::uint64_t begin_;
  std::uint32_t piece_;
  std::vector<Writer> writers_;
};

}  // namespace

std::string OverlapProblem(const VectorOperand& destination, const VectorOperand& source,
                           const LaneWalk& walk, bool reads_results) {
  const std::uint64_t begin = destination.memory.address;
  const std::uint64_t end = EndOf(destination, walk);
  if (end <= source.memory.address || EndOf(source, walk) <= begin) return {};
  if (IsInPlace(destination, source, walk)) return {};

  const bool may_be_lanewise = destination.element_size == source.element_size;
  WrittenPieces written(begin, end, std::min(destination.element_size, source.element_size));
  for (std::uint64_t repeat = 0; repeat < walk.repeats(); ++repeat) {
    std::vector<std::uint32_t> active;
    for (std::uint32_t lane = 0; lane < walk.lanes(); ++lane) {
      if (walk.IsActive(repeat, lane)) active.push_back(lane);
    }
    const auto writer_of = [&](std::uint32_t lane) {
      return written.Find(source.memory.address + source.OffsetOf(repeat, lane), source.element_size);
    };
    for (const std::uint32_t lane : active) {
      const Writer writer = writer_of(lane);
      if (writer.exists && !reads_results) {
        return Text("repeat ", repeat, " reads in ", source.name, " what repeat ", writer.repeat,
                    " writes to ", destination.name, ", and may get the old value or the new one; ", kAdvice);
      }
    }
    for (const std::uint32_t lane : active) {
      written.Write(begin + destination.OffsetOf(repeat, lane), destination.element_size,
                    {repeat, lane, true});
    }
    for (const std::uint32_t lane : active) {
      const Writer writer = writer_of(lane);
      if (may_be_lanewise && writer.exists && writer.repeat == repeat && writer.lane != lane) {
        return Text(destination.name, " and ", source.name, " overlap in part: in repeat ", repeat, " lane ",
                    writer.lane, " of the one is lane ", lane, " of the other; ", kAdvice);
      }
    }
  }
  return {};
}

}  // namespace cann_emulator::ascendc
