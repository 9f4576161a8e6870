// SPDX-License-Identifier: Apache-2.0
// The C API's vector functions that move elements. That there are asc_bitsort and asc_transpose is inferred,
// with their parameters from Sort32 and Transpose.
#pragma once

#include "c_api/operands.h"
#include "c_api/sync/sync.h"

namespace cann_emulator::ascendc {

// asc_brcb and asc_gather_datablock are declared for bit patterns alone.
template <class T>
constexpr void CheckBitPattern() {
  static_assert(kIsOneOf<T, std::uint16_t, std::uint32_t>,
                "asc_brcb, asc_gather_datablock: for uint16_t and uint32_t; cast the pointers");
}

}  // namespace cann_emulator::ascendc

// Brcb
template <class T>
void asc_brcb(__ubuf__ T* dst, __ubuf__ T* src, CANN_EMULATOR_C_FIELD dst_block_stride,
              CANN_EMULATOR_C_FIELD dst_repeat_stride, CANN_EMULATOR_C_FIELD repeat, CANN_EMULATOR_C_SITE) {
  ::cann_emulator::ascendc::CheckBitPattern<T>();
  AscendC::Brcb(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src), CANN_EMULATOR_C_FIT(8, repeat),
                AscendC::BrcbRepeatParams(CANN_EMULATOR_C_FIT(16, dst_block_stride),
                                          CANN_EMULATOR_C_FIT(16, dst_repeat_stride)),
                site);
}
template <class T>
void asc_brcb_sync(__ubuf__ T* dst, __ubuf__ T* src, CANN_EMULATOR_C_FIELD dst_block_stride,
                   CANN_EMULATOR_C_FIELD dst_repeat_stride, CANN_EMULATOR_C_FIELD repeat,
                   CANN_EMULATOR_C_SITE) {
  asc_brcb(dst, src, dst_block_stride, dst_repeat_stride, repeat, site);
  asc_sync(site);
}

// Gather: offsets in bytes
template <class T>
void asc_gather(__ubuf__ T* dst, __ubuf__ T* src, __ubuf__ std::uint32_t* src_offset, std::uint32_t count,
                CANN_EMULATOR_C_SITE) {
  AscendC::Gather(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src), CANN_EMULATOR_C_UB(src_offset), 0, count,
                  site);
}
template <class T>
void asc_gather_sync(__ubuf__ T* dst, __ubuf__ T* src, __ubuf__ std::uint32_t* src_offset,
                     std::uint32_t count, CANN_EMULATOR_C_SITE) {
  asc_gather(dst, src, src_offset, count, site);
  asc_sync(site);
}
template <class T>
void asc_gather(__ubuf__ T* dst, __ubuf__ T* src, __ubuf__ std::uint32_t* src_offset,
                CANN_EMULATOR_C_FIELD dst_repeat_stride, CANN_EMULATOR_C_FIELD repeat, CANN_EMULATOR_C_SITE) {
  using namespace AscendC::detail;
  GatherElements(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src), CANN_EMULATOR_C_UB(src_offset), 0,
                 RepeatShape(Mask::First(0, false), CANN_EMULATOR_C_FIT(8, repeat),
                             {1, CANN_EMULATOR_C_FIT(16, dst_repeat_stride)}),
                 site);
}

// Gatherb: eight blocks of 32 bytes a repeat, each from an offset in bytes
template <class T>
void asc_gather_datablock(__ubuf__ T* dst, __ubuf__ T* src, __ubuf__ std::uint32_t* src_offset,
                          CANN_EMULATOR_C_FIELD dst_repeat_stride, CANN_EMULATOR_C_FIELD dst_block_stride,
                          CANN_EMULATOR_C_FIELD repeat, CANN_EMULATOR_C_SITE) {
  ::cann_emulator::ascendc::CheckBitPattern<T>();
  AscendC::GatherRepeatParams params;
  params.dstBlkStride = CANN_EMULATOR_C_FIT(8, dst_block_stride);
  params.dstRepStride = CANN_EMULATOR_C_FIT(16, dst_repeat_stride);
  AscendC::Gatherb(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src), CANN_EMULATOR_C_UB(src_offset),
                   CANN_EMULATOR_C_FIT(8, repeat), params, site);
}
template <class T>
void asc_gather_datablock_sync(__ubuf__ T* dst, __ubuf__ T* src, __ubuf__ std::uint32_t* src_offset,
                               CANN_EMULATOR_C_FIELD dst_repeat_stride,
                               CANN_EMULATOR_C_FIELD dst_block_stride, CANN_EMULATOR_C_FIELD repeat,
                               CANN_EMULATOR_C_SITE) {
  asc_gather_datablock(dst, src, src_offset, dst_repeat_stride, dst_block_stride, repeat, site);
  asc_sync(site);
}

// Sort32: 32 elements a repeat, each with the index of src1, in pairs from the greatest on
template <class T>
void asc_bitsort(__ubuf__ T* dst, __ubuf__ T* src0, __ubuf__ std::uint32_t* src1,
                 CANN_EMULATOR_C_FIELD repeat, CANN_EMULATOR_C_SITE) {
  AscendC::Sort32(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src0), CANN_EMULATOR_C_UB(src1),
                  CANN_EMULATOR_C_FIT(8, repeat), site);
}
template <class T>
void asc_bitsort_sync(__ubuf__ T* dst, __ubuf__ T* src0, __ubuf__ std::uint32_t* src1,
                      CANN_EMULATOR_C_FIELD repeat, CANN_EMULATOR_C_SITE) {
  asc_bitsort(dst, src0, src1, repeat, site);
  asc_sync(site);
}

// Transpose: 16 x 16 elements of 16 bits
template <class T>
void asc_transpose(__ubuf__ T* dst, __ubuf__ T* src, CANN_EMULATOR_C_SITE) {
  AscendC::Transpose(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src), site);
}
template <class T>
void asc_transpose_sync(__ubuf__ T* dst, __ubuf__ T* src, CANN_EMULATOR_C_SITE) {
  asc_transpose(dst, src, site);
  asc_sync(site);
}
