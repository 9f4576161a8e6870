// SPDX-License-Identifier: Apache-2.0
// What the instructions that are not lane by lane share: which lanes take part, where they lie, access to UB.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "ascendc/failure.h"
#include "ascendc/lane_kernel.h"
#include "ascendc/memory_map.h"
#include "ascendc/running_block.h"
#include "ascendc/shape_limits.h"

namespace cann_emulator::ascendc {

// Repeats and the active lanes of each: those of the mask that lie before element `limit` of them all.
class LaneWalk {
 public:
  LaneWalk(std::uint32_t lanes, std::uint64_t repeats, const std::uint64_t (&mask)[2], std::uint64_t limit)
      : lanes_(lanes), repeats_(repeats), mask_{mask[0], mask[1]}, limit_(limit) {}
  // Of the instruction's VectorShape, which is checked; special registers taken into account.
  LaneWalk(const char* instruction, Site site, const VectorShape& shape, std::uint32_t element_size,
           std::uint32_t max_repeats = UINT8_MAX)
      : lanes_(kRepeatBytes / element_size) {
    CheckShape(instruction, site, shape, lanes_, max_repeats);
    const CoreRegisters& registers = CurrentBlock().registers();
    const std::uint64_t* mask = shape.mask_register ? registers.mask : shape.mask;
    if (shape.by_repeat && !registers.counter_mode) {
      repeats_ = shape.repeats;
      std::copy(mask, mask + 2, mask_);
      limit_ = ~std::uint64_t{0};
      return;
    }
    limit_ = !shape.by_repeat ? shape.count : shape.mask_register ? mask[0] : shape.mask_number;
    repeats_ = (limit_ + lanes_ - 1) / lanes_;
  }

  std::uint32_t lanes() const { return lanes_; }
  std::uint64_t repeats() const { return repeats_; }
  bool IsActive(std::uint64_t repeat, std::uint32_t lane) const {
    return ((mask_[lane / 64] >> (lane % 64)) & 1) != 0 && repeat * lanes_ + lane < limit_;
  }
  bool IsWhole() const {
    return mask_[0] == ~std::uint64_t{0} && (lanes_ <= 64 || mask_[1] == ~std::uint64_t{0}) &&
           limit_ >= repeats_ * lanes_;
  }

 private:
  std::uint32_t lanes_;
  std::uint64_t repeats_ = 0;
  std::uint64_t mask_[2] = {~std::uint64_t{0}, ~std::uint64_t{0}};
  std::uint64_t limit_;
};

// Bytes from the tensor's start to a lane of a repeat.
inline std::uint64_t LaneOffset(LaneStride stride, std::uint32_t element_size, std::uint64_t repeat,
                                std::uint32_t lane) {
  const std::uint32_t per_block = kBlockBytes / element_size;
  const std::uint64_t blocks = repeat * stride.repeat + std::uint64_t{lane / per_block} * stride.block;
  return blocks * kBlockBytes + lane % per_block * element_size;
}

// How an instruction gets its operands: all before it has a result, or in turns with its results.
enum class Reading : std::uint8_t { kInTurns, kBeforehand };

// One operand in UB. Every access is checked and noted.
class UbOperand {
 public:
  UbOperand(const char* instruction, const char* operand, Local memory, Site site,
            std::uint32_t alignment = kBlockBytes, Reading reading = Reading::kInTurns)
      : access_{instruction, operand, site}, memory_(memory), block_(CurrentBlock()) {
    if (block_.checked()) CheckLocal(access_, memory_, 0, 0, alignment);
    if (block_.watch().is_on()) {
      block_.watch().OpenLanes(access_, reading == Reading::kInTurns ? memory : Local{});
    }
  }

  // Every lane that the instruction reads decides its results.
  void DependOnAllLanes() const { block_.watch().DependOnAllLanes(); }

  template <class T>
  T Get(std::uint64_t offset) const {
    T value;
    std::memcpy(&value, At(offset, sizeof(T), ElementUse::kRead), sizeof(T));
    return value;
  }
  template <class T>
  void Put(std::uint64_t offset, T value) const {
    std::memcpy(At(offset, sizeof(T), ElementUse::kWrite), &value, sizeof(T));
  }
  std::byte* At(std::uint64_t offset, std::uint64_t size, ElementUse use) const {
    if (block_.checked()) {
      CheckLocal(access_, memory_, offset, size, 1);
      block_.ub().Touch(static_cast<std::uint32_t>(memory_.address + offset + size));
    }
    if (block_.watch().is_on()) {
      block_.watch().NoteLanes(access_, memory_.address + offset, size, use == ElementUse::kWrite);
    }
    return block_.ub().data() + memory_.address + offset;
  }

 private:
  Access access_;
  Local memory_;
  RunningBlock& block_;
};

template <class T>
struct TypeTag {
  using Type = T;
};

// Calls visit(TypeTag<T>) for half, float and the integers of 16 and 32 bits; false for the other types.
template <class Visit>
bool VisitType(DataType type, Visit visit) {
  switch (type) {
    case DataType::kHalf:
      visit(TypeTag<half>());
      return true;
    case DataType::kFloat:
      visit(TypeTag<float>());
      return true;
    case DataType::kInt16:
      visit(TypeTag<std::int16_t>());
      return true;
    case DataType::kInt32:
      visit(TypeTag<std::int32_t>());
      return true;
    default:
      return false;
  }
}

// Calls visit(TypeTag<T>) for the unsigned integer of the type's size.
template <class Visit>
void VisitSize(std::uint32_t size, Visit visit) {
  switch (size) {
    case 1:
      return visit(TypeTag<std::uint8_t>());
    case 2:
      return visit(TypeTag<std::uint16_t>());
    case 4:
      return visit(TypeTag<std::uint32_t>());
    default:
      return visit(TypeTag<std::uint64_t>());
  }
}

}  // namespace cann_emulator::ascendc
