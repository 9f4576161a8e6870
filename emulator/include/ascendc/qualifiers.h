// SPDX-License-Identifier: Apache-2.0
// Qualifiers of the Ascend C language. On a CPU every function and address space is the host's, so most of
// them are empty; those that name a part of the machine that is not emulated stop the compilation.
#pragma once

#define __global__
#define __aicore__
#define __vector__
#define __host_aicore__
#define __gm__
#define __ubuf__
#define __launch_bounds__(...)

#define CANN_EMULATOR_UNSUPPORTED(sentence) _Pragma(#sentence)
#define __cube__                      \
  CANN_EMULATOR_UNSUPPORTED(GCC error \
                            "__cube__: the emulator has vector cores only; cube kernels are not emulated")
#define __mix__(...)         \
  CANN_EMULATOR_UNSUPPORTED( \
      GCC error "__mix__: the emulator has vector cores only; kernels that use the cube are not emulated")
#define __simt_vf__ CANN_EMULATOR_UNSUPPORTED(GCC error "__simt_vf__: SIMT functions are not emulated")
#define __simt_callee__ \
  CANN_EMULATOR_UNSUPPORTED(GCC error "__simt_callee__: SIMT functions are not emulated")
#define __simd_vf__                   \
  CANN_EMULATOR_UNSUPPORTED(GCC error \
                            "__simd_vf__: functions on the vector registers of dav-3510 are not emulated")
#define __simd_callee__      \
  CANN_EMULATOR_UNSUPPORTED( \
      GCC error "__simd_callee__: functions on the vector registers of dav-3510 are not emulated")
#define __cbuf__ \
  CANN_EMULATOR_UNSUPPORTED(GCC error "__cbuf__: the L1 buffer belongs to the cube, which is not emulated")
#define __ca__ \
  CANN_EMULATOR_UNSUPPORTED(GCC error "__ca__: the L0A buffer belongs to the cube, which is not emulated")
#define __cb__ \
  CANN_EMULATOR_UNSUPPORTED(GCC error "__cb__: the L0B buffer belongs to the cube, which is not emulated")
#define __cc__ \
  CANN_EMULATOR_UNSUPPORTED(GCC error "__cc__: the L0C buffer belongs to the cube, which is not emulated")
