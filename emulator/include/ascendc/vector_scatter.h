// SPDX-License-Identifier: Apache-2.0
// Scatter, which dav-2201 does not have.
#pragma once

#include <cstdint>

#include "ascendc/runtime_vector.h"
#include "ascendc/vector_shape.h"

namespace AscendC {

namespace detail {

template <typename T>
void ScatterElements(const LocalTensor<T>& destination, const LocalTensor<T>& source,
                     const LocalTensor<std::uint32_t>& offsets, std::uint32_t base, const VectorShape& shape,
                     Site site) {
  static_assert(
      kDependent<__NPU_ARCH__ == 3510, T>,
      "Scatter: dav-2201 does not have it; dav-3510 has. Write the elements with SetValue, or gather "
      "them instead");
  static_assert(sizeof(T) <= 4, "Scatter: for types of 8, 16 and 32 bits");
  Execute(ScatterInstruction{sizeof(T), destination.Memory(), source.Memory(), offsets.Memory(), base, shape,
                             site});
}

}  // namespace detail

// The element dstBaseAddr + dstOffset[i] bytes into dst = src[i].
template <typename T>
void Scatter(const LocalTensor<T>& dst, const LocalTensor<T>& src,
             const LocalTensor<std::uint32_t>& dstOffset, std::uint32_t dstBaseAddr, std::uint32_t count,
             detail::Site site = detail::Site::Here()) {
  detail::ScatterElements(dst, src, dstOffset, dstBaseAddr, detail::CountShape(count), site);
}
template <typename T>
void Scatter(const LocalTensor<T>& dst, const LocalTensor<T>& src,
             const LocalTensor<std::uint32_t>& dstOffset, std::uint32_t dstBaseAddr, std::uint64_t mask,
             std::int32_t repeatTime, std::uint8_t srcRepStride, detail::Site site = detail::Site::Here()) {
  detail::ScatterElements(dst, src, dstOffset, dstBaseAddr,
                          detail::RepeatShape(detail::Mask::First(mask), repeatTime, {}, {1, srcRepStride}),
                          site);
}
template <typename T>
void Scatter(const LocalTensor<T>& dst, const LocalTensor<T>& src,
             const LocalTensor<std::uint32_t>& dstOffset, std::uint32_t dstBaseAddr,
             const std::uint64_t mask[], std::int32_t repeatTime, std::uint8_t srcRepStride,
             detail::Site site = detail::Site::Here()) {
  detail::ScatterElements(dst, src, dstOffset, dstBaseAddr,
                          detail::RepeatShape(detail::Mask::Bits(mask), repeatTime, {}, {1, srcRepStride}),
                          site);
}

}  // namespace AscendC
