// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "ascendc/local_tensor.h"

namespace AscendC {

// Hands out UB from address 0 on, in steps of 32 bytes; nothing is given back. For kernels with static
// tensors.
template <Hardware hard = Hardware::UB>
class LocalMemAllocator {
  static_assert(hard == Hardware::UB,
                "LocalMemAllocator: the emulator has UB only; L1, L0 and BIAS belong to the cube");

 public:
  template <TPosition pos, class DataType>
  LocalTensor<DataType> Alloc(std::uint32_t tileSize, detail::Site site = detail::Site::Here()) {
    static_assert(detail::IsUbPosition(pos),
                  "LocalMemAllocator<Hardware::UB>: pos must be VECIN, VECOUT or VECCALC");
    const std::uint64_t size = detail::BytesOf<DataType>(tileSize);
    const detail::Local memory = detail::LocalAt("LocalMemAllocator::Alloc", next_, size, site);
    next_ += detail::RoundUpToBlock(size);
    return LocalTensor<DataType>(pos, memory);
  }
  template <TPosition pos, class DataType, std::uint32_t tileSize>
  LocalTensor<DataType> Alloc(detail::Site site = detail::Site::Here()) {
    return Alloc<pos, DataType>(tileSize, site);
  }
  template <class DataType>
  LocalTensor<DataType> Alloc(std::uint32_t tileSize, detail::Site site = detail::Site::Here()) {
    return Alloc<TPosition::VECCALC, DataType>(tileSize, site);
  }
  template <class DataType, std::uint32_t tileSize>
  LocalTensor<DataType> Alloc(detail::Site site = detail::Site::Here()) {
    return Alloc<TPosition::VECCALC, DataType>(tileSize, site);
  }

  // The address that the next Alloc returns.
  std::uint32_t GetCurAddr() const { return static_cast<std::uint32_t>(next_); }

 private:
  std::uint64_t next_ = 0;
};

}  // namespace AscendC
