// SPDX-License-Identifier: Apache-2.0
// Library functions on the elements of one or two tensors. sharedTmpBuffer is accepted and not written.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "ascendc/library_call.h"

namespace AscendC {

namespace detail {

template <typename To, typename From, typename Element>
void ForElements(const LibraryCall& call, const LocalTensor<To>& destination, const LocalTensor<From>& source,
                 std::uint64_t count, Element element) {
  const From* from = call.Read("src", source, count);
  To* to = call.Write("dst", destination, count);
  for (std::uint64_t i = 0; i < count; ++i) to[i] = element(from[i]);
}
template <typename To, typename From, typename Element>
void ForElements(const LibraryCall& call, const LocalTensor<To>& destination,
                 const LocalTensor<From>& source0, const LocalTensor<From>& source1, std::uint64_t count,
                 Element element) {
  const From* from0 = call.Read("src0", source0, count);
  const From* from1 = call.Read("src1", source1, count);
  To* to = call.Write("dst", destination, count);
  for (std::uint64_t i = 0; i < count; ++i) to[i] = element(from0[i], from1[i]);
}

// What a function of two tensors makes of one element of each.
struct XorElement {
  template <typename T>
  static T Of(T a, T b) {
    static_assert(kIsOneOf<T, std::int16_t, std::uint16_t>,
                  "Xor: the library has it for int16_t and uint16_t");
    return static_cast<T>(a ^ b);
  }
};

// x / (1 + exp(-slope)), and 0 where exp overflows, for x = -inf too.
inline double Gated(double x, double slope) {
  const double gate = 1.0 / (1.0 + std::exp(-slope));
  return gate == 0.0 ? 0.0 : x * gate;
}
struct GeGluElement {
  template <typename T>
  static T Of(T a, T b) {
    CheckLibraryType<T>();
    // The tanh form of Gelu, as in library_math.h.
    const double x = static_cast<float>(b);
    const double gelu = Gated(x, 1.5957691216057308 * (x + 0.044715 * x * x * x));
    return T(static_cast<float>(static_cast<float>(a) * gelu));
  }
};
struct ReGluElement {
  template <typename T>
  static T Of(T a, T b) {
    CheckLibraryType<T>();
    const float x = static_cast<float>(b);
    return T(static_cast<float>(a) * (x > 0.0F || x != x ? x : 0.0F));
  }
};

}  // namespace detail

// With and without sharedTmpBuffer, `count` elements or all of src0.
#define CANN_EMULATOR_LIBRARY_BINARY(name, Element)                                            \
  template <typename T, bool isReuseSource = false>                                            \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, \
            std::uint32_t count, detail::Site site = detail::Site::Here()) {                   \
    detail::ForElements(detail::LibraryCall(#name, site), dst, src0, src1, count,              \
                        [](T a, T b) { return detail::Element::Of(a, b); });                   \
  }                                                                                            \
  template <typename T, bool isReuseSource = false>                                            \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, \
            detail::Site site = detail::Site::Here()) {                                        \
    name(dst, src0, src1, src0.GetSize(), site);                                               \
  }                                                                                            \
  template <typename T, bool isReuseSource = false>                                            \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, \
            const LocalTensor<std::uint8_t>&, std::uint32_t count,                             \
            detail::Site site = detail::Site::Here()) {                                        \
    name(dst, src0, src1, count, site);                                                        \
  }                                                                                            \
  template <typename T, bool isReuseSource = false>                                            \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, \
            const LocalTensor<std::uint8_t>&, detail::Site site = detail::Site::Here()) {      \
    name(dst, src0, src1, src0.GetSize(), site);                                               \
  }
// src0 ^ src1; src0 * Gelu(src1); src0 * Relu(src1)
CANN_EMULATOR_LIBRARY_BINARY(Xor, XorElement)
CANN_EMULATOR_LIBRARY_BINARY(GeGLU, GeGluElement)
CANN_EMULATOR_LIBRARY_BINARY(ReGlu, ReGluElement)
#undef CANN_EMULATOR_LIBRARY_BINARY

// src0 * src1 / (1 + exp(-scalarValue * src1))
template <typename T, bool isReuseSource = false>
void SwiGLU(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
            const float& scalarValue, std::uint32_t count, detail::Site site = detail::Site::Here()) {
  detail::CheckLibraryType<T>();
  detail::ForElements(detail::LibraryCall("SwiGLU", site), dst, src0, src1, count, [scalarValue](T a, T b) {
    const double x = static_cast<float>(b);
    return T(static_cast<float>(static_cast<float>(a) * detail::Gated(x, scalarValue * x)));
  });
}
template <typename T, bool isReuseSource = false>
void SwiGLU(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
            const float& scalarValue, const LocalTensor<std::uint8_t>&, std::uint32_t count,
            detail::Site site = detail::Site::Here()) {
  SwiGLU(dst, src0, src1, scalarValue, count, site);
}

// One number to the power of every element of src1; Power of tensors is in library_math.h.
template <typename T, bool isReuseSource = false>
void Power(const LocalTensor<T>& dst, const detail::NotDeduced<T>& src0, const LocalTensor<T>& src1,
           std::uint32_t count, detail::Site site = detail::Site::Here()) {
  detail::CheckLibraryType<T>();
  const double base = static_cast<float>(src0);
  detail::ForElements(detail::LibraryCall("Power", site), dst, src1, count, [base](T x) {
    return T(static_cast<float>(std::pow(base, static_cast<double>(static_cast<float>(x)))));
  });
}
template <typename T, bool isReuseSource = false>
void Power(const LocalTensor<T>& dst, const detail::NotDeduced<T>& src0, const LocalTensor<T>& src1,
           const LocalTensor<std::uint8_t>&, std::uint32_t count, detail::Site site = detail::Site::Here()) {
  Power(dst, src0, src1, count, site);
}

// src between min and max; NaN stays.
template <typename T>
void Clamp(const LocalTensor<T>& dst, const LocalTensor<T>& src, detail::NotDeduced<T> min,
           detail::NotDeduced<T> max, std::uint32_t count, detail::Site site = detail::Site::Here()) {
  detail::CheckLibraryType<T>();
  detail::ForElements(detail::LibraryCall("Clamp", site), dst, src, count, [min, max](T x) {
    return x < min ? min : x > max ? max : x;
  });
}

// The exponential; whatever the number of terms, rounded once. (Exp of the basic API takes one template
// argument.)
template <typename T, std::uint8_t taylorExpandLevel, bool isReuseSource = false>
void Exp(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, std::uint32_t calCount,
         detail::Site site = detail::Site::Here()) {
  detail::CheckLibraryType<T>();
  detail::ForElements(detail::LibraryCall("Exp", site), dstLocal, srcLocal, calCount, [](T x) {
    return T(static_cast<float>(std::exp(static_cast<double>(static_cast<float>(x)))));
  });
}
template <typename T, std::uint8_t taylorExpandLevel, bool isReuseSource = false>
void Exp(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const LocalTensor<std::uint8_t>&,
         std::uint32_t calCount, detail::Site site = detail::Site::Here()) {
  Exp<T, taylorExpandLevel, isReuseSource>(dstLocal, srcLocal, calCount, site);
}

// dst += src * scalarValue, the product rounded to the type of dst, as Muls and Add do it.
template <typename T, typename U, bool isReuseSource = false>
void Axpy(const LocalTensor<T>& dstTensor, const LocalTensor<U>& srcTensor, detail::NotDeduced<U> scalarValue,
          const LocalTensor<std::uint8_t>&, std::uint32_t calCount,
          detail::Site site = detail::Site::Here()) {
  detail::CheckLibraryType<T>();
  static_assert(std::is_same_v<T, U> || (std::is_same_v<T, float> && std::is_same_v<U, half>),
                "Axpy: the library has it for (dst, src) of (half, half), (float, float) and (float, half)");
  const detail::LibraryCall call("Axpy", site);
  const U* from = call.Read("srcTensor", srcTensor, calCount);
  static_cast<void>(call.Read("dstTensor", dstTensor, calCount));
  T* to = call.Write("dstTensor", dstTensor, calCount);
  for (std::uint32_t i = 0; i < calCount; ++i) {
    const T product(static_cast<float>(from[i]) * static_cast<float>(scalarValue));
    to[i] = T(static_cast<float>(to[i]) + static_cast<float>(product));
  }
}

}  // namespace AscendC
