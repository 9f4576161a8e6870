// SPDX-License-Identifier: Apache-2.0
// Pad and UnPad: the rows of a matrix to whole blocks of 32 bytes and back. sharedTmpBuffer is accepted and
// not written.
#pragma once

#include <cstdint>

#include "ascendc/library_call.h"
#include "ascendc/library_tiling.h"

namespace AscendC {

// Elements to the left and to the right of a row, and what they are.
struct PadParams {
  std::uint16_t leftPad = 0;
  std::uint16_t rightPad = 0;
  std::int32_t padValue = 0;
};
struct UnPadParams {
  std::uint16_t leftPad = 0;  // has no effect, as on the device
  std::uint16_t rightPad = 0;
};

namespace detail {

template <typename T>
constexpr void CheckPadType() {
  static_assert(kIsOneOf<T, std::int16_t, std::uint16_t, half, std::int32_t, std::uint32_t, float>,
                "Pad, UnPad: the library has them for int16_t, uint16_t, half, int32_t, uint32_t and float");
}

}  // namespace detail

// Rows of leftPad + srcOriWidth + rightPad elements, which must fill the blocks of a row.
template <typename T>
void Pad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const PadParams& padParams,
         const PadTiling& tiling, detail::Site site = detail::Site::Here()) {
  detail::CheckPadType<T>();
  constexpr std::uint64_t kBlock = detail::kBlockBytes / sizeof(T);
  const detail::LibraryCall call("Pad", site);
  call.CheckAtMost("the data of a row", tiling.srcOriWidth, tiling.srcWidth);
  const std::uint64_t width = (tiling.srcWidth + kBlock - 1) / kBlock * kBlock;
  call.CheckSame("leftPad + the data of a row + rightPad",
                 std::uint64_t{padParams.leftPad} + tiling.srcOriWidth + padParams.rightPad,
                 "the row in whole blocks", width);
  if (tiling.srcWidth == width) call.CheckAtMost("leftPad of rows of whole blocks", padParams.leftPad, 0);
  const T* from = call.Read("srcTensor", srcTensor, std::uint64_t{tiling.srcHeight} * tiling.srcWidth);
  T* to = call.Write("dstTensor", dstTensor, tiling.srcHeight * width);
  // From the last row on, so that the destination may be the source.
  for (std::uint64_t row = tiling.srcHeight; row-- > 0;) {
    for (std::uint64_t i = width; i-- > 0;) {
      const std::uint64_t at = i - padParams.leftPad;
      to[row * width + i] = i >= padParams.leftPad && at < tiling.srcOriWidth
                                ? from[row * tiling.srcWidth + at]
                                : static_cast<T>(padParams.padValue);
    }
  }
}
template <typename T>
void Pad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const PadParams& padParams,
         const LocalTensor<std::uint8_t>&, const PadTiling& tiling,
         detail::Site site = detail::Site::Here()) {
  Pad(dstTensor, srcTensor, padParams, tiling, site);
}

// Rows without their last rightPad elements, one after another.
template <typename T>
void UnPad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const UnPadParams& unPadParams,
           const UnPadTiling& tiling, detail::Site site = detail::Site::Here()) {
  detail::CheckPadType<T>();
  const detail::LibraryCall call("UnPad", site);
  call.CheckSame("the bytes of a row beyond whole blocks", tiling.srcWidth * sizeof(T) % detail::kBlockBytes,
                 "none", 0);
  call.CheckAtMost("rightPad in bytes", unPadParams.rightPad * sizeof(T), detail::kBlockBytes - 1);
  call.CheckAtMost("rightPad", unPadParams.rightPad, tiling.srcWidth);
  const std::uint64_t width = tiling.srcWidth - unPadParams.rightPad;
  const T* from = call.Read("srcTensor", srcTensor, std::uint64_t{tiling.srcHeight} * tiling.srcWidth);
  T* to = call.Write("dstTensor", dstTensor, tiling.srcHeight * width);
  for (std::uint64_t i = 0; i < tiling.srcHeight * width; ++i) {
    to[i] = from[i / width * tiling.srcWidth + i % width];
  }
}
template <typename T>
void UnPad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const UnPadParams& unPadParams,
           const LocalTensor<std::uint8_t>&, const UnPadTiling& tiling,
           detail::Site site = detail::Site::Here()) {
  UnPad(dstTensor, srcTensor, unPadParams, tiling, site);
}

}  // namespace AscendC
