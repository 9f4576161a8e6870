// SPDX-License-Identifier: Apache-2.0
// A tiling structure that host code has put into device memory, read by the kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "ascendc/global_tensor.h"

namespace cann_emulator::ascendc {

template <class Tiling>
Tiling ReadTiling(const std::uint8_t* tiling, Site site) {
  static_assert(std::is_trivially_copyable_v<Tiling>, "a tiling structure must be trivially copyable");
  const Global memory{const_cast<std::byte*>(reinterpret_cast<const std::byte*>(tiling)), sizeof(Tiling)};
  Tiling data;
  for (std::size_t at = 0; at < sizeof(Tiling); at += alignof(Tiling)) {
    std::memcpy(reinterpret_cast<std::byte*>(&data) + at,
                GlobalBytes("GET_TILING_DATA", memory, at, alignof(Tiling), site), alignof(Tiling));
  }
  return data;
}

}  // namespace cann_emulator::ascendc

// The structure that GET_TILING_DATA reads; stands before it in the kernel. The name is what the compiler
// says where it is missing.
#define REGISTER_TILING_DEFAULT(tilingStruct) \
  using GET_TILING_DATA_needs_REGISTER_TILING_DEFAULT = tilingStruct
#define GET_TILING_DATA(tilingData, tilingArg) \
  GET_TILING_DATA_WITH_STRUCT(GET_TILING_DATA_needs_REGISTER_TILING_DEFAULT, tilingData, tilingArg)
#define GET_TILING_DATA_WITH_STRUCT(tilingStruct, tilingData, tilingArg)              \
  const tilingStruct tilingData = ::cann_emulator::ascendc::ReadTiling<tilingStruct>( \
      reinterpret_cast<const std::uint8_t*>(tilingArg), ::cann_emulator::ascendc::Site::Here())
#define GET_TILING_DATA_MEMBER(tilingStruct, member, var, tilingArg)                                       \
  const auto var =                                                                                         \
      ::cann_emulator::ascendc::ReadTiling<tilingStruct>(reinterpret_cast<const std::uint8_t*>(tilingArg), \
                                                         ::cann_emulator::ascendc::Site::Here())           \
          .member
