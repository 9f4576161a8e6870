// SPDX-License-Identifier: Apache-2.0
// Copies from UB to device memory that add to, or take the extreme with, what is there, until SetAtomicNone.
#pragma once

#include "ascendc/runtime.h"

namespace AscendC {

namespace detail {
template <typename T>
void SetAtomic(AtomicMode mode) {
  static_assert(
      kIsOneOf<T, float, half, bfloat16_t, std::int8_t, std::int16_t, std::int32_t>,
      "SetAtomicAdd, SetAtomicMax, SetAtomicMin: for float, half, bfloat16_t, int8_t, int16_t and int32_t");
  SetAtomicMode(mode, DataTypeOf<T>());
}
}  // namespace detail

template <typename T>
void SetAtomicAdd() {
  detail::SetAtomic<T>(detail::AtomicMode::kAdd);
}
template <typename T>
void SetAtomicMax() {
  detail::SetAtomic<T>(detail::AtomicMode::kMax);
}
template <typename T>
void SetAtomicMin() {
  detail::SetAtomic<T>(detail::AtomicMode::kMin);
}
inline void SetAtomicNone() { detail::SetAtomicMode(detail::AtomicMode::kNone, detail::DataType::kFloat); }
// Newer name.
inline void DisableDmaAtomic() { SetAtomicNone(); }

}  // namespace AscendC
