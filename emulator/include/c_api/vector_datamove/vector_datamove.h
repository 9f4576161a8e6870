// SPDX-License-Identifier: Apache-2.0
// The C API's copies between device memory and UB, and within UB.
#pragma once

#include "c_api/operands.h"
#include "c_api/sync/sync.h"

#define CANN_EMULATOR_C_RUNS                                                                     \
  CANN_EMULATOR_C_FIELD n_burst, CANN_EMULATOR_C_FIELD burst_len, CANN_EMULATOR_C_FIELD src_gap, \
      CANN_EMULATOR_C_FIELD dst_gap
#define CANN_EMULATOR_C_COPY_PARAMS                                                             \
  AscendC::DataCopyParams(CANN_EMULATOR_C_FIT(16, n_burst), CANN_EMULATOR_C_FIT(16, burst_len), \
                          CANN_EMULATOR_C_FIT(16, src_gap), CANN_EMULATOR_C_FIT(16, dst_gap))

// DataCopy; size in bytes.
inline void asc_copy_gm2ub(__ubuf__ void* dst, __gm__ void* src, std::uint32_t size, CANN_EMULATOR_C_SITE) {
  AscendC::DataCopy(::cann_emulator::ascendc::UbBytes(__func__, dst, site),
                    ::cann_emulator::ascendc::GmBytes(src), size, site);
}
inline void asc_copy_ub2gm(__gm__ void* dst, __ubuf__ void* src, std::uint32_t size, CANN_EMULATOR_C_SITE) {
  AscendC::DataCopy(::cann_emulator::ascendc::GmBytes(dst),
                    ::cann_emulator::ascendc::UbBytes(__func__, src, site), size, site);
}
inline void asc_copy_gm2ub_sync(__ubuf__ void* dst, __gm__ void* src, std::uint32_t size,
                                CANN_EMULATOR_C_SITE) {
  asc_copy_gm2ub(dst, src, size, site);
  asc_sync(site);
}
inline void asc_copy_ub2gm_sync(__gm__ void* dst, __ubuf__ void* src, std::uint32_t size,
                                CANN_EMULATOR_C_SITE) {
  asc_copy_ub2gm(dst, src, size, site);
  asc_sync(site);
}
// n_burst runs; burst_len and gaps in blocks of 32 bytes.
inline void asc_copy_gm2ub(__ubuf__ void* dst, __gm__ void* src, CANN_EMULATOR_C_RUNS, CANN_EMULATOR_C_SITE) {
  AscendC::DataCopy(::cann_emulator::ascendc::UbBytes(__func__, dst, site),
                    ::cann_emulator::ascendc::GmBytes(src), CANN_EMULATOR_C_COPY_PARAMS, site);
}
inline void asc_copy_ub2gm(__gm__ void* dst, __ubuf__ void* src, CANN_EMULATOR_C_RUNS, CANN_EMULATOR_C_SITE) {
  AscendC::DataCopy(::cann_emulator::ascendc::GmBytes(dst),
                    ::cann_emulator::ascendc::UbBytes(__func__, src, site), CANN_EMULATOR_C_COPY_PARAMS,
                    site);
}
inline void asc_copy_ub2ub(__ubuf__ void* dst, __ubuf__ void* src, CANN_EMULATOR_C_RUNS,
                           CANN_EMULATOR_C_SITE) {
  AscendC::DataCopy(::cann_emulator::ascendc::UbBytes(__func__, dst, site),
                    ::cann_emulator::ascendc::UbBytes(__func__, src, site), CANN_EMULATOR_C_COPY_PARAMS,
                    site);
}

// DataCopyPad: n_burst runs of len_burst bytes; gaps in device memory in bytes, in UB in blocks of 32 bytes.
template <class T>
void asc_copy_gm2ub_align(__ubuf__ T* dst, __gm__ T* src, CANN_EMULATOR_C_FIELD n_burst,
                          std::uint32_t len_burst, CANN_EMULATOR_C_FIELD left_padding_num,
                          CANN_EMULATOR_C_FIELD right_padding_num, std::uint32_t src_gap,
                          std::uint32_t dst_gap, CANN_EMULATOR_C_SITE) {
  const std::uint8_t left = CANN_EMULATOR_C_FIT(8, left_padding_num);
  const std::uint8_t right = CANN_EMULATOR_C_FIT(8, right_padding_num);
  AscendC::DataCopyPad(
      CANN_EMULATOR_C_UB(dst), ::cann_emulator::ascendc::GmTensor(src),
      AscendC::DataCopyExtParams(CANN_EMULATOR_C_FIT(16, n_burst), len_burst, src_gap, dst_gap, 0),
      AscendC::DataCopyPadExtParams<T>(left + right > 0, left, right, 0), site);
}
// size bytes; the rest of the last block is filled with the first element.
template <class T>
void asc_copy_gm2ub_align(__ubuf__ T* dst, __gm__ T* src, std::uint32_t size, CANN_EMULATOR_C_SITE) {
  asc_copy_gm2ub_align(dst, src, 1, size, 0, 0, 0, 0, site);
}
template <class T>
void asc_copy_gm2ub_align(__ubuf__ T*, __gm__ T*, std::uint16_t, std::uint32_t, std::uint8_t, std::uint8_t,
                          bool, std::uint8_t, std::uint64_t, std::uint32_t) {
  static_assert(
      ::cann_emulator::ascendc::kDependent<false, T>,
      "asc_copy_gm2ub_align: the emulator has the forms of dav-2201, without enable_constant_pad and "
      "l2_cache_mode; copy with (dst, src, size) or DataCopyPad");
}
template <class T>
void asc_copy_ub2gm_align(__gm__ T* dst, __ubuf__ T* src, CANN_EMULATOR_C_FIELD n_burst,
                          std::uint32_t len_burst, std::uint32_t src_gap, std::uint32_t dst_gap,
                          CANN_EMULATOR_C_SITE) {
  AscendC::DataCopyPad(
      ::cann_emulator::ascendc::GmTensor(dst), CANN_EMULATOR_C_UB(src),
      AscendC::DataCopyExtParams(CANN_EMULATOR_C_FIT(16, n_burst), len_burst, src_gap, dst_gap, 0), site);
}
template <class T>
void asc_copy_ub2gm_align(__gm__ T* dst, __ubuf__ T* src, std::uint32_t size, CANN_EMULATOR_C_SITE) {
  asc_copy_ub2gm_align(dst, src, 1, size, 0, 0, site);
}
// SetPadValue, whose parameter it is inferred from.
template <class T>
void asc_set_copy_pad_val(T value) {
  AscendC::SetPadValue(value);
}

#undef CANN_EMULATOR_C_COPY_PARAMS
#undef CANN_EMULATOR_C_RUNS
