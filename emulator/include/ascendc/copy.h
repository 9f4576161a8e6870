// SPDX-License-Identifier: Apache-2.0
// DataCopy and DataCopyPad between device memory and UB, and DataCopy within UB.
#pragma once

#include <cstdint>
#include <cstring>

#include "ascendc/global_tensor.h"
#include "ascendc/local_tensor.h"

namespace AscendC {

// DataCopy: runs of blockLen and gaps, all in blocks of 32 bytes. DataCopyPad: blockLen and the gap in device
// memory in bytes, the gap in UB in blocks of 32 bytes. A gap lies between the end of one run and the start
// of the next.
struct DataCopyParams {
  DataCopyParams() = default;
  DataCopyParams(std::uint16_t count, std::uint16_t len, std::uint16_t srcStrideIn, std::uint16_t dstStrideIn)
      : blockCount(count), blockLen(len), srcStride(srcStrideIn), dstStride(dstStrideIn) {}

  std::uint16_t blockCount = 1;  // 1..4095
  std::uint16_t blockLen = 0;
  union {
    std::uint16_t srcGap = 0;
    std::uint16_t srcStride;
  };
  union {
    std::uint16_t dstGap = 0;
    std::uint16_t dstStride;
  };
};

struct DataCopyExtParams {
  DataCopyExtParams() = default;
  DataCopyExtParams(std::uint16_t count, std::uint32_t len, std::uint32_t srcStrideIn,
                    std::uint32_t dstStrideIn, std::uint32_t rsvIn)
      : blockCount(count), blockLen(len), srcStride(srcStrideIn), dstStride(dstStrideIn), rsv(rsvIn) {}

  std::uint16_t blockCount = 1;  // 1..4095
  std::uint32_t blockLen = 0;    // bytes, 1..2097151
  std::uint32_t srcStride = 0;   // device memory: bytes; UB: blocks of 32 bytes
  std::uint32_t dstStride = 0;
  std::uint32_t rsv = 0;
};

struct DataCopyPadParams {
  DataCopyPadParams() = default;
  DataCopyPadParams(bool isPadValue, std::uint8_t leftPadValue, std::uint8_t rightPadValue,
                    std::uint64_t padValue)
      : isPad(isPadValue), leftPadding(leftPadValue), rightPadding(rightPadValue), paddingValue(padValue) {}

  bool isPad = false;
  std::uint8_t leftPadding = 0;  // elements; at most 32 bytes
  std::uint8_t rightPadding = 0;
  std::uint64_t paddingValue = 0;  // bit pattern of one element
};

template <typename T>
struct DataCopyPadExtParams {
  DataCopyPadExtParams() = default;
  template <typename U>
  DataCopyPadExtParams(bool isPadValue, std::uint8_t leftPadValue, std::uint8_t rightPadValue, U padValue)
      : isPad(isPadValue),
        leftPadding(leftPadValue),
        rightPadding(rightPadValue),
        paddingValue(static_cast<T>(padValue)) {}

  bool isPad = false;
  std::uint8_t leftPadding = 0;  // elements; at most 32 bytes
  std::uint8_t rightPadding = 0;
  T paddingValue = T(0);
};

enum class BlockMode : std::uint8_t {
  BLOCK_MODE_NORMAL,
  BLOCK_MODE_MATRIX,
  BLOCK_MODE_VECTOR,
  BLOCK_MODE_SMALL_CHANNEL,
  BLOCK_MODE_DEPTHWISE,
};

// How the cube's results are converted on the way. Between device memory and UB nothing is: the modes other
// than BLOCK_MODE_NORMAL belong to the cube.
struct DataCopyEnhancedParams {
  BlockMode blockMode = BlockMode::BLOCK_MODE_NORMAL;
};

namespace detail {

inline constexpr std::uint64_t kMaxRuns = 4095;
inline constexpr std::uint64_t kMaxPadRunBytes = 2097151;  // 21 bits
inline constexpr std::uint64_t kMaxUbGapBlocks = 65535;    // 16 bits

template <typename T>
constexpr void CheckCopyType() {
  static_assert(!std::is_same_v<T, int4b_t>,
                "DataCopy: copies have no elements of 4 bits; ReinterpretCast both tensors to int8_t, two "
                "int4b_t to an element");
}

template <typename T>
Copy CopyOfCount(std::uint32_t count, Site site) {
  CheckCopyType<T>();
  // The hardware moves whole blocks: what is left over is not copied.
  CheckCount("DataCopy", count, site);
  CheckWholeBlocks("DataCopy", std::uint64_t{count} * sizeof(T), site);
  const std::uint64_t bytes = std::uint64_t{count} * sizeof(T) / kBlockBytes * kBlockBytes;
  return {"DataCopy", sizeof(T), {1, static_cast<std::uint32_t>(bytes), 0, 0}, site};
}

template <typename T>
Copy CopyOfBlocks(const DataCopyParams& params, Site site) {
  CheckCopyType<T>();
  CheckField("DataCopy", "blockCount", params.blockCount, kMaxRuns, site);
  return {"DataCopy",
          sizeof(T),
          {params.blockCount, std::uint32_t{params.blockLen} * kBlockBytes,
           std::uint64_t{params.srcStride} * kBlockBytes, std::uint64_t{params.dstStride} * kBlockBytes},
          site};
}

enum class PadDirection { kToLocal, kToGlobal };

template <typename T, typename Params>
Copy CopyOfBytes(const Params& params, PadDirection direction, Site site) {
  const bool to_local = direction == PadDirection::kToLocal;
  CheckField("DataCopyPad", "blockCount", params.blockCount, kMaxRuns, site);
  CheckField("DataCopyPad", "blockLen", params.blockLen, kMaxPadRunBytes, site);
  CheckField("DataCopyPad", to_local ? "dstStride" : "srcStride",
             to_local ? params.dstStride : params.srcStride, kMaxUbGapBlocks, site);
  const std::uint64_t source_unit = to_local ? 1 : kBlockBytes;
  const std::uint64_t destination_unit = to_local ? kBlockBytes : 1;
  return {"DataCopyPad",
          sizeof(T),
          {params.blockCount, params.blockLen, params.srcStride * source_unit,
           params.dstStride * destination_unit},
          site};
}

// paddingValue where isPad, and SetPadValue's where that is 0 or isPad is false.
template <typename T, typename Params>
Padding PaddingOf(const Params& params) {
  Padding padding{params.isPad, params.leftPadding, params.rightPadding, sizeof(T), 0};
  if (params.isPad) std::memcpy(&padding.value, &params.paddingValue, sizeof(T));
  std::uint64_t value = 0;
  if (padding.value == 0 && GetPadRegister(value)) {
    padding.enabled = true;
    padding.value = value;
  }
  return padding;
}

}  // namespace detail

// The value that DataCopyPad fills in from then on.
template <typename T, TPosition pos = TPosition::MAX>
void SetPadValue(T paddingValue) {
  static_assert(pos == TPosition::MAX || detail::IsUbPosition(pos),
                "SetPadValue: pos is VECIN, VECOUT or MAX");
  std::uint64_t bits = 0;
  std::memcpy(&bits, &paddingValue, sizeof(T));
  detail::SetPadRegister(bits);
}

template <typename T>
void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, std::uint32_t count,
              detail::Site site = detail::Site::Here()) {
  detail::CopyToLocal(detail::CopyOfCount<T>(count, site), dst.Memory(), src.Memory());
}
template <typename T>
void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, std::uint32_t count,
              detail::Site site = detail::Site::Here()) {
  detail::CopyToGlobal(detail::CopyOfCount<T>(count, site), dst.Memory(), src.Memory());
}
template <typename T>
void DataCopy(const LocalTensor<T>& dst, const LocalTensor<T>& src, std::uint32_t count,
              detail::Site site = detail::Site::Here()) {
  detail::CopyWithinLocal(detail::CopyOfCount<T>(count, site), dst.Memory(), src.Memory());
}

template <typename T>
void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const DataCopyParams& repeatParams,
              detail::Site site = detail::Site::Here()) {
  detail::CopyToLocal(detail::CopyOfBlocks<T>(repeatParams, site), dst.Memory(), src.Memory());
}
template <typename T>
void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyParams& repeatParams,
              detail::Site site = detail::Site::Here()) {
  detail::CopyToGlobal(detail::CopyOfBlocks<T>(repeatParams, site), dst.Memory(), src.Memory());
}
template <typename T>
void DataCopy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyParams& repeatParams,
              detail::Site site = detail::Site::Here()) {
  detail::CopyWithinLocal(detail::CopyOfBlocks<T>(repeatParams, site), dst.Memory(), src.Memory());
}

#define CANN_EMULATOR_ENHANCED_COPY(To, From)                                                             \
  template <typename T>                                                                                   \
  void DataCopy(const To<T>& dst, const From<T>& src, const DataCopyParams& intriParams,                  \
                const DataCopyEnhancedParams& enhancedParams, detail::Site site = detail::Site::Here()) { \
    detail::CheckField("DataCopy", "blockMode (the cube's modes are not emulated)",                       \
                       static_cast<std::uint64_t>(enhancedParams.blockMode), 0, site);                    \
    DataCopy(dst, src, intriParams, site);                                                                \
  }
CANN_EMULATOR_ENHANCED_COPY(LocalTensor, GlobalTensor)
CANN_EMULATOR_ENHANCED_COPY(GlobalTensor, LocalTensor)
CANN_EMULATOR_ENHANCED_COPY(LocalTensor, LocalTensor)
#undef CANN_EMULATOR_ENHANCED_COPY

template <typename T>
void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                 const DataCopyExtParams& dataCopyParams, const DataCopyPadExtParams<T>& padParams,
                 detail::Site site = detail::Site::Here()) {
  detail::CopyPadToLocal(detail::CopyOfBytes<T>(dataCopyParams, detail::PadDirection::kToLocal, site),
                         detail::PaddingOf<T>(padParams), dst.Memory(), src.Memory());
}
template <typename T>
void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const DataCopyParams& dataCopyParams,
                 const DataCopyPadParams& padParams, detail::Site site = detail::Site::Here()) {
  detail::CopyPadToLocal(detail::CopyOfBytes<T>(dataCopyParams, detail::PadDirection::kToLocal, site),
                         detail::PaddingOf<T>(padParams), dst.Memory(), src.Memory());
}
template <typename T>
void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                 const DataCopyExtParams& dataCopyParams, detail::Site site = detail::Site::Here()) {
  detail::CopyPadToGlobal(detail::CopyOfBytes<T>(dataCopyParams, detail::PadDirection::kToGlobal, site),
                          dst.Memory(), src.Memory());
}
template <typename T>
void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyParams& dataCopyParams,
                 detail::Site site = detail::Site::Here()) {
  detail::CopyPadToGlobal(detail::CopyOfBytes<T>(dataCopyParams, detail::PadDirection::kToGlobal, site),
                          dst.Memory(), src.Memory());
}

}  // namespace AscendC
