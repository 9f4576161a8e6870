// SPDX-License-Identifier: Apache-2.0
// Library functions on whole tensors of half or float. sharedTmpBuffer is accepted and not written.
#pragma once

#include <cstdint>

#include "ascendc/local_tensor.h"
#include "ascendc/runtime_math.h"

namespace AscendC {

namespace detail {

template <typename T>
void Math(const char* name, MathFunction function, const LocalTensor<T>& destination,
          const LocalTensor<T>& source, float parameter, std::uint32_t count, Site site) {
  static_assert(kIsOneOf<T, half, float>, "the library's functions on whole tensors are for half and float");
  MathInstruction instruction;
  instruction.name = name;
  instruction.function = function;
  instruction.type = DataTypeOf<T>();
  instruction.destination = destination.Memory();
  instruction.source[0] = source.Memory();
  instruction.parameter = parameter;
  instruction.count = count;
  instruction.site = site;
  Execute(instruction);
}

template <typename T>
void Math(const char* name, MathFunction function, const LocalTensor<T>& destination,
          const LocalTensor<T>& source0, const LocalTensor<T>& source1, std::uint32_t count, Site site) {
  static_assert(kIsOneOf<T, half, float>, "the library's functions on whole tensors are for half and float");
  MathInstruction instruction;
  instruction.name = name;
  instruction.function = function;
  instruction.type = DataTypeOf<T>();
  instruction.source_count = 2;
  instruction.destination = destination.Memory();
  instruction.source[0] = source0.Memory();
  instruction.source[1] = source1.Memory();
  instruction.count = count;
  instruction.site = site;
  Execute(instruction);
}

}  // namespace detail

// The first `count` elements, or all of src.
#define CANN_EMULATOR_MATH_OF(name, ...)                                                            \
  template <typename T, __VA_ARGS__>                                                                \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<std::uint8_t>&, \
            std::uint32_t count, detail::Site site = detail::Site::Here()) {                        \
    detail::Math(#name, detail::MathFunction::k##name, dst, src, 0.0F, count, site);                \
  }                                                                                                 \
  template <typename T, __VA_ARGS__>                                                                \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, std::uint32_t count,              \
            detail::Site site = detail::Site::Here()) {                                             \
    detail::Math(#name, detail::MathFunction::k##name, dst, src, 0.0F, count, site);                \
  }                                                                                                 \
  template <typename T, __VA_ARGS__>                                                                \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<std::uint8_t>&, \
            detail::Site site = detail::Site::Here()) {                                             \
    detail::Math(#name, detail::MathFunction::k##name, dst, src, 0.0F, src.GetSize(), site);        \
  }                                                                                                 \
  template <typename T, __VA_ARGS__>                                                                \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src,                                   \
            detail::Site site = detail::Site::Here()) {                                             \
    detail::Math(#name, detail::MathFunction::k##name, dst, src, 0.0F, src.GetSize(), site);        \
  }
#define CANN_EMULATOR_MATH(name) CANN_EMULATOR_MATH_OF(name, bool isReuseSource = false)

CANN_EMULATOR_MATH(Sigmoid)
CANN_EMULATOR_MATH(Tanh)
CANN_EMULATOR_MATH(Erf)
CANN_EMULATOR_MATH(Erfc)
CANN_EMULATOR_MATH(Silu)
CANN_EMULATOR_MATH(Sin)
CANN_EMULATOR_MATH(Cos)
CANN_EMULATOR_MATH(Tan)
CANN_EMULATOR_MATH(Sinh)
CANN_EMULATOR_MATH(Cosh)
CANN_EMULATOR_MATH(Asin)
CANN_EMULATOR_MATH(Acos)
CANN_EMULATOR_MATH(Atan)
CANN_EMULATOR_MATH(Asinh)
CANN_EMULATOR_MATH(Acosh)
CANN_EMULATOR_MATH(Atanh)
CANN_EMULATOR_MATH(Log)
CANN_EMULATOR_MATH(Log2)
CANN_EMULATOR_MATH(Log10)
CANN_EMULATOR_MATH(Lgamma)
CANN_EMULATOR_MATH(Digamma)
CANN_EMULATOR_MATH(Ceil)
CANN_EMULATOR_MATH(Floor)
CANN_EMULATOR_MATH(Round)
CANN_EMULATOR_MATH(Rint)
CANN_EMULATOR_MATH(Trunc)
CANN_EMULATOR_MATH(Frac)
CANN_EMULATOR_MATH(Sign)
#undef CANN_EMULATOR_MATH
// By tanh; FasterGelu: src * sigmoid(1.702 * src); FasterGeluV2: its documentation's parabola.
CANN_EMULATOR_MATH_OF(Gelu, bool highPrecision = false, bool highPerformance = false)
CANN_EMULATOR_MATH_OF(FasterGelu, bool highPrecision = false, bool highPerformance = false)
CANN_EMULATOR_MATH_OF(FasterGeluV2, bool highPrecision = false, bool highPerformance = false)
#undef CANN_EMULATOR_MATH_OF

// src * sigmoid(scalarValue * src)
template <typename T, bool isReuseSource = false>
void Swish(const LocalTensor<T>& dst, const LocalTensor<T>& src, std::uint32_t dataSize, T scalarValue,
           detail::Site site = detail::Site::Here()) {
  detail::Math("Swish", detail::MathFunction::kSwish, dst, src, static_cast<float>(scalarValue), dataSize,
               site);
}

#define CANN_EMULATOR_CLAMP(name)                                                                          \
  template <typename T, bool isReuseSource = false>                                                        \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<std::uint8_t>&,        \
            T scalar, std::uint32_t count, detail::Site site = detail::Site::Here()) {                     \
    detail::Math(#name, detail::MathFunction::k##name, dst, src, static_cast<float>(scalar), count, site); \
  }                                                                                                        \
  template <typename T, bool isReuseSource = false>                                                        \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, T scalar, std::uint32_t count,           \
            detail::Site site = detail::Site::Here()) {                                                    \
    detail::Math(#name, detail::MathFunction::k##name, dst, src, static_cast<float>(scalar), count, site); \
  }
// No more than, no less than the scalar.
CANN_EMULATOR_CLAMP(ClampMax)
CANN_EMULATOR_CLAMP(ClampMin)
#undef CANN_EMULATOR_CLAMP

#define CANN_EMULATOR_MATH2(name)                                                              \
  template <typename T, bool isReuseSource = false>                                            \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, \
            const LocalTensor<std::uint8_t>&, std::uint32_t count,                             \
            detail::Site site = detail::Site::Here()) {                                        \
    detail::Math(#name, detail::MathFunction::k##name, dst, src0, src1, count, site);          \
  }                                                                                            \
  template <typename T, bool isReuseSource = false>                                            \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, \
            std::uint32_t count, detail::Site site = detail::Site::Here()) {                   \
    detail::Math(#name, detail::MathFunction::k##name, dst, src0, src1, count, site);          \
  }
// src0 to the power of src1; the remainder of src0 / src1 with the sign of src0.
CANN_EMULATOR_MATH2(Power)
CANN_EMULATOR_MATH2(Fmod)
#undef CANN_EMULATOR_MATH2
// Every element of src0 to the power of one number.
template <typename T, bool isReuseSource = false>
void Power(const LocalTensor<T>& dst, const LocalTensor<T>& src0, detail::NotDeduced<T> src1,
           std::uint32_t count, detail::Site site = detail::Site::Here()) {
  detail::Math("Power", detail::MathFunction::kPower, dst, src0, static_cast<float>(src1), count, site);
}
template <typename T, bool isReuseSource = false>
void Power(const LocalTensor<T>& dst, const LocalTensor<T>& src0, detail::NotDeduced<T> src1,
           const LocalTensor<std::uint8_t>&, std::uint32_t count, detail::Site site = detail::Site::Here()) {
  Power(dst, src0, src1, count, site);
}

}  // namespace AscendC
