// SPDX-License-Identifier: Apache-2.0
// DataCopy of slices, and between rows (ND) and fractals (NZ) where UB is one side.
#pragma once

#include <cstdint>

#include "ascendc/copy.h"

namespace AscendC {

// One dimension of a slice, the innermost first: runs of burstLen from startIndex to endIndex (inclusive),
// with `stride` elements between two runs. burstLen is in blocks of 32 bytes for the innermost dimension and
// 1 for the others; shapeValue is the dimension's whole length. Indices, stride and shapeValue in elements.
struct SliceInfo {
  SliceInfo() = default;
  SliceInfo(std::uint32_t startIndexIn, std::uint32_t endIndexIn, std::uint32_t strideIn,
            std::uint32_t burstLenIn, std::uint32_t shapeValueIn = 0)
      : startIndex(startIndexIn),
        endIndex(endIndexIn),
        stride(strideIn),
        burstLen(burstLenIn),
        shapeValue(shapeValueIn) {}

  std::uint32_t startIndex = 0;
  std::uint32_t endIndex = 0;
  std::uint32_t stride = 0;
  std::uint32_t burstLen = 0;
  std::uint32_t shapeValue = 0;
};

// ndNum matrices of nValue rows of dValue elements in device memory, rows srcDValue and matrices
// srcNdMatrixStride elements apart. In UB block c of row n starts dstNzC0Stride * c + dstNzNStride * n blocks
// after its matrix; matrices are dstNzMatrixStride elements apart.
struct Nd2NzParams {
  Nd2NzParams() = default;
  Nd2NzParams(std::uint16_t ndNumIn, std::uint16_t nValueIn, std::uint16_t dValueIn,
              std::uint16_t srcNdMatrixStrideIn, std::uint16_t srcDValueIn, std::uint16_t dstNzC0StrideIn,
              std::uint16_t dstNzNStrideIn, std::uint16_t dstNzMatrixStrideIn)
      : ndNum(ndNumIn),
        nValue(nValueIn),
        dValue(dValueIn),
        srcNdMatrixStride(srcNdMatrixStrideIn),
        srcDValue(srcDValueIn),
        dstNzC0Stride(dstNzC0StrideIn),
        dstNzNStride(dstNzNStrideIn),
        dstNzMatrixStride(dstNzMatrixStrideIn) {}

  std::uint16_t ndNum = 0;
  std::uint16_t nValue = 0;
  std::uint16_t dValue = 0;
  std::uint16_t srcNdMatrixStride = 0;
  std::uint16_t srcDValue = 0;
  std::uint16_t dstNzC0Stride = 0;
  std::uint16_t dstNzNStride = 0;
  std::uint16_t dstNzMatrixStride = 0;
};

// The way back, for columns of 16 elements: matrices srcNdMatrixStride * 256 elements apart in UB, columns
// srcNStride * 16; in device memory rows are dstDStride and matrices dstNdMatrixStride elements apart.
struct Nz2NdParamsFull {
  Nz2NdParamsFull() = default;
  Nz2NdParamsFull(std::uint16_t ndNumIn, std::uint16_t nValueIn, std::uint16_t dValueIn,
                  std::uint16_t srcNdMatrixStrideIn, std::uint16_t srcNStrideIn, std::uint16_t dstDStrideIn,
                  std::uint16_t dstNdMatrixStrideIn)
      : ndNum(ndNumIn),
        nValue(nValueIn),
        dValue(dValueIn),
        srcNdMatrixStride(srcNdMatrixStrideIn),
        srcNStride(srcNStrideIn),
        dstDStride(dstDStrideIn),
        dstNdMatrixStride(dstNdMatrixStrideIn) {}

  std::uint16_t ndNum = 1;
  std::uint16_t nValue = 0;
  std::uint16_t dValue = 0;
  std::uint16_t srcNdMatrixStride = 0;
  std::uint16_t srcNStride = 0;
  std::uint16_t dstDStride = 0;
  std::uint16_t dstNdMatrixStride = 0;
};

namespace detail {

// The runs of a slice, counted from the innermost dimension outwards.
template <typename T>
class SliceRuns {
 public:
  SliceRuns(const SliceInfo* info, std::uint32_t dimensions, Site site)
      : info_(info), dimensions_(dimensions) {
    CheckField("DataCopy", "dimValue", dimensions, K_MAX_DIM, site);
    for (std::uint32_t d = 0; d < dimensions; ++d) {
      const SliceInfo& slice = info[d];
      const std::uint64_t period = Length(d) + slice.stride;
      const std::uint64_t covered = slice.endIndex < slice.startIndex
                                        ? 0
                                        : std::uint64_t{slice.endIndex} - slice.startIndex + 1 + slice.stride;
      counts_[d] = period == 0 ? 0 : covered / period;
      if (d > 0) rows_ *= counts_[d];
    }
  }

  std::uint64_t rows() const { return dimensions_ == 0 ? 0 : rows_; }
  std::uint32_t row_runs() const { return static_cast<std::uint32_t>(counts_[0]); }
  std::uint32_t run_bytes() const { return info_[0].burstLen * kBlockBytes; }
  std::uint64_t gap_bytes() const { return std::uint64_t{info_[0].stride} * sizeof(T); }
  // Elements from the tensor's start to the first run of the row.
  std::uint64_t RowStart(std::uint64_t row) const {
    std::uint64_t start = info_[0].startIndex;
    std::uint64_t size = info_[0].shapeValue;
    for (std::uint32_t d = 1; d < dimensions_; ++d) {
      const std::uint64_t step = Length(d) + info_[d].stride;
      start += (info_[d].startIndex + row % counts_[d] * step) * size;
      row /= counts_[d];
      size *= info_[d].shapeValue;
    }
    return start;
  }

 private:
  std::uint64_t Length(std::uint32_t d) const {
    return d == 0 ? std::uint64_t{info_[0].burstLen} * kBlockBytes / sizeof(T) : info_[d].burstLen;
  }

  const SliceInfo* info_;
  std::uint32_t dimensions_;
  std::uint64_t counts_[K_MAX_DIM] = {};
  std::uint64_t rows_ = 1;
};

// Calls copy(Copy, destination's element, source's element) for each row of the slices.
template <typename T, typename RowCopy>
void CopySlices(const SliceInfo dst[], const SliceInfo src[], std::uint32_t dimensions, Site site,
                RowCopy copy) {
  const SliceRuns<T> to(dst, dimensions, site);
  const SliceRuns<T> from(src, dimensions, site);
  CheckSame("DataCopy", "runs of a row of dstSliceInfo", to.row_runs(), "of srcSliceInfo", from.row_runs(),
            site);
  CheckSame("DataCopy", "rows of dstSliceInfo", to.rows(), "of srcSliceInfo", from.rows(), site);
  CheckSame("DataCopy", "burstLen of dstSliceInfo in bytes", to.run_bytes(), "of srcSliceInfo",
            from.run_bytes(), site);
  for (std::uint64_t row = 0; row < from.rows(); ++row) {
    copy(Copy{"DataCopy",
              sizeof(T),
              {from.row_runs(), from.run_bytes(), from.gap_bytes(), to.gap_bytes()},
              site},
         to.RowStart(row), from.RowStart(row));
  }
}

}  // namespace detail

template <typename T>
void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const SliceInfo dstSliceInfo[],
              const SliceInfo srcSliceInfo[], std::uint32_t dimValue = 1,
              detail::Site site = detail::Site::Here()) {
  detail::CopySlices<T>(dstSliceInfo, srcSliceInfo, dimValue, site,
                        [&](const detail::Copy& copy, std::uint64_t to, std::uint64_t from) {
                          detail::CopyToLocal(copy, dst[{to, site}].Memory(), src[{from, site}].Memory());
                        });
}
template <typename T>
void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const SliceInfo dstSliceInfo[],
              const SliceInfo srcSliceInfo[], std::uint32_t dimValue = 1,
              detail::Site site = detail::Site::Here()) {
  detail::CopySlices<T>(dstSliceInfo, srcSliceInfo, dimValue, site,
                        [&](const detail::Copy& copy, std::uint64_t to, std::uint64_t from) {
                          detail::CopyToGlobal(copy, dst[{to, site}].Memory(), src[{from, site}].Memory());
                        });
}

// Rows to fractals. What the last block of a row has beyond dValue becomes 0.
template <typename T>
void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const Nd2NzParams& intriParams,
              detail::Site site = detail::Site::Here()) {
  static_assert(sizeof(T) <= 4, "DataCopy with Nd2NzParams: for types of 8, 16 and 32 bits");
  constexpr std::uint32_t kC0 = detail::kBlockBytes / sizeof(T);
  for (std::uint32_t matrix = 0; matrix < intriParams.ndNum; ++matrix) {
    for (std::uint32_t n = 0; n < intriParams.nValue; ++n) {
      for (std::uint32_t d = 0; d < intriParams.dValue; d += kC0) {
        const std::uint32_t elements = intriParams.dValue - d < kC0 ? intriParams.dValue - d : kC0;
        const std::uint64_t to = std::uint64_t{matrix} * intriParams.dstNzMatrixStride +
                                 (std::uint64_t{d / kC0} * intriParams.dstNzC0Stride +
                                  std::uint64_t{n} * intriParams.dstNzNStride) *
                                     kC0;
        const std::uint64_t from = std::uint64_t{matrix} * intriParams.srcNdMatrixStride +
                                   std::uint64_t{n} * intriParams.srcDValue + d;
        const detail::Padding zeros{true, 0, static_cast<std::uint8_t>(kC0 - elements), sizeof(T), 0};
        detail::CopyPadToLocal(
            {"DataCopy", sizeof(T), {1, static_cast<std::uint32_t>(elements * sizeof(T)), 0, 0}, site}, zeros,
            dst[{to, site}].Memory(), src[{from, site}].Memory());
      }
    }
  }
}

// Fractals to rows.
template <typename T>
void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const Nz2NdParamsFull& intriParams,
              detail::Site site = detail::Site::Here()) {
  static_assert(sizeof(T) == 2, "DataCopy with Nz2NdParamsFull: for types of 16 bits");
  constexpr std::uint32_t kColumn = 16;
  for (std::uint32_t matrix = 0; matrix < intriParams.ndNum; ++matrix) {
    for (std::uint32_t n = 0; n < intriParams.nValue; ++n) {
      for (std::uint32_t d = 0; d < intriParams.dValue; d += kColumn) {
        const std::uint32_t left = intriParams.dValue - d;
        const std::uint32_t elements = left < kColumn ? left : kColumn;
        const std::uint64_t to = std::uint64_t{matrix} * intriParams.dstNdMatrixStride +
                                 std::uint64_t{n} * intriParams.dstDStride + d;
        const std::uint64_t from = std::uint64_t{matrix} * intriParams.srcNdMatrixStride * kColumn * kColumn +
                                   std::uint64_t{d / kColumn} * intriParams.srcNStride * kColumn +
                                   std::uint64_t{n} * kColumn;
        detail::CopyPadToGlobal(
            {"DataCopy", sizeof(T), {1, static_cast<std::uint32_t>(elements * sizeof(T)), 0, 0}, site},
            dst[{to, site}].Memory(), src[{from, site}].Memory());
      }
    }
  }
}

}  // namespace AscendC
