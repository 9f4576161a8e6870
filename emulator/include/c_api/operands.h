// SPDX-License-Identifier: Apache-2.0
// What the headers of the C API share: tensors for pointers, fields, the first `count` elements.
#pragma once

#include <cstdint>
#include <limits>

#include "kernel_operator.h"

namespace cann_emulator::ascendc {

// The tensor from the pointer on.
template <class T>
AscendC::LocalTensor<T> UbTensor(const char* call, T* pointer, Site site) {
  return {AscendC::TPosition::VECCALC, LocalOfPointer(call, pointer, site)};
}
template <class T>
AscendC::GlobalTensor<T> GmTensor(T* pointer) {
  AscendC::GlobalTensor<T> tensor;
  tensor.SetGlobalBuffer(pointer);
  return tensor;
}
// Bytes, for copies of void.
inline AscendC::LocalTensor<std::uint8_t> UbBytes(const char* call, void* pointer, Site site) {
  return UbTensor(call, static_cast<std::uint8_t*>(pointer), site);
}
inline AscendC::GlobalTensor<std::uint8_t> GmBytes(void* pointer) {
  return GmTensor(static_cast<std::uint8_t*>(pointer));
}

// A repeat count or stride. The documentation gives 8 or 16 bits to each; wider ones here, so that a value
// that does not fit is reported and not cut off.
using Field = std::uint32_t;
template <class T>
T Fit(const char* call, const char* name, Field value, Site site) {
  CheckField(call, name, value, std::numeric_limits<T>::max(), site);
  return static_cast<T>(value);
}

inline AscendC::BinaryRepeatParams BinaryFields(const char* call, Field dst_block_stride,
                                                Field src0_block_stride, Field src1_block_stride,
                                                Field dst_repeat_stride, Field src0_repeat_stride,
                                                Field src1_repeat_stride, Site site) {
  return {Fit<std::uint8_t>(call, "dst_block_stride", dst_block_stride, site),
          Fit<std::uint8_t>(call, "src0_block_stride", src0_block_stride, site),
          Fit<std::uint8_t>(call, "src1_block_stride", src1_block_stride, site),
          Fit<std::uint8_t>(call, "dst_repeat_stride", dst_repeat_stride, site),
          Fit<std::uint8_t>(call, "src0_repeat_stride", src0_repeat_stride, site),
          Fit<std::uint8_t>(call, "src1_repeat_stride", src1_repeat_stride, site)};
}
// The repeat strides are declared with 16 bits, of which the instruction takes 8.
inline AscendC::UnaryRepeatParams UnaryFields(const char* call, Field dst_block_stride,
                                              Field src_block_stride, Field dst_repeat_stride,
                                              Field src_repeat_stride, Site site) {
  return {Fit<std::uint16_t>(call, "dst_block_stride", dst_block_stride, site),
          Fit<std::uint16_t>(call, "src_block_stride", src_block_stride, site),
          Fit<std::uint8_t>(call, "dst_repeat_stride", dst_repeat_stride, site),
          Fit<std::uint8_t>(call, "src_repeat_stride", src_repeat_stride, site)};
}

// Runs an instruction of repeats on the first `count` elements; masks are as before afterwards.
template <class Instruction>
void ForCount(std::uint32_t count, Instruction instruction) {
  const MaskState before = GetMaskState();
  SetMaskState({true, {count, 0}});
  instruction();
  SetMaskState(before);
}

}  // namespace cann_emulator::ascendc

using AscendC::int4b_t;

#define CANN_EMULATOR_C_SITE ::cann_emulator::ascendc::Site site = ::cann_emulator::ascendc::Site::Here()
#define CANN_EMULATOR_C_UB(pointer) ::cann_emulator::ascendc::UbTensor(__func__, pointer, site)
#define CANN_EMULATOR_C_FIT(bits, field) \
  ::cann_emulator::ascendc::Fit<std::uint##bits##_t>(__func__, #field, field, site)
#define CANN_EMULATOR_C_FIELD ::cann_emulator::ascendc::Field
// The parameters of instructions of one and of two sources, and the arguments that hand them on.
#define CANN_EMULATOR_C_UNARY_FIELDS                                                   \
  CANN_EMULATOR_C_FIELD repeat, CANN_EMULATOR_C_FIELD dst_block_stride,                \
      CANN_EMULATOR_C_FIELD src_block_stride, CANN_EMULATOR_C_FIELD dst_repeat_stride, \
      CANN_EMULATOR_C_FIELD src_repeat_stride
#define CANN_EMULATOR_C_UNARY_STRIDES                                                                    \
  ::cann_emulator::ascendc::UnaryFields(__func__, dst_block_stride, src_block_stride, dst_repeat_stride, \
                                        src_repeat_stride, site)
#define CANN_EMULATOR_C_BINARY_FIELDS                                                    \
  CANN_EMULATOR_C_FIELD repeat, CANN_EMULATOR_C_FIELD dst_block_stride,                  \
      CANN_EMULATOR_C_FIELD src0_block_stride, CANN_EMULATOR_C_FIELD src1_block_stride,  \
      CANN_EMULATOR_C_FIELD dst_repeat_stride, CANN_EMULATOR_C_FIELD src0_repeat_stride, \
      CANN_EMULATOR_C_FIELD src1_repeat_stride
#define CANN_EMULATOR_C_BINARY_STRIDES                                                                     \
  ::cann_emulator::ascendc::BinaryFields(__func__, dst_block_stride, src0_block_stride, src1_block_stride, \
                                         dst_repeat_stride, src0_repeat_stride, src1_repeat_stride, site)
