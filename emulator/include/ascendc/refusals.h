// SPDX-License-Identifier: Apache-2.0
// Names of the parts of the language that are not emulated: here the cube with Matmul and the vector
// registers of dav-3510, in refusals_vector.h what is missing beside them. Using one stops the compilation
// with a sentence that says so. The table in emulator/README.md is made from these lists.
#pragma once

#include "ascendc/qualifiers.h"
#include "ascendc/types.h"

#define CANN_EMULATOR_NO_CUBE "the cube is not emulated; this runs on vector cores only"
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
#define CANN_EMULATOR_REFUSED_FUNCTION(name, sentence)                                                   \
  template <auto..., class... Arguments>                                                                 \
  void name(const Arguments&...) {                                                                       \
    static_assert(::cann_emulator::ascendc::kDependent<false, void(Arguments...)>, #name ": " sentence); \
  }

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
CANN_EMULATOR_REFUSED_FUNCTION(LocalMemBar, CANN_EMULATOR_NO_REGISTERS)
}  // namespace Reg
namespace MicroAPI = Reg;  // older name
// clang-format on

}  // namespace AscendC

namespace matmul {
using ::AscendC::Matmul;
using ::AscendC::MatmulImpl;
}  // namespace matmul

#define REGIST_MATMUL_OBJ(...) static_assert(false, "REGIST_MATMUL_OBJ: " CANN_EMULATOR_NO_CUBE)
#define asc_vf_call                   \
  CANN_EMULATOR_UNSUPPORTED(GCC error \
                            "asc_vf_call: neither SIMT nor the vector registers of dav-3510 are emulated")
