// SPDX-License-Identifier: Apache-2.0
// Strides and masks of vector instructions, and the steps that all of them share.
#pragma once

#include <cstdint>
#include <cstring>

#include "ascendc/local_tensor.h"
#include "ascendc/runtime.h"

namespace AscendC {

// Block strides lie between the 32-byte blocks of one repeat, repeat strides between repeats; all in blocks.
struct BinaryRepeatParams {
  BinaryRepeatParams() = default;
  BinaryRepeatParams(std::uint8_t dstBlkStrideIn, std::uint8_t src0BlkStrideIn, std::uint8_t src1BlkStrideIn,
                     std::uint8_t dstRepStrideIn, std::uint8_t src0RepStrideIn, std::uint8_t src1RepStrideIn)
      : dstBlkStride(dstBlkStrideIn),
        src0BlkStride(src0BlkStrideIn),
        src1BlkStride(src1BlkStrideIn),
        dstRepStride(dstRepStrideIn),
        src0RepStride(src0RepStrideIn),
        src1RepStride(src1RepStrideIn) {}

  std::uint8_t dstBlkStride = 1;
  std::uint8_t src0BlkStride = 1;
  std::uint8_t src1BlkStride = 1;
  std::uint8_t dstRepStride = 8;
  std::uint8_t src0RepStride = 8;
  std::uint8_t src1RepStride = 8;
};

struct UnaryRepeatParams {
  UnaryRepeatParams() = default;
  UnaryRepeatParams(std::uint16_t dstBlkStrideIn, std::uint16_t srcBlkStrideIn, std::uint8_t dstRepStrideIn,
                    std::uint8_t srcRepStrideIn)
      : dstBlkStride(dstBlkStrideIn),
        srcBlkStride(srcBlkStrideIn),
        dstRepStride(dstRepStrideIn),
        srcRepStride(srcRepStrideIn) {}

  std::uint16_t dstBlkStride = 1;
  std::uint16_t srcBlkStride = 1;
  std::uint8_t dstRepStride = 8;
  std::uint8_t srcRepStride = 8;
};

namespace detail {

// The lanes of each repeat: either a bit for each lane, or how many from the first one on.
// `is_set` false: SetVectorMask has set it, and the argument (MASK_PLACEHOLDER) is not read.
struct Mask {
  std::uint64_t bits[2];
  std::uint64_t number = 0;  // what counter mode reads
  bool is_set = true;
  bool is_number = false;

  static Mask Bits(const std::uint64_t mask[], bool is_set = true) {
    if (!is_set) return {{0, 0}, 0, false};
    return {{mask[0], mask[1]}, mask[0], true};
  }
  static Mask First(std::uint64_t lanes, bool is_set = true) {
    return {{Ones(lanes), lanes > 64 ? Ones(lanes - 64) : 0}, lanes, is_set, is_set};
  }

 private:
  static std::uint64_t Ones(std::uint64_t count) {
    return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  }
};

// Of an instruction that has repeats without a mask.
inline std::uint8_t Repeats(const char* instruction, std::int32_t repeats, Site site) {
  CheckField(instruction, "repeatTime", static_cast<std::uint32_t>(repeats), UINT8_MAX, site);
  return static_cast<std::uint8_t>(repeats);
}

inline VectorShape CountShape(std::uint32_t count) {
  VectorShape shape;
  shape.count = count;
  return shape;
}

inline VectorShape RepeatShape(Mask mask, std::int32_t repeats, LaneStride destination,
                               LaneStride source0 = {}, LaneStride source1 = {}) {
  VectorShape shape;
  shape.by_repeat = true;
  shape.repeats = static_cast<std::uint32_t>(repeats);
  shape.mask[0] = mask.bits[0];
  shape.mask[1] = mask.bits[1];
  shape.mask_number = mask.number;
  shape.mask_register = !mask.is_set;
  shape.mask_is_number = mask.is_number;
  shape.destination = destination;
  shape.source[0] = source0;
  shape.source[1] = source1;
  return shape;
}

inline VectorShape RepeatShape(Mask mask, std::int32_t repeats, const BinaryRepeatParams& params) {
  return RepeatShape(mask, repeats, {params.dstBlkStride, params.dstRepStride},
                     {params.src0BlkStride, params.src0RepStride},
                     {params.src1BlkStride, params.src1RepStride});
}

inline VectorShape RepeatShape(Mask mask, std::int32_t repeats, const UnaryRepeatParams& params) {
  return RepeatShape(mask, repeats, {params.dstBlkStride, params.dstRepStride},
                     {params.srcBlkStride, params.srcRepStride});
}

template <typename T>
std::uint64_t ScalarBits(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}

template <typename T>
VectorInstruction Instruction(Opcode opcode, const LocalTensor<T>& destination, const VectorShape& shape,
                              Site site) {
  VectorInstruction instruction;
  instruction.opcode = opcode;
  instruction.source_type = instruction.destination_type = DataTypeOf<T>();
  instruction.destination = destination.Memory();
  instruction.shape = shape;
  instruction.site = site;
  return instruction;
}

template <typename T>
void Binary(Opcode opcode, const LocalTensor<T>& destination, const LocalTensor<T>& source0,
            const LocalTensor<T>& source1, const VectorShape& shape, Site site) {
  VectorInstruction instruction = Instruction(opcode, destination, shape, site);
  instruction.source_count = 2;
  instruction.source[0] = source0.Memory();
  instruction.source[1] = source1.Memory();
  Execute(instruction);
}

// T and U differ for Cast and for Axpy into a wider type.
template <typename T, typename U>
void Unary(Opcode opcode, const LocalTensor<T>& destination, const LocalTensor<U>& source,
           std::uint64_t scalar, const VectorShape& shape, Site site,
           RoundMode round_mode = RoundMode::CAST_NONE) {
  VectorInstruction instruction = Instruction(opcode, destination, shape, site);
  instruction.source_type = DataTypeOf<U>();
  instruction.source_count = 1;
  instruction.source[0] = source.Memory();
  instruction.scalar = scalar;
  instruction.round_mode = round_mode;
  Execute(instruction);
}

// A parameter that takes part in no deduction, so that `Adds(x, y, 1, n)` converts 1 to the tensor's type.
template <typename T>
struct Identity {
  using type = T;
};
template <typename T>
using NotDeduced = typename Identity<T>::type;

}  // namespace detail

}  // namespace AscendC
