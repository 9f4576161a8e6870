// SPDX-License-Identifier: Apache-2.0
// Names beside the cube and the vector registers that are not emulated; see refusals.h.
#pragma once

#include "ascendc/refusals.h"

#define CANN_EMULATOR_NO_SMALL_TYPES \
  "the emulator's elements are integers of 8 bits and more, half, bfloat16_t and float"
#define CANN_EMULATOR_NO_SHAPES "types of tensors carry no shape in the emulator; use SetShapeInfo"
#define CANN_EMULATOR_NO_PROPOSALS "dav-2201 does not have it; sort with Sort32, MrgSort and Extract"
#define CANN_EMULATOR_NO_INSTRUCTION "the emulator does not have this instruction"
#define CANN_EMULATOR_NO_CONTROL "dav-2201 does not have it; set bit 48 with SetCtrlSpr"
#define CANN_EMULATOR_NO_LATER_LIBRARY \
  "dav-3510 alone has it, and the emulator does not; write it with the vector instructions"
#define CANN_EMULATOR_NO_GROUPS \
  "it orders a cube core and its vector cores, and the cube is not emulated; between blocks use SyncAll"

namespace AscendC {

// clang-format off: one a line
CANN_EMULATOR_REFUSED_TYPE(fp8_e8m0_t, CANN_EMULATOR_NO_SMALL_TYPES)
CANN_EMULATOR_REFUSED_TEMPLATE(TensorTrait, class..., CANN_EMULATOR_NO_SHAPES)
CANN_EMULATOR_REFUSED_FUNCTION(RpSort16, CANN_EMULATOR_NO_PROPOSALS)
CANN_EMULATOR_REFUSED_FUNCTION(ProposalConcat, CANN_EMULATOR_NO_PROPOSALS)
CANN_EMULATOR_REFUSED_FUNCTION(ProposalExtract, CANN_EMULATOR_NO_PROPOSALS)
CANN_EMULATOR_REFUSED_TYPE(BinaryConfig, CANN_EMULATOR_NO_INSTRUCTION)
CANN_EMULATOR_REFUSED_FUNCTION(CastDequant, CANN_EMULATOR_NO_INSTRUCTION)
CANN_EMULATOR_REFUSED_FUNCTION(ResetCtrlSpr, CANN_EMULATOR_NO_CONTROL)
CANN_EMULATOR_REFUSED_FUNCTION(Fma, CANN_EMULATOR_NO_LATER_LIBRARY)
CANN_EMULATOR_REFUSED_FUNCTION(Quantize, CANN_EMULATOR_NO_LATER_LIBRARY)
CANN_EMULATOR_REFUSED_FUNCTION(Dequantize, CANN_EMULATOR_NO_LATER_LIBRARY)
CANN_EMULATOR_REFUSED_FUNCTION(AntiQuantize, CANN_EMULATOR_NO_LATER_LIBRARY)
// clang-format on

}  // namespace AscendC

// The C API has no namespace.
// clang-format off: one a line
CANN_EMULATOR_REFUSED_FUNCTION(asc_sync_block_arrive, CANN_EMULATOR_NO_GROUPS)
CANN_EMULATOR_REFUSED_FUNCTION(asc_sync_block_wait, CANN_EMULATOR_NO_GROUPS)
// clang-format on

#define EXTERN_IMPL_BUFPOOL(...) \
  static_assert(false, "EXTERN_IMPL_BUFPOOL: the emulator has no pools of a program's own; use TBufPool")
