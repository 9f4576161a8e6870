// SPDX-License-Identifier: Apache-2.0
// Transpose of 16 x 16 elements and TransDataTo5HD.
#pragma once

#include <cstdint>

#include "ascendc/runtime_vector.h"
#include "ascendc/vector_shape.h"

namespace AscendC {

struct TransDataTo5HDParams {
  TransDataTo5HDParams() = default;
  TransDataTo5HDParams(bool dstHighHalfIn, bool srcHighHalfIn, std::uint8_t repeatTimesIn,
                       std::uint16_t dstRepStrideIn, std::uint16_t srcRepStrideIn)
      : dstHighHalf(dstHighHalfIn),
        srcHighHalf(srcHighHalfIn),
        repeatTimes(repeatTimesIn),
        dstRepStride(dstRepStrideIn),
        srcRepStride(srcRepStrideIn) {}

  bool dstHighHalf = false;  // int8_t: which half of a block takes part
  bool srcHighHalf = false;
  std::uint8_t repeatTimes = 1;
  std::uint16_t dstRepStride = 0;  // blocks
  std::uint16_t srcRepStride = 0;
};

// 16 x 16 elements of 16 bits.
template <typename T>
void Transpose(const LocalTensor<T>& dst, const LocalTensor<T>& src,
               detail::Site site = detail::Site::Here()) {
  static_assert(detail::kIsOneOf<T, half, std::int16_t, std::uint16_t>,
                "Transpose: the vector unit has it for half, int16_t and uint16_t");
  detail::TransposeSquare(dst.Memory(), src.Memory(), site);
}

// Row i of the source is srcList[i]; column j goes to dstList[j], for 32 bits to dstList[2j] and
// dstList[2j+1].
template <typename T>
void TransDataTo5HD(const LocalTensor<T> (&dstList)[16], const LocalTensor<T> (&srcList)[16],
                    const TransDataTo5HDParams& nchwconvParams, detail::Site site = detail::Site::Here()) {
  static_assert(sizeof(T) <= 4,
                "TransDataTo5HD: the vector unit has it for int8_t, uint8_t, half, int16_t, uint16_t, float, "
                "int32_t and uint32_t");
  detail::FiveHdInstruction instruction;
  instruction.element_size = sizeof(T);
  for (int i = 0; i < 16; ++i) {
    instruction.destination[i] = dstList[i].Memory();
    instruction.source[i] = srcList[i].Memory();
  }
  instruction.destination_high_half = sizeof(T) == 1 && nchwconvParams.dstHighHalf;
  instruction.source_high_half = sizeof(T) == 1 && nchwconvParams.srcHighHalf;
  instruction.repeats = nchwconvParams.repeatTimes;
  instruction.destination_repeat_blocks = nchwconvParams.dstRepStride;
  instruction.source_repeat_blocks = nchwconvParams.srcRepStride;
  instruction.site = site;
  Execute(instruction);
}
template <typename T>
void TransDataTo5HD(LocalTensor<T> (&dstList)[16], LocalTensor<T> (&srcList)[16],
                    const TransDataTo5HDParams& nchwconvParams, detail::Site site = detail::Site::Here()) {
  const auto& destination = const_cast<const LocalTensor<T>(&)[16]>(dstList);
  const auto& source = const_cast<const LocalTensor<T>(&)[16]>(srcList);
  TransDataTo5HD(destination, source, nchwconvParams, site);
}

// By the UB addresses of the rows and the columns, as GetPhyAddr gives them.
template <typename T>
void TransDataTo5HD(const std::uint64_t (&dstList)[16], const std::uint64_t (&srcList)[16],
                    const TransDataTo5HDParams& nchwconvParams, detail::Site site = detail::Site::Here()) {
  const auto tensor = [site](std::uint64_t address) {
    const auto* pointer = reinterpret_cast<const void*>(address);
    return LocalTensor<T>(TPosition::VECCALC, detail::LocalOfPointer("TransDataTo5HD", pointer, site));
  };
  LocalTensor<T> destination[16];
  LocalTensor<T> source[16];
  for (int i = 0; i < 16; ++i) {
    destination[i] = tensor(dstList[i]);
    source[i] = tensor(srcList[i]);
  }
  TransDataTo5HD(destination, source, nchwconvParams, site);
}

// The same addresses in UB, 16 in each tensor.
template <typename T>
void TransDataTo5HD(const LocalTensor<std::uint64_t>& dst, const LocalTensor<std::uint64_t>& src,
                    const TransDataTo5HDParams& nchwconvParams, detail::Site site = detail::Site::Here()) {
  std::uint64_t destination[16];
  std::uint64_t source[16];
  for (std::uint32_t i = 0; i < 16; ++i) {
    destination[i] = dst.GetValue(i, site);
    source[i] = src.GetValue(i, site);
  }
  TransDataTo5HD<T>(destination, source, nchwconvParams, site);
}

}  // namespace AscendC
