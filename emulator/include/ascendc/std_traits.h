// SPDX-License-Identifier: Apache-2.0
// AscendC::Std: the part of the C++ standard library that kernels may use.
#pragma once

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace AscendC {
namespace Std {

using std::add_const;
using std::add_const_t;
using std::add_cv;
using std::add_cv_t;
using std::add_lvalue_reference;
using std::add_lvalue_reference_t;
using std::add_pointer;
using std::add_pointer_t;
using std::add_rvalue_reference;
using std::add_rvalue_reference_t;
using std::add_volatile;
using std::add_volatile_t;
using std::bool_constant;
using std::conditional;
using std::conditional_t;
using std::decay;
using std::decay_t;
using std::declval;
using std::enable_if;
using std::enable_if_t;
using std::false_type;
using std::forward;
using std::get;
using std::index_sequence;
using std::integer_sequence;
using std::integral_constant;
using std::is_array;
using std::is_array_v;
using std::is_base_of;
using std::is_base_of_v;
using std::is_class;
using std::is_const;
using std::is_const_v;
using std::is_convertible;
using std::is_convertible_v;
using std::is_enum;
using std::is_floating_point;
using std::is_floating_point_v;
using std::is_function;
using std::is_integral;
using std::is_integral_v;
using std::is_pointer;
using std::is_pointer_v;
using std::is_reference;
using std::is_reference_v;
using std::is_same;
using std::is_same_v;
using std::is_signed;
using std::is_unsigned;
using std::is_void;
using std::is_void_v;
using std::make_index_sequence;
using std::make_tuple;
using std::move;
using std::remove_const;
using std::remove_const_t;
using std::remove_cv;
using std::remove_cv_t;
using std::remove_pointer;
using std::remove_pointer_t;
using std::remove_reference;
using std::remove_reference_t;
using std::remove_volatile;
using std::remove_volatile_t;
using std::true_type;
using std::tuple;
using std::tuple_element;
using std::tuple_size;

// A number known when the program is compiled.
template <std::size_t v>
using Int = std::integral_constant<std::size_t, v>;

template <typename T, typename U>
constexpr T min(const T src0, const U src1) {
  return src0 > static_cast<T>(src1) ? static_cast<T>(src1) : src0;
}
template <typename T, typename U>
constexpr T max(const T src0, const U src1) {
  return src0 < static_cast<T>(src1) ? static_cast<T>(src1) : src0;
}
template <typename T>
constexpr T abs(const T src) {
  return src < T(0) ? -src : src;
}

}  // namespace Std
}  // namespace AscendC
