// SPDX-License-Identifier: Apache-2.0
// Shapes, strides and coordinates of tensors as tuples, which may hold tuples in turn, and where a coordinate
// lies in memory.
#pragma once

#include <cstddef>

#include "ascendc/std_traits.h"

namespace AscendC {

// Of std::size_t, int, Std::Int (a number known when the program is compiled), and tuples of these.
template <typename... Shapes>
using Shape = Std::tuple<Shapes...>;
template <typename... Strides>
using Stride = Std::tuple<Strides...>;
template <typename... Coords>
using Coord = Std::tuple<Coords...>;

template <typename... Ts>
constexpr Shape<Ts...> MakeShape(const Ts&... t) {
  return {t...};
}
template <typename... Ts>
constexpr Stride<Ts...> MakeStride(const Ts&... t) {
  return {t...};
}
template <typename... Ts>
constexpr Coord<Ts...> MakeCoord(const Ts&... t) {
  return {t...};
}

template <typename T>
struct is_tuple : Std::false_type {};
template <typename... Ts>
struct is_tuple<Std::tuple<Ts...>> : Std::true_type {};
template <typename T>
inline constexpr bool is_tuple_v = is_tuple<T>::value;

namespace detail {

// How many elements a shape has.
template <typename T>
constexpr std::size_t SizeOfShape(const T& shape) {
  if constexpr (is_tuple_v<T>) {
    return std::apply([](const auto&... each) { return (std::size_t{1} * ... * SizeOfShape(each)); }, shape);
  } else {
    return static_cast<std::size_t>(shape);
  }
}

// The place of element `index` of the dimensions from kFirst on, the first of which varies fastest.
template <std::size_t kFirst, typename ShapeType, typename StrideType>
constexpr std::size_t PlaceOfIndex(std::size_t index, const ShapeType& shape, const StrideType& stride) {
  if constexpr (!is_tuple_v<ShapeType>) {
    return index * static_cast<std::size_t>(stride);
  } else if constexpr (kFirst + 1 == Std::tuple_size<ShapeType>::value) {
    return PlaceOfIndex<0>(index, Std::get<kFirst>(shape), Std::get<kFirst>(stride));
  } else {
    const std::size_t size = SizeOfShape(Std::get<kFirst>(shape));
    return PlaceOfIndex<0>(index % size, Std::get<kFirst>(shape), Std::get<kFirst>(stride)) +
           PlaceOfIndex<kFirst + 1>(index / size, shape, stride);
  }
}

template <typename CoordType, typename ShapeType, typename StrideType>
constexpr std::size_t PlaceOf(const CoordType& coord, const ShapeType& shape, const StrideType& stride);

template <typename CoordType, typename ShapeType, typename StrideType, std::size_t... kDimension>
constexpr std::size_t SumOfPlaces(const CoordType& coord, const ShapeType& shape, const StrideType& stride,
                                  Std::index_sequence<kDimension...>) {
  return (std::size_t{0} + ... +
          PlaceOf(Std::get<kDimension>(coord), Std::get<kDimension>(shape), Std::get<kDimension>(stride)));
}

template <typename CoordType, typename ShapeType, typename StrideType>
constexpr std::size_t PlaceOf(const CoordType& coord, const ShapeType& shape, const StrideType& stride) {
  static_assert(is_tuple_v<ShapeType> == is_tuple_v<StrideType>,
                "Crd2Idx: shape and stride nest in the same way");
  if constexpr (!is_tuple_v<CoordType>) {
    return PlaceOfIndex<0>(static_cast<std::size_t>(coord), shape, stride);
  } else {
    static_assert(is_tuple_v<ShapeType>, "Crd2Idx: the coordinate nests deeper than the shape");
    constexpr std::size_t kRank = Std::tuple_size<CoordType>::value;
    static_assert(kRank == 1 || kRank == Std::tuple_size<ShapeType>::value,
                  "Crd2Idx: a coordinate has as many dimensions as the shape, or one");
    if constexpr (kRank == 1 && Std::tuple_size<ShapeType>::value != 1) {
      return PlaceOf(Std::get<0>(coord), shape, stride);
    } else {
      return SumOfPlaces(coord, shape, stride, Std::make_index_sequence<kRank>());
    }
  }
}

}  // namespace detail

// A shape and its strides (in elements).
template <typename ShapeType, typename StrideType>
struct Layout : private Std::tuple<ShapeType, StrideType> {
  static_assert(is_tuple_v<ShapeType> && is_tuple_v<StrideType>, "Layout: shape and stride are tuples");

  constexpr Layout(const ShapeType& shape = {}, const StrideType& stride = {})
      : Std::tuple<ShapeType, StrideType>(shape, stride) {}

  constexpr Layout& layout() { return *this; }
  constexpr const Layout& layout() const { return *this; }
  constexpr ShapeType& GetShape() { return Std::get<0>(Both()); }
  constexpr const ShapeType& GetShape() const { return Std::get<0>(Both()); }
  constexpr StrideType& GetStride() { return Std::get<1>(Both()); }
  constexpr const StrideType& GetStride() const { return Std::get<1>(Both()); }

  // Crd2Idx of the layout.
  template <typename CoordType>
  constexpr std::size_t operator()(const CoordType& coord) const {
    return detail::PlaceOf(coord, GetShape(), GetStride());
  }

 private:
  constexpr Std::tuple<ShapeType, StrideType>& Both() { return *this; }
  constexpr const Std::tuple<ShapeType, StrideType>& Both() const { return *this; }
};

template <typename T>
struct is_layout : Std::false_type {};
template <typename ShapeType, typename StrideType>
struct is_layout<Layout<ShapeType, StrideType>> : Std::true_type {};
template <typename T>
inline constexpr bool is_layout_v = is_layout<T>::value;

template <typename ShapeType, typename StrideType>
constexpr auto MakeLayout(const ShapeType& shape, const StrideType& stride) {
  return Layout<ShapeType, StrideType>(shape, stride);
}

// The element at a coordinate, counted from the start of the memory. A number in the place of a tuple counts
// elements of the dimensions that the tuple would name, the first of which varies fastest.
template <typename CoordType, typename ShapeType, typename StrideType>
constexpr auto Crd2Idx(const CoordType& coord, const Layout<ShapeType, StrideType>& layout) {
  return layout(coord);
}
template <typename CoordType, typename ShapeType, typename StrideType>
constexpr auto Crd2Idx(const CoordType& coord, const ShapeType& shape, const StrideType& stride) {
  return detail::PlaceOf(coord, shape, stride);
}

}  // namespace AscendC
