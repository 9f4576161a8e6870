// SPDX-License-Identifier: Apache-2.0
// Shapes, strides and layouts: tuples of integers.
#pragma once

#include "ascendc/std_traits.h"

namespace AscendC {

template <typename... Shapes>
using Shape = Std::tuple<Shapes...>;
template <typename... Strides>
using Stride = Std::tuple<Strides...>;

// The length and the step (in elements) of each dimension.
template <typename ShapeType, typename StrideType>
struct Layout : Std::tuple<ShapeType, StrideType> {
  constexpr Layout(const ShapeType& shape = {}, const StrideType& stride = {})
      : Std::tuple<ShapeType, StrideType>(shape, stride) {}

  constexpr Layout& layout() { return *this; }
  constexpr const Layout& layout() const { return *this; }
  constexpr const ShapeType& GetShape() const { return Std::get<0>(*this); }
  constexpr const StrideType& GetStride() const { return Std::get<1>(*this); }
};

template <typename... Ts>
constexpr auto MakeShape(const Ts&... t) {
  return Shape<Ts...>{t...};
}
template <typename... Ts>
constexpr auto MakeStride(const Ts&... t) {
  return Stride<Ts...>{t...};
}
template <typename ShapeType, typename StrideType>
constexpr auto MakeLayout(const ShapeType& shape, const StrideType& stride) {
  return Layout<ShapeType, StrideType>(shape, stride);
}

}  // namespace AscendC
