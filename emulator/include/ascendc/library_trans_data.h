// SPDX-License-Identifier: Apache-2.0
// TransData between the formats of five-dimensional data. sharedTmpBuffer is accepted and not written.
#pragma once

#include <cstdint>

#include "ascendc/layout.h"
#include "ascendc/library_call.h"
#include "ascendc/position.h"

namespace AscendC {

// One of the two is NCDHW, the other NDC1HWC0 or FRACTAL_Z_3D.
struct TransDataConfig {
  DataFormat srcFormat;
  DataFormat dstFormat;
};

// Layouts with as many dimensions as their formats; only their shapes matter.
template <typename T, typename U>
struct TransDataParams {
  T srcLayout;
  U dstLayout;
};

namespace detail {

constexpr std::uint64_t InSixteens(std::uint64_t length) { return (length + 15) / 16; }

// Where element (n, c, d, h * W + w) of N x C x D x H x W lies in each format, and how much room that takes.
struct VolumeFormat {
  DataFormat format;
  std::uint64_t n, c, d, hw;

  // In NCDHW, H * W takes whole blocks of 32 bytes: sixteen elements.
  std::uint64_t PaddedHw() const { return InSixteens(hw) * 16; }

  std::uint64_t Size() const {
    if (format == DataFormat::NCDHW) return n * c * d * PaddedHw();
    return (format == DataFormat::NDC1HWC0 ? n : InSixteens(n) * 16) * d * InSixteens(c) * 16 * hw;
  }
  std::uint64_t At(std::uint64_t in, std::uint64_t ic, std::uint64_t id, std::uint64_t ihw) const {
    if (format == DataFormat::NCDHW) return ((in * c + ic) * d + id) * PaddedHw() + ihw;
    if (format == DataFormat::NDC1HWC0) {
      return (((in * d + id) * InSixteens(c) + ic / 16) * hw + ihw) * 16 + ic % 16;
    }
    const std::uint64_t square = ((id * InSixteens(c) + ic / 16) * hw + ihw) * InSixteens(n) + in / 16;
    return (square * 16 + in % 16) * 16 + ic % 16;
  }
};

template <std::size_t axis, typename Layout>
std::uint64_t LengthOf(const Layout& layout) {
  return static_cast<std::uint64_t>(Std::get<axis>(layout.GetShape()));
}

// That the dimensions of `other` are those that its format gives the plain N x C x D x H x W.
template <DataFormat format, typename Plain, typename Other>
void CheckVolume(const LibraryCall& call, const Plain& plain, const Other& other) {
  const std::uint64_t n = LengthOf<0>(plain), c1 = InSixteens(LengthOf<1>(plain)), d = LengthOf<2>(plain);
  const std::uint64_t h = LengthOf<3>(plain), w = LengthOf<4>(plain);
  constexpr bool kFractal = format == DataFormat::FRACTAL_Z_3D;
  constexpr std::size_t kFirst = kFractal ? 0 : 1;  // N comes first, or behind W in sixteens
  if constexpr (kFractal) {
    call.CheckSame("N1 of the params", LengthOf<4>(other), "N in sixteens", InSixteens(n));
    call.CheckSame("N0 of the params", LengthOf<5>(other), "N0", 16);
    call.CheckSame("C0 of the params", LengthOf<6>(other), "C0", 16);
  } else {
    call.CheckSame("N of one layout", LengthOf<0>(other), "N of the other", n);
    call.CheckSame("C0 of the params", LengthOf<5>(other), "C0", 16);
  }
  call.CheckSame("D of one layout", LengthOf<kFirst>(other), "D of the other", d);
  call.CheckSame("C1 of the params", LengthOf<kFirst + 1>(other), "C in sixteens", c1);
  call.CheckSame("H of one layout", LengthOf<kFirst + 2>(other), "H of the other", h);
  call.CheckSame("W of one layout", LengthOf<kFirst + 3>(other), "W of the other", w);
}

template <typename Layout>
constexpr std::size_t kDimensionsOf =
    std::tuple_size_v<std::decay_t<decltype(std::declval<Layout>().GetShape())>>;
constexpr std::size_t DimensionsOf(DataFormat format) {
  if (format == DataFormat::NCDHW) return 5;
  return format == DataFormat::NDC1HWC0 ? 6 : 7;
}

}  // namespace detail

// Of a channel or sample that fills up its sixteen, the destination gets 0. What fills up H * W in NCDHW
// stays as it is.
template <const TransDataConfig& config, typename T, typename U, typename S>
void TransData(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
               const TransDataParams<U, S>& params, detail::Site site = detail::Site::Here()) {
  constexpr bool kFromPlain = config.srcFormat == DataFormat::NCDHW;
  constexpr DataFormat kOther = kFromPlain ? config.dstFormat : config.srcFormat;
  static_assert(detail::kIsOneOf<T, std::int16_t, std::uint16_t, half, bfloat16_t>,
                "TransData: the library has it for int16_t, uint16_t, half and bfloat16_t");
  static_assert((kFromPlain || config.dstFormat == DataFormat::NCDHW) &&
                    (kOther == DataFormat::NDC1HWC0 || kOther == DataFormat::FRACTAL_Z_3D),
                "TransData: the library has it between NCDHW and NDC1HWC0 or FRACTAL_Z_3D");
  static_assert(detail::kDimensionsOf<U> == detail::DimensionsOf(config.srcFormat) &&
                    detail::kDimensionsOf<S> == detail::DimensionsOf(config.dstFormat),
                "TransData: a layout has 5 dimensions for NCDHW, 6 for NDC1HWC0, 7 for FRACTAL_Z_3D");
  const detail::LibraryCall call("TransData", site);
  detail::VolumeFormat from{config.srcFormat, 0, 0, 0, 0};
  const auto take = [&](const auto& plain, const auto& other) {
    detail::CheckVolume<kOther>(call, plain, other);
    from.n = detail::LengthOf<0>(plain);
    from.c = detail::LengthOf<1>(plain);
    from.d = detail::LengthOf<2>(plain);
    from.hw = detail::LengthOf<3>(plain) * detail::LengthOf<4>(plain);
  };
  if constexpr (kFromPlain) {
    take(params.srcLayout, params.dstLayout);
  } else {
    take(params.dstLayout, params.srcLayout);
  }
  detail::VolumeFormat to = from;
  to.format = config.dstFormat;
  const T* source = call.Read("srcTensor", srcTensor, from.Size());
  T* destination = call.Write("dstTensor", dstTensor, to.Size());
  if constexpr (kFromPlain) {
    for (std::uint64_t i = 0; i < to.Size(); ++i) destination[i] = T(0);
  }
  for (std::uint64_t n = 0; n < from.n; ++n) {
    for (std::uint64_t c = 0; c < from.c; ++c) {
      for (std::uint64_t d = 0; d < from.d; ++d) {
        for (std::uint64_t hw = 0; hw < from.hw; ++hw) {
          destination[to.At(n, c, d, hw)] = source[from.At(n, c, d, hw)];
        }
      }
    }
  }
}
template <const TransDataConfig& config, typename T, typename U, typename S>
void TransData(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
               const LocalTensor<std::uint8_t>&, const TransDataParams<U, S>& params,
               detail::Site site = detail::Site::Here()) {
  TransData<config>(dstTensor, srcTensor, params, site);
}

}  // namespace AscendC
