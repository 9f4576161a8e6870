// SPDX-License-Identifier: Apache-2.0
// SelectWithBytesMask and DropOut: elements by a mask of one element, or of one bit, each. sharedTmpBuffer is
// accepted and not written.
#pragma once

#include <cstdint>

#include "ascendc/library_call.h"

namespace AscendC {

// firstAxis rows; maskLastAxis elements of the mask stand for srcLastAxis of the source, the rest is ignored.
struct SelectWithBytesMaskShapeInfo {
  std::uint32_t firstAxis = 0;
  std::uint32_t srcLastAxis = 0;
  std::uint32_t maskLastAxis = 0;
};
struct DropOutShapeInfo {
  std::uint32_t firstAxis = 0;
  std::uint32_t srcLastAxis = 0;
  std::uint32_t maskLastAxis = 0;
};

namespace detail {

// to[i] = element(whether the mask is not 0, from[i])
template <typename T, typename U, typename ShapeInfo, typename Element>
void FilterRows(const LibraryCall& call, const LocalTensor<T>& destination, const LocalTensor<T>& source,
                const LocalTensor<U>& mask, const ShapeInfo& info, Element element) {
  CheckLibraryType<T>();
  call.CheckAtMost("info.srcLastAxis", info.srcLastAxis, info.maskLastAxis);
  const std::uint64_t size = std::uint64_t{info.firstAxis} * info.srcLastAxis;
  const T* from = call.Read("src", source, size);
  const U* bytes = call.Read("mask", mask, std::uint64_t{info.firstAxis} * info.maskLastAxis);
  T* to = call.Write("dst", destination, size);
  for (std::uint64_t i = 0; i < size; ++i) {
    const std::uint64_t row = i / info.srcLastAxis;
    to[i] = element(bytes[row * info.maskLastAxis + i % info.srcLastAxis] != U(0), from[i]);
  }
}

template <typename U>
constexpr void CheckBytesMask() {
  static_assert(
      kIsOneOf<U, bool, std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::int32_t>,
      "SelectWithBytesMask: the mask is of bool or of an integer of 8, 16 or 32 bits");
}

}  // namespace detail

// src0 where the mask is 0, else src1; one of them is a number.
template <typename T, typename U, bool isReuseMask = true>
void SelectWithBytesMask(const LocalTensor<T>& dst, const LocalTensor<T>& src0, detail::NotDeduced<T> src1,
                         const LocalTensor<U>& mask, const LocalTensor<std::uint8_t>&,
                         const SelectWithBytesMaskShapeInfo& info, detail::Site site = detail::Site::Here()) {
  detail::CheckBytesMask<U>();
  detail::FilterRows({"SelectWithBytesMask", site}, dst, src0, mask, info,
                     [src1](bool set, T x) { return set ? src1 : x; });
}
template <typename T, typename U, bool isReuseMask = true>
void SelectWithBytesMask(const LocalTensor<T>& dst, detail::NotDeduced<T> src0, const LocalTensor<T>& src1,
                         const LocalTensor<U>& mask, const LocalTensor<std::uint8_t>&,
                         const SelectWithBytesMaskShapeInfo& info, detail::Site site = detail::Site::Here()) {
  detail::CheckBytesMask<U>();
  detail::FilterRows({"SelectWithBytesMask", site}, dst, src1, mask, info,
                     [src0](bool set, T x) { return set ? x : src0; });
}

// The newer name.
template <typename T, typename U, bool isReuseMask = true>
void Select(const LocalTensor<T>& dst, const LocalTensor<T>& src0, detail::NotDeduced<T> src1,
            const LocalTensor<U>& mask, const LocalTensor<std::uint8_t>& sharedTmpBuffer,
            const SelectWithBytesMaskShapeInfo& info, detail::Site site = detail::Site::Here()) {
  SelectWithBytesMask<T, U, isReuseMask>(dst, src0, src1, mask, sharedTmpBuffer, info, site);
}
template <typename T, typename U, bool isReuseMask = true>
void Select(const LocalTensor<T>& dst, detail::NotDeduced<T> src0, const LocalTensor<T>& src1,
            const LocalTensor<U>& mask, const LocalTensor<std::uint8_t>& sharedTmpBuffer,
            const SelectWithBytesMaskShapeInfo& info, detail::Site site = detail::Site::Here()) {
  SelectWithBytesMask<T, U, isReuseMask>(dst, src0, src1, mask, sharedTmpBuffer, info, site);
}

namespace detail {

// The modes of DropOut.
enum : std::uint32_t { kByShape, kBytesAndFiller, kBytes, kBits, kBitsAndFiller };

template <typename T>
T Kept(T x, float keep_probability) {
  return T(static_cast<float>(static_cast<double>(static_cast<float>(x)) / keep_probability));
}

// `row_bits` bits for each row of the source, the first element's bit lowest: DropOut's page computes it with
// Select, which reads them so. (The page's example has the mask 169 as binary digits, read from the left.)
template <typename T>
void DropOutByBits(const LibraryCall& call, const LocalTensor<T>& destination, const LocalTensor<T>& source,
                   const LocalTensor<std::uint8_t>& mask, float keep_probability,
                   const DropOutShapeInfo& info, std::uint64_t row_bits) {
  CheckLibraryType<T>();
  call.CheckAtMost("info.srcLastAxis", info.srcLastAxis, row_bits);
  const std::uint64_t size = std::uint64_t{info.firstAxis} * info.srcLastAxis;
  const T* from = call.Read("src", source, size);
  const std::uint8_t* bits = call.Read("mask", mask, (info.firstAxis * row_bits + 7) / 8);
  T* to = call.Write("dst", destination, size);
  for (std::uint64_t i = 0; i < size; ++i) {
    const std::uint64_t bit = i / info.srcLastAxis * row_bits + i % info.srcLastAxis;
    to[i] = (bits[bit / 8] >> (bit % 8) & 1) != 0 ? Kept(from[i], keep_probability) : T(0.0F);
  }
}

// What dropOutMode 0 stands for: the mask's last axis counts bytes.
constexpr std::uint32_t DropOutModeOf(const DropOutShapeInfo& info) {
  if (info.maskLastAxis >= info.srcLastAxis) return kBytesAndFiller;
  return std::uint64_t{info.maskLastAxis} * 8 == info.srcLastAxis ? kBits : kBitsAndFiller;
}

}  // namespace detail

// src / keepProb where the mask is set, else 0. dropOutMode 1 and 2: a byte for an element, 3 and 4: a bit;
// 0: bytes where maskLastAxis has room for them. maskLastAxis bytes a row, except in mode 3: there the rows'
// bits follow each other.
template <typename T, bool isInitBitMode = false, std::uint32_t dropOutMode = 0>
void DropOut(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
             const LocalTensor<std::uint8_t>& maskLocal, float keepProb, const DropOutShapeInfo& info,
             detail::Site site = detail::Site::Here()) {
  static_assert(dropOutMode <= detail::kBitsAndFiller, "DropOut: dropOutMode is 0 to 4");
  const detail::LibraryCall call("DropOut", site);
  const std::uint32_t mode = dropOutMode == detail::kByShape ? detail::DropOutModeOf(info) : dropOutMode;
  if (mode >= detail::kBits) {
    detail::DropOutByBits(call, dstLocal, srcLocal, maskLocal, keepProb, info,
                          mode == detail::kBits ? info.srcLastAxis : std::uint64_t{info.maskLastAxis} * 8);
    return;
  }
  detail::FilterRows(call, dstLocal, srcLocal, maskLocal, info,
                     [keepProb](bool set, T x) { return set ? detail::Kept(x, keepProb) : T(0.0F); });
}
template <typename T, bool isInitBitMode = false, std::uint32_t dropOutMode = 0>
void DropOut(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
             const LocalTensor<std::uint8_t>& maskLocal, const LocalTensor<std::uint8_t>&, float keepProb,
             const DropOutShapeInfo& info, detail::Site site = detail::Site::Here()) {
  DropOut<T, isInitBitMode, dropOutMode>(dstLocal, srcLocal, maskLocal, keepProb, info, site);
}

}  // namespace AscendC
