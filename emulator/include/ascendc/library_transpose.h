// SPDX-License-Identifier: Apache-2.0
// Transpose by TransposeParamsExt and by a tiling (ConfusionTranspose). sharedTmpBuffer is accepted and not
// written.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "ascendc/library_call.h"
#include "ascendc/library_tiling.h"

namespace AscendC {

// Of the first seven, the source: NZ of [B, N, S, H/N], where _012_WITH_N of [B, S, H]; ND: of [H, W].
enum class TransposeType : std::uint8_t {
  TRANSPOSE_TYPE_NONE,
  TRANSPOSE_NZ2ND_0213,           // to [B, S, N, H/N]
  TRANSPOSE_NZ2NZ_0213,           // to its NZ
  TRANSPOSE_NZ2NZ_012_WITH_N,     // to NZ of [B, N, S, H/N]
  TRANSPOSE_NZ2ND_012_WITH_N,     // to [B, N, S, H/N]
  TRANSPOSE_NZ2ND_012_WITHOUT_N,  // to [B, S, H]
  TRANSPOSE_NZ2NZ_012_WITHOUT_N,  // to its NZ
  TRANSPOSE_ND2ND_ONLY,           // to [W, H]
  TRANSPOSE_ND_UB_GM,
  TRANSPOSE_GRAD_UB_GM,
  TRANSPOSE_ND2ND_B16,  // 16 x 16
  TRANSPOSE_NCHW2NHWC,
  TRANSPOSE_NHWC2NCHW,
};

struct TransposeParamsExt {
  TransposeParamsExt() = default;
  TransposeParamsExt(std::uint16_t nSizeIn, std::uint16_t cSizeIn, std::uint16_t hSizeIn,
                     std::uint16_t wSizeIn, TransposeType transposeTypeIn)
      : nSize(nSizeIn), cSize(cSizeIn), hSize(hSizeIn), wSize(wSizeIn), transposeType(transposeTypeIn) {}

  std::uint16_t nSize = 0;
  std::uint16_t cSize = 0;
  std::uint16_t hSize = 0;
  std::uint16_t wSize = 0;
  TransposeType transposeType = TransposeType::TRANSPOSE_ND2ND_B16;
};

namespace detail {

// Where (row, column) of a matrix lies, and how much room the matrix takes: by rows (ND), or (NZ) in squares
// of 16 x 16, those of 16 columns one below the other.
struct MatrixLayout {
  std::uint64_t rows;
  std::uint64_t columns;
  bool fractal;

  std::uint64_t Size() const {
    return fractal ? (rows + 15) / 16 * 16 * ((columns + 15) / 16 * 16) : rows * columns;
  }
  std::uint64_t At(std::uint64_t row, std::uint64_t column) const {
    if (!fractal) return row * columns + column;
    return (column / 16 * ((rows + 15) / 16) + row / 16) * 256 + row % 16 * 16 + column % 16;
  }
};

// to[target(b, n, s, d)] = from[origin(b, n, s, d)] for all of B, N, S and D = H/N.
template <typename T, typename Origin, typename Target>
void MoveHeads(const LibraryCall& call, const LocalTensor<T>& destination, const LocalTensor<T>& source,
               const ConfusionTransposeTiling& tiling, std::uint64_t source_size,
               std::uint64_t destination_size, Origin origin, Target target) {
  const T* from = call.Read("srcTensor", source, tiling.b * source_size);
  T* to = call.Write("dstTensor", destination, tiling.b * destination_size);
  for (std::uint64_t b = 0; b < tiling.b; ++b) {
    for (std::uint64_t n = 0; n < tiling.n; ++n) {
      for (std::uint64_t s = 0; s < tiling.s; ++s) {
        for (std::uint64_t d = 0; d < tiling.d; ++d) {
          to[b * destination_size + target(n, s, d)] = from[b * source_size + origin(n, s, d)];
        }
      }
    }
  }
}

template <typename T>
void TransposeHeads(const LibraryCall& call, const LocalTensor<T>& destination, const LocalTensor<T>& source,
                    TransposeType type, const ConfusionTransposeTiling& tiling) {
  static_assert(kIsOneOf<T, half, std::int16_t, std::uint16_t, float, std::int32_t, std::uint32_t>,
                "ConfusionTranspose: the library has it for half, int16_t, uint16_t, float, int32_t and "
                "uint32_t");
  const auto kind = static_cast<std::uint64_t>(type);
  call.CheckAtMost("transposeType", kind, static_cast<std::uint64_t>(TransposeType::TRANSPOSE_ND2ND_ONLY));
  call.CheckSame("transposeType", kind, "transposeTypeIn of the tiling", tiling.type);
  if (type == TransposeType::TRANSPOSE_ND2ND_ONLY) {
    const MatrixLayout from{tiling.s, tiling.d, false};
    const MatrixLayout to{tiling.d, tiling.s, false};
    MoveHeads(
        call, destination, source, tiling, from.Size(), to.Size(),
        [&](std::uint64_t, std::uint64_t s, std::uint64_t d) { return from.At(s, d); },
        [&](std::uint64_t, std::uint64_t s, std::uint64_t d) { return to.At(d, s); });
    return;
  }
  const bool from_joined =
      type == TransposeType::TRANSPOSE_NZ2NZ_012_WITH_N || type == TransposeType::TRANSPOSE_NZ2ND_012_WITH_N;
  const bool to_joined = type == TransposeType::TRANSPOSE_NZ2ND_012_WITHOUT_N ||
                         type == TransposeType::TRANSPOSE_NZ2NZ_012_WITHOUT_N;
  const bool swapped =
      type == TransposeType::TRANSPOSE_NZ2ND_0213 || type == TransposeType::TRANSPOSE_NZ2NZ_0213;
  const bool to_fractal = type == TransposeType::TRANSPOSE_NZ2NZ_0213 ||
                          type == TransposeType::TRANSPOSE_NZ2NZ_012_WITH_N ||
                          type == TransposeType::TRANSPOSE_NZ2NZ_012_WITHOUT_N;
  const std::uint64_t joined = std::uint64_t{tiling.n} * tiling.d;
  const MatrixLayout head{tiling.s, tiling.d, true};
  const MatrixLayout row{tiling.s, joined, true};
  const MatrixLayout to_head{swapped ? tiling.n : tiling.s, tiling.d, to_fractal};
  const MatrixLayout to_row{tiling.s, joined, to_fractal};
  MoveHeads(
      call, destination, source, tiling, from_joined ? row.Size() : tiling.n * head.Size(),
      to_joined ? to_row.Size() : (swapped ? tiling.s : tiling.n) * to_head.Size(),
      [&](std::uint64_t n, std::uint64_t s, std::uint64_t d) {
        return from_joined ? row.At(s, n * tiling.d + d) : n * head.Size() + head.At(s, d);
      },
      [&](std::uint64_t n, std::uint64_t s, std::uint64_t d) {
        if (to_joined) return to_row.At(s, n * tiling.d + d);
        return swapped ? s * to_head.Size() + to_head.At(n, d) : n * to_head.Size() + to_head.At(s, d);
      });
}

}  // namespace detail

// 16 x 16 elements of 16 bits (TRANSPOSE_ND2ND_B16), or [N, C, H, W] to and from [N, H, W, C].
template <typename T>
void Transpose(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<std::uint8_t>&,
               const TransposeParamsExt& transposeParams, detail::Site site = detail::Site::Here()) {
  static_assert(sizeof(T) <= 4, "Transpose: the library has it for types of 8, 16 and 32 bits");
  const detail::LibraryCall call("Transpose", site);
  const TransposeParamsExt& params = transposeParams;
  const auto first = static_cast<std::uint64_t>(TransposeType::TRANSPOSE_ND2ND_B16);
  if (const auto kind = static_cast<std::uint64_t>(params.transposeType); kind < first) {
    call.CheckSame("transposeType", kind, "TRANSPOSE_ND2ND_B16 (the two after it are right too)", first);
  }
  std::uint64_t count = params.nSize;
  std::uint64_t rows = params.cSize;
  std::uint64_t columns = std::uint64_t{params.hSize} * params.wSize;
  if (params.transposeType == TransposeType::TRANSPOSE_ND2ND_B16) {
    call.CheckSame("the bytes of an element for TRANSPOSE_ND2ND_B16", sizeof(T), "those of uint16_t", 2);
    count = 1;
    rows = columns = 16;
  } else {
    call.CheckSame("hSize * wSize elements in bytes beyond whole blocks", columns * sizeof(T) % 32, "none",
                   0);
    if (params.transposeType == TransposeType::TRANSPOSE_NHWC2NCHW) std::swap(rows, columns);
  }
  const std::uint64_t size = rows * columns;
  const T* from = call.Read("src", src, count * size);
  std::vector<T> whole(from, from + count * size);  // ND2ND_B16 may have one tensor for both
  T* to = call.Write("dst", dst, count * size);
  for (std::uint64_t i = 0; i < count * size; ++i) {
    const std::uint64_t at = i % size;
    to[i / size * size + at % columns * rows + at / columns] = whole[i];
  }
}

// What TransposeType says; the tiling comes from GetConfusionTransposeTilingInfo. Transpose is its newer
// name.
#define CANN_EMULATOR_TRANSPOSE(name)                                                                      \
  template <typename T>                                                                                    \
  void name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, TransposeType transposeType, \
            const ConfusionTransposeTiling& tiling, detail::Site site = detail::Site::Here()) {            \
    detail::TransposeHeads({#name, site}, dstTensor, srcTensor, transposeType, tiling);                    \
  }                                                                                                        \
  template <typename T>                                                                                    \
  void name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,                              \
            const LocalTensor<std::uint8_t>&, TransposeType transposeType,                                 \
            const ConfusionTransposeTiling& tiling, detail::Site site = detail::Site::Here()) {            \
    detail::TransposeHeads({#name, site}, dstTensor, srcTensor, transposeType, tiling);                    \
  }
CANN_EMULATOR_TRANSPOSE(ConfusionTranspose)
CANN_EMULATOR_TRANSPOSE(Transpose)
#undef CANN_EMULATOR_TRANSPOSE

}  // namespace AscendC
