// SPDX-License-Identifier: Apache-2.0
// Constants of a core, small helpers, direct access to device memory, DumpTensor.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "ascendc/copy.h"
#include "ascendc/global_tensor.h"
#include "ascendc/local_tensor.h"
#include "ascendc/print.h"

namespace AscendC {

// Only vector cores are emulated.
inline constexpr bool ASCEND_IS_AIV = true;
inline constexpr bool ASCEND_IS_AIC = false;

template <typename T, typename U>
using IsSameType = std::is_same<T, U>;

constexpr std::uint32_t GetDataBlockSizeInBytes() { return detail::kBlockBytes; }
constexpr std::uint32_t GetVecLen() { return detail::kRepeatBytes; }

// `num1` / `num2`, rounded up.
constexpr std::int32_t CeilDivision(std::int32_t num1, std::int32_t num2) {
  return num2 == 0 ? 0 : (num1 + num2 - 1) / num2;
}

// One element past the data cache; the emulator has none, so it is a plain access.
template <typename T>
T ReadGmByPassDCache(__gm__ T* addr, detail::Site site = detail::Site::Here()) {
  GlobalTensor<T> tensor;
  tensor.SetGlobalBuffer(addr, 1);
  return tensor.GetValue(0, site);
}
template <typename T>
void WriteGmByPassDCache(__gm__ T* addr, T value, detail::Site site = detail::Site::Here()) {
  GlobalTensor<T> tensor;
  tensor.SetGlobalBuffer(addr, 1);
  tensor.SetValue(0, value, site);
}

// Sets `size` elements of device memory.
template <typename T>
void InitOutput(GlobalTensor<T> gmWorkspaceAddr, std::uint32_t size, T value = T(0),
                detail::Site site = detail::Site::Here()) {
  for (std::uint32_t i = 0; i < size; ++i) gmWorkspaceAddr.SetValue(i, value, site);
}

// Newer names.
template <typename T>
void InitGlobalMemory(GlobalTensor<T>& gmWorkspaceAddr, std::uint64_t size, T value,
                      detail::Site site = detail::Site::Here()) {
  InitOutput(gmWorkspaceAddr, static_cast<std::uint32_t>(size), value, site);
}
template <typename T>
void Fill(GlobalTensor<T>& gmWorkspaceAddr, std::uint64_t size, T value,
          detail::Site site = detail::Site::Here()) {
  InitOutput(gmWorkspaceAddr, static_cast<std::uint32_t>(size), value, site);
}

namespace detail {
// Element after element in brackets, those of a shape around each of its dimensions.
template <typename Tensor>
void Dump(const char* position, const Tensor& tensor, std::uint32_t desc, std::uint32_t count,
          const ShapeInfo& shape, Site site) {
  using T = typename Tensor::PrimType;
  CheckField("DumpTensor", "shapeInfo.shapeDim", shape.shapeDim, K_MAX_DIM, site);
  // Of element i: the dimensions that begin with it.
  const auto beginning = [&shape](std::uint32_t i) {
    std::size_t brackets = 0;
    std::uint64_t size = 1;
    for (int dimension = shape.shapeDim - 1; dimension > 0; --dimension) {
      size *= shape.shape[dimension];
      if (size != 0 && i % size == 0) ++brackets;
    }
    return brackets;
  };
  std::string text;
  for (std::uint32_t i = 0; i < count; ++i) {
    const T value = tensor.GetValue(i, site);
    const std::size_t brackets = beginning(i);
    if (i > 0) text += std::string(brackets, ']') + ", ";
    text += std::string(brackets, '[');
    if constexpr (std::is_integral_v<T>) {
      text += std::to_string(value);
    } else {
      text += std::to_string(static_cast<float>(value));
    }
  }
  if (count > 0) text += std::string(beginning(0), ']');
  Print("DumpTensor: desc=%u, block %lld, %s, %u elements [%s]\n", desc, static_cast<long long>(BlockIndex()),
        position, count, text.c_str());
}
}  // namespace detail

// Prints the first `dumpSize` elements; `desc` is the author's own number.
template <typename T>
void DumpTensor(const LocalTensor<T>& tensor, std::uint32_t desc, std::uint32_t dumpSize,
                detail::Site site = detail::Site::Here()) {
  detail::Dump("UB", tensor, desc, dumpSize, {}, site);
}
template <typename T>
void DumpTensor(const GlobalTensor<T>& tensor, std::uint32_t desc, std::uint32_t dumpSize,
                detail::Site site = detail::Site::Here()) {
  detail::Dump("GM", tensor, desc, dumpSize, {}, site);
}
// By the dimensions of a shape.
template <typename T>
void DumpTensor(const LocalTensor<T>& tensor, std::uint32_t desc, std::uint32_t dumpSize,
                const ShapeInfo& shapeInfo, detail::Site site = detail::Site::Here()) {
  detail::Dump("UB", tensor, desc, dumpSize, shapeInfo, site);
}
template <typename T>
void DumpTensor(const GlobalTensor<T>& tensor, std::uint32_t desc, std::uint32_t dumpSize,
                const ShapeInfo& shapeInfo, detail::Site site = detail::Site::Here()) {
  detail::Dump("GM", tensor, desc, dumpSize, shapeInfo, site);
}

}  // namespace AscendC
