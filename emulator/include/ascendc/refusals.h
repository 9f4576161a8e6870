// SPDX-License-Identifier: Apache-2.0
// Names of the parts of the language that are not emulated: here the cube with Matmul and the vector
// registers of dav-3510, in refusals_vector.h what is missing beside them. Using one stops the compilation
// with a sentence that says so. The table in emulator/README.md is made from these lists.
#pragma once

#include "ascendc/qualifiers.h"
#include "ascendc/types.h"

#define CANN_EMULATOR_NO_CUBE "the cube is not emulated; this runs on vector cores only"
#define CANN_EMULATOR_NO_MATRIX_TENSORS \
  "Te is for the cube, which is not emulated; use LocalTensor and GlobalTensor"
#define CANN_EMULATOR_NO_THREADS "SIMT kernels are not emulated; use the functions on LocalTensor"
#define CANN_EMULATOR_NO_REGISTERS \
  "the vector registers of dav-3510 are not emulated; use the functions on LocalTensor"

// A type is refused where it is completed, a function where it is called.
#define CANN_EMULATOR_REFUSED_TYPE(name, sentence)                                      \
  namespace detail {                                                                    \
  template <class T>                                                                    \
  struct Refused##name {                                                                \
    static_assert(::cann_emulator::ascendc::kDependent<false, T>, #name ": " sentence); \
  };                                                                                    \
  }                                                                                     \
  using name = detail::Refused##name<void>;
#define CANN_EMULATOR_REFUSED_TEMPLATE(name, parameters, sentence)                         \
  template <parameters>                                                                    \
  struct name {                                                                            \
    static_assert(::cann_emulator::ascendc::kDependent<false, name>, #name ": " sentence); \
  };
// A program's own function of this name goes before it.
#define CANN_EMULATOR_REFUSED_FUNCTION(name, sentence)                                                     \
  template <auto..., class... Arguments>                                                                   \
  void name(const Arguments&...) {                                                                         \
    static_assert(::cann_emulator::ascendc::kDependent<false, void(Arguments...)>, #name ": " sentence);   \
  }                                                                                                        \
  template <class First, class... Rest>                                                                    \
  void name(...) {                                                                                         \
    static_assert(::cann_emulator::ascendc::kDependent<false, void(First, Rest...)>, #name ": " sentence); \
  }
// An object is refused where a member of it is named.
#define CANN_EMULATOR_REFUSED_OBJECT(name, sentence)                                    \
  namespace cann_emulator {                                                             \
  template <class T>                                                                    \
  struct Refused##name {                                                                \
    static_assert(::cann_emulator::ascendc::kDependent<false, T>, #name ": " sentence); \
  };                                                                                    \
  }                                                                                     \
  extern ::cann_emulator::Refused##name<void> name;

namespace AscendC {

// clang-format off: one a line
CANN_EMULATOR_REFUSED_TYPE(MmadParams, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_TYPE(LoadData2DParams, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_TYPE(LoadData2DParamsV2, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_TYPE(LoadData2dTransposeParams, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_TYPE(LoadData2DMxParams, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_TYPE(LoadDataRepeatParam, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_TYPE(FixpipeParamsV220, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_TYPE(Dn2NzParams, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_FUNCTION(Mmad, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_FUNCTION(MmadWithSparse, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_FUNCTION(LoadData, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_FUNCTION(LoadDataWithTranspose, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_FUNCTION(LoadDataWithSparse, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_FUNCTION(Fixpipe, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_FUNCTION(SetFixPipeConfig, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_FUNCTION(InitConstValue, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_FUNCTION(BroadCastVecToMM, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_FUNCTION(LoadDataWithStride, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_FUNCTION(SetLoadDataRepeat, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_FUNCTION(SetLoadDataRepeatWithStride, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_FUNCTION(SetLoadDataBoundary, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_FUNCTION(SetLoadDataPaddingValue, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_FUNCTION(SetFmatrix, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_FUNCTION(SetFixpipeNz2ndFlag, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_FUNCTION(SetFixpipePreQuantFlag, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_FUNCTION(MmadMx, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_TYPE(LoadData3DParamsV2Pro, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_TYPE(LoadDataRepeatParamWithStride, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_TYPE(DataCopyCO12DstParams, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_TYPE(FixpipeConfig, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_TEMPLATE(InitConstValueParams, class, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_TEMPLATE(LoadData3DParamsV2, class, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_TEMPLATE(FixpipeParamsArch3510, auto, CANN_EMULATOR_NO_CUBE)
CANN_EMULATOR_REFUSED_TEMPLATE(Matmul, class..., CANN_EMULATOR_NO_CUBE)
template <auto position, auto format, class T, auto...>
struct MatmulType {};
CANN_EMULATOR_REFUSED_TEMPLATE(MatmulImpl, class..., CANN_EMULATOR_NO_CUBE)

namespace Reg {
CANN_EMULATOR_REFUSED_TYPE(MaskReg, CANN_EMULATOR_NO_REGISTERS)
CANN_EMULATOR_REFUSED_TYPE(UnalignRegForLoad, CANN_EMULATOR_NO_REGISTERS)
CANN_EMULATOR_REFUSED_TYPE(UnalignRegForStore, CANN_EMULATOR_NO_REGISTERS)
CANN_EMULATOR_REFUSED_TYPE(AddrReg, CANN_EMULATOR_NO_REGISTERS)
CANN_EMULATOR_REFUSED_TEMPLATE(RegTensor, class..., CANN_EMULATOR_NO_REGISTERS)
CANN_EMULATOR_REFUSED_FUNCTION(LoadAlign, CANN_EMULATOR_NO_REGISTERS)
CANN_EMULATOR_REFUSED_FUNCTION(StoreAlign, CANN_EMULATOR_NO_REGISTERS)
CANN_EMULATOR_REFUSED_FUNCTION(LoadUnAlign, CANN_EMULATOR_NO_REGISTERS)
CANN_EMULATOR_REFUSED_FUNCTION(LoadUnAlignPre, CANN_EMULATOR_NO_REGISTERS)
CANN_EMULATOR_REFUSED_FUNCTION(StoreUnAlign, CANN_EMULATOR_NO_REGISTERS)
CANN_EMULATOR_REFUSED_FUNCTION(StoreUnAlignPost, CANN_EMULATOR_NO_REGISTERS)
CANN_EMULATOR_REFUSED_FUNCTION(LocalMemBar, CANN_EMULATOR_NO_REGISTERS)
CANN_EMULATOR_REFUSED_FUNCTION(CreateMask, CANN_EMULATOR_NO_REGISTERS)
CANN_EMULATOR_REFUSED_FUNCTION(UpdateMask, CANN_EMULATOR_NO_REGISTERS)
CANN_EMULATOR_REFUSED_FUNCTION(CreateAddrReg, CANN_EMULATOR_NO_REGISTERS)
}  // namespace Reg

namespace Te {
CANN_EMULATOR_REFUSED_FUNCTION(MakeTensor, CANN_EMULATOR_NO_MATRIX_TENSORS)
CANN_EMULATOR_REFUSED_FUNCTION(MakeMemPtr, CANN_EMULATOR_NO_MATRIX_TENSORS)
CANN_EMULATOR_REFUSED_FUNCTION(MakeFrameLayout, CANN_EMULATOR_NO_MATRIX_TENSORS)
CANN_EMULATOR_REFUSED_FUNCTION(MakeCopy, CANN_EMULATOR_NO_MATRIX_TENSORS)
CANN_EMULATOR_REFUSED_FUNCTION(MakeMmad, CANN_EMULATOR_NO_MATRIX_TENSORS)
}  // namespace Te
namespace MicroAPI = Reg;  // older name
// clang-format on

}  // namespace AscendC

namespace matmul {
using ::AscendC::Matmul;
using ::AscendC::MatmulImpl;
}  // namespace matmul

// clang-format off: one a line
CANN_EMULATOR_REFUSED_OBJECT(threadIdx, CANN_EMULATOR_NO_THREADS)
CANN_EMULATOR_REFUSED_OBJECT(gridDim, CANN_EMULATOR_NO_THREADS)
CANN_EMULATOR_REFUSED_FUNCTION(asc_syncthreads, CANN_EMULATOR_NO_THREADS)
CANN_EMULATOR_REFUSED_FUNCTION(asc_threadfence, CANN_EMULATOR_NO_THREADS)
// clang-format on

// CANN has these for operator projects alone.
#define TILING_KEY_IS(...)                                                                             \
  CANN_EMULATOR_UNSUPPORTED(                                                                           \
      GCC error "TILING_KEY_IS: a launch by <<<>>> has no tiling key; branch on the tiling structure") \
  false
#define TILING_KEY_LIST(...)                                                                             \
  CANN_EMULATOR_UNSUPPORTED(                                                                             \
      GCC error "TILING_KEY_LIST: a launch by <<<>>> has no tiling key; branch on the tiling structure") \
  false
#define REGISTER_TILING_FOR_TILINGKEY(...) \
  CANN_EMULATOR_UNSUPPORTED(               \
      GCC error "REGISTER_TILING_FOR_TILINGKEY: a launch by <<<>>> has no tiling key; read one structure")

#define REGIST_MATMUL_OBJ(...) static_assert(false, "REGIST_MATMUL_OBJ: " CANN_EMULATOR_NO_CUBE)
#define asc_vf_call                   \
  CANN_EMULATOR_UNSUPPORTED(GCC error \
                            "asc_vf_call: neither SIMT nor the vector registers of dav-3510 are emulated")
