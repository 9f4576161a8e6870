// SPDX-License-Identifier: Apache-2.0
// SelectWithBytesMask and DropOut: elements by a mask of one element each. sharedTmpBuffer is accepted and
// not written.
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

// src / keepProb where the mask is not 0, else 0. dropOutMode 0: by the shape; 1 and 2: a byte for an
// element.
template <typename T, bool isInitBitMode = false, std::uint32_t dropOutMode = 0>
void DropOut(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
             const LocalTensor<std::uint8_t>& maskLocal, float keepProb, const DropOutShapeInfo& info,
             detail::Site site = detail::Site::Here()) {
  static_assert(dropOutMode <= 2, "DropOut: the emulator has it for masks of bytes (dropOutMode 0, 1 and 2)");
  detail::FilterRows({"DropOut", site}, dstLocal, srcLocal, maskLocal, info, [keepProb](bool set, T x) {
    return set ? T(static_cast<float>(static_cast<double>(static_cast<float>(x)) / keepProb)) : T(0.0F);
  });
}
template <typename T, bool isInitBitMode = false, std::uint32_t dropOutMode = 0>
void DropOut(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
             const LocalTensor<std::uint8_t>& maskLocal, const LocalTensor<std::uint8_t>&, float keepProb,
             const DropOutShapeInfo& info, detail::Site site = detail::Site::Here()) {
  DropOut<T, isInitBitMode, dropOutMode>(dstLocal, srcLocal, maskLocal, keepProb, info, site);
}

}  // namespace AscendC
