// SPDX-License-Identifier: Apache-2.0
// AscendAntiQuant. sharedTmpBuffer is accepted and not written.
#pragma once

#include <cstdint>
#include <type_traits>

#include "ascendc/library_elementwise.h"

namespace AscendC {

// Rows and columns of offset and scale; 0: as the tensor's own ShapeInfo has them.
struct AntiQuantShapeInfo {
  std::uint32_t offsetHeight{0};
  std::uint32_t offsetWidth{0};
  std::uint32_t scaleHeight{0};
  std::uint32_t scaleWidth{0};
};

namespace detail {

// (x + offset) * scale, each step rounded to half; for bfloat16_t in float, rounded once.
template <typename To>
To AntiQuantized(std::int8_t x, To offset, To scale) {
  static_assert(kIsOneOf<To, half, bfloat16_t>, "AscendAntiQuant: the library has it to half and bfloat16_t");
  const float sum = static_cast<float>(x) + static_cast<float>(offset);
  if constexpr (std::is_same_v<To, half>) {
    return To(static_cast<float>(To(sum)) * static_cast<float>(scale));
  } else {
    return To(sum * static_cast<float>(scale));
  }
}

template <typename From>
constexpr void CheckAntiQuantType() {
  static_assert(std::is_same_v<From, std::int8_t>, "AscendAntiQuant: the emulator has it from int8_t");
}

// Without offset where it is null.
template <bool isTranspose, typename From, typename To>
void AntiQuantizeChannels(const LibraryCall& call, const LocalTensor<To>& dst, const LocalTensor<From>& src,
                          const LocalTensor<To>* offset, const LocalTensor<To>& scale, std::uint32_t k,
                          const AntiQuantShapeInfo& given, Site site) {
  CheckAntiQuantType<From>();
  const auto length = [site](std::uint32_t length_given, const LocalTensor<To>& tensor, int dimension) {
    return length_given != 0 ? length_given : tensor.GetShapeInfo(site).shape[dimension];
  };
  const std::uint32_t height = length(given.scaleHeight, scale, 0);
  const std::uint32_t width = length(given.scaleWidth, scale, 1);
  if (offset != nullptr) {
    call.CheckSame("rows of offset", length(given.offsetHeight, *offset, 0), "rows of scale", height);
    call.CheckSame("columns of offset", length(given.offsetWidth, *offset, 1), "columns of scale", width);
  }
  const std::uint32_t rows = isTranspose ? height : k;
  const std::uint32_t columns = isTranspose ? k : width;
  const std::uint32_t parts = isTranspose ? width : height;
  call.CheckSame("k beyond whole groups", parts == 0 ? k : k % parts, "none", 0);
  const std::uint64_t size = std::uint64_t{rows} * columns;
  const std::uint64_t factors = std::uint64_t{height} * width;
  const std::int8_t* from = call.Read("src", src, size);
  const To* offsets = offset == nullptr ? nullptr : call.Read("offset", *offset, factors);
  const To* scales = call.Read("scale", scale, factors);
  To* to = call.Write("dst", dst, size);
  const std::uint32_t group = parts == 0 ? 1 : k / parts;
  for (std::uint64_t i = 0; i < size; ++i) {
    const std::uint64_t row = i / columns;
    const std::uint64_t column = i % columns;
    const std::uint64_t at = isTranspose ? row * parts + column / group : row / group * columns + column;
    to[i] = AntiQuantized(from[i], offsets == nullptr ? To(0.0F) : offsets[at], scales[at]);
  }
}

}  // namespace detail

// (src + offset) * scale of src [K, N], where isTranspose [N, K]. offset and scale: a row for each group of
// rows of src, where isTranspose a column for each group of columns.
template <typename InputDataType, typename OutputDataType, bool isTranspose>
void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src,
                     const LocalTensor<OutputDataType>& offset, const LocalTensor<OutputDataType>& scale,
                     std::uint32_t k, const AntiQuantShapeInfo& shapeInfo = {},
                     detail::Site site = detail::Site::Here()) {
  detail::AntiQuantizeChannels<isTranspose>({"AscendAntiQuant", site}, dst, src, &offset, scale, k, shapeInfo,
                                            site);
}
template <typename InputDataType, typename OutputDataType, bool isTranspose>
void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src,
                     const LocalTensor<OutputDataType>& offset, const LocalTensor<OutputDataType>& scale,
                     const LocalTensor<std::uint8_t>&, std::uint32_t k,
                     const AntiQuantShapeInfo& shapeInfo = {}, detail::Site site = detail::Site::Here()) {
  detail::AntiQuantizeChannels<isTranspose>({"AscendAntiQuant", site}, dst, src, &offset, scale, k, shapeInfo,
                                            site);
}
template <typename InputDataType, typename OutputDataType, bool isTranspose>
void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src,
                     const LocalTensor<OutputDataType>& scale, const LocalTensor<std::uint8_t>&,
                     std::uint32_t k, const AntiQuantShapeInfo& shapeInfo = {},
                     detail::Site site = detail::Site::Here()) {
  detail::AntiQuantizeChannels<isTranspose>({"AscendAntiQuant", site}, dst, src,
                                            static_cast<const LocalTensor<OutputDataType>*>(nullptr), scale,
                                            k, shapeInfo, site);
}
// One offset and one scale for all of src.
template <typename InputDataType, typename OutputDataType, bool isTranspose>
void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src,
                     OutputDataType offset, OutputDataType scale, std::uint32_t,
                     const AntiQuantShapeInfo& = {}, detail::Site site = detail::Site::Here()) {
  detail::CheckAntiQuantType<InputDataType>();
  detail::ForElements(detail::LibraryCall("AscendAntiQuant", site), dst, src, src.GetSize(),
                      [offset, scale](std::int8_t x) { return detail::AntiQuantized(x, offset, scale); });
}
template <typename InputDataType, typename OutputDataType, bool isTranspose>
void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src,
                     OutputDataType offset, OutputDataType scale, const LocalTensor<std::uint8_t>&,
                     std::uint32_t k, const AntiQuantShapeInfo& shapeInfo = {},
                     detail::Site site = detail::Site::Here()) {
  AscendAntiQuant<InputDataType, OutputDataType, isTranspose>(dst, src, offset, scale, k, shapeInfo, site);
}
template <typename InputDataType, typename OutputDataType, bool isTranspose>
void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src,
                     OutputDataType scale, const LocalTensor<std::uint8_t>&, std::uint32_t k,
                     const AntiQuantShapeInfo& shapeInfo = {}, detail::Site site = detail::Site::Here()) {
  AscendAntiQuant<InputDataType, OutputDataType, isTranspose>(dst, src, OutputDataType(0.0F), scale, k,
                                                              shapeInfo, site);
}

}  // namespace AscendC
