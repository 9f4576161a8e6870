// SPDX-License-Identifier: Apache-2.0
// What one lane of the arithmetic instructions computes; tensor with tensor and tensor with scalar alike.
#pragma once

#include <cstdint>
#include <type_traits>

namespace cann_emulator::ascendc {

// Integer arithmetic wraps: it is carried out unsigned. int16_t goes through uint32_t, because the product of
// two uint16_t would be a signed int.
template <class T>
using Wrapping = std::conditional_t<std::is_floating_point_v<T>, T, std::uint32_t>;

struct AddLane {
  template <class T>
  static T Apply(T a, T b) {
    return static_cast<T>(static_cast<Wrapping<T>>(a) + static_cast<Wrapping<T>>(b));
  }
};
struct SubLane {
  template <class T>
  static T Apply(T a, T b) {
    return static_cast<T>(static_cast<Wrapping<T>>(a) - static_cast<Wrapping<T>>(b));
  }
};
struct MulLane {
  template <class T>
  static T Apply(T a, T b) {
    return static_cast<T>(static_cast<Wrapping<T>>(a) * static_cast<Wrapping<T>>(b));
  }
};
// A NaN in either operand is the result, as in torch.maximum and torch.minimum.
struct MaxLane {
  template <class T>
  static T Apply(T a, T b) {
    return a > b || a != a ? a : b;
  }
};
struct MinLane {
  template <class T>
  static T Apply(T a, T b) {
    return a < b || a != a ? a : b;
  }
};

}  // namespace cann_emulator::ascendc
