// SPDX-License-Identifier: Apache-2.0
// Declarations of a kernel's kind. Kinds that use the cube stop the compilation.
#pragma once

enum KernelMetaType {
  KERNEL_TYPE_AIV_ONLY,
  KERNEL_TYPE_AIC_ONLY,
  KERNEL_TYPE_MIX_AIV_1_0,
  KERNEL_TYPE_MIX_AIC_1_0,
  KERNEL_TYPE_MIX_AIC_1_1,
  KERNEL_TYPE_MIX_AIC_1_2,
};

namespace cann_emulator::ascendc {

constexpr bool UsesCube(KernelMetaType type) {
  return type != KERNEL_TYPE_AIV_ONLY && type != KERNEL_TYPE_MIX_AIV_1_0;
}

}  // namespace cann_emulator::ascendc

#define KERNEL_TASK_TYPE_DEFAULT(value)                     \
  static_assert(!::cann_emulator::ascendc::UsesCube(value), \
                "this kernel type uses the cube, which is not emulated; use KERNEL_TYPE_AIV_ONLY")
#define KERNEL_TASK_TYPE(key, value) KERNEL_TASK_TYPE_DEFAULT(value)
