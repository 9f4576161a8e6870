// SPDX-License-Identifier: Apache-2.0
// The C API of vector kernels: pointers into UB (`__ubuf__ half x[128];`) and device memory in the place of
// tensors. A function stands for the one of the C++ language that its comment names. The forms: `count`
// elements; repeats with block and repeat strides in blocks of 32 bytes, under the mask of
// asc_set_vector_mask; <name>_sync, which waits.
#pragma once

#include <cstdint>

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

// ---- the core
inline void asc_init() { AscendC::InitSocState(); }
inline std::int64_t asc_get_block_idx() { return AscendC::GetBlockIdx(); }
inline std::int64_t asc_get_block_num() { return AscendC::GetBlockNum(); }
inline std::int64_t asc_get_sub_block_id() { return AscendC::GetSubBlockIdx(); }
inline std::int64_t asc_get_sub_block_num() { return AscendC::GetSubBlockNum(); }
inline std::int64_t asc_get_system_cycle() { return AscendC::GetSystemCycle(); }

// ---- synchronisation: SetFlag, WaitFlag, PipeBarrier
inline void asc_sync_notify(pipe_t pipe, pipe_t tpipe, std::int32_t id, CANN_EMULATOR_C_SITE) {
  set_flag(pipe, tpipe, id, site);
}
inline void asc_sync_wait(pipe_t pipe, pipe_t tpipe, std::int32_t id, CANN_EMULATOR_C_SITE) {
  wait_flag(pipe, tpipe, id, site);
}
inline void asc_sync_pipe(pipe_t pipe, CANN_EMULATOR_C_SITE) { pipe_barrier(pipe, site); }
inline void asc_sync(CANN_EMULATOR_C_SITE) { pipe_barrier(PIPE_ALL, site); }
inline void asc_sync_vec(CANN_EMULATOR_C_SITE) { pipe_barrier(PIPE_V, site); }
// As Mutex::Lock and Mutex::Unlock, with their ids (0..27); of dav-3510. The documentation's third argument,
// ASC_LOCK_NON_BLOCK, is not emulated.
template <class Pipe>
void asc_lock(Pipe pipe, std::uint8_t mutex_id, CANN_EMULATOR_C_SITE) {
  CANN_EMULATOR_ON_DAV_3510(asc_lock, Pipe);
  AscendC::detail::LockMutex(pipe, mutex_id, site);
}
template <class Pipe>
void asc_unlock(Pipe pipe, std::uint8_t mutex_id, CANN_EMULATOR_C_SITE) {
  CANN_EMULATOR_ON_DAV_3510(asc_unlock, Pipe);
  AscendC::detail::UnlockMutex(pipe, mutex_id, site);
}

// ---- masks: SetMaskCount, SetMaskNorm, SetVectorMask; the compare register
inline void asc_set_mask_count() { AscendC::SetMaskCount(); }
inline void asc_set_mask_norm() { AscendC::SetMaskNorm(); }
inline void asc_set_vector_mask(std::uint64_t mask1, std::uint64_t mask0) { set_vector_mask(mask1, mask0); }
template <class T>
void asc_get_cmp_mask(__ubuf__ T* dst, CANN_EMULATOR_C_SITE) {
  AscendC::GetCmpMask(CANN_EMULATOR_C_UB(dst), site);
}
template <class T>
void asc_set_cmp_mask(__ubuf__ T* src, CANN_EMULATOR_C_SITE) {
  AscendC::SetCmpMask(CANN_EMULATOR_C_UB(src), site);
}
inline void asc_set_deq_scale(half scale) { AscendC::SetDeqScale(scale); }

// ---- copies: DataCopy; sizes in bytes, lengths and gaps of the second form in blocks of 32 bytes
inline void asc_copy_gm2ub(__ubuf__ void* dst, __gm__ void* src, std::uint32_t size, CANN_EMULATOR_C_SITE) {
  AscendC::DataCopy(::cann_emulator::ascendc::UbBytes(__func__, dst, site),
                    ::cann_emulator::ascendc::GmBytes(src), size, site);
}
inline void asc_copy_gm2ub(__ubuf__ void* dst, __gm__ void* src, std::uint16_t n_burst,
                           std::uint16_t burst_len, std::uint16_t src_gap, std::uint16_t dst_gap,
                           CANN_EMULATOR_C_SITE) {
  AscendC::DataCopy(::cann_emulator::ascendc::UbBytes(__func__, dst, site),
                    ::cann_emulator::ascendc::GmBytes(src),
                    AscendC::DataCopyParams(n_burst, burst_len, src_gap, dst_gap), site);
}
inline void asc_copy_ub2gm(__gm__ void* dst, __ubuf__ void* src, std::uint32_t size, CANN_EMULATOR_C_SITE) {
  AscendC::DataCopy(::cann_emulator::ascendc::GmBytes(dst),
                    ::cann_emulator::ascendc::UbBytes(__func__, src, site), size, site);
}
inline void asc_copy_ub2gm(__gm__ void* dst, __ubuf__ void* src, std::uint16_t n_burst,
                           std::uint16_t burst_len, std::uint16_t src_gap, std::uint16_t dst_gap,
                           CANN_EMULATOR_C_SITE) {
  AscendC::DataCopy(::cann_emulator::ascendc::GmBytes(dst),
                    ::cann_emulator::ascendc::UbBytes(__func__, src, site),
                    AscendC::DataCopyParams(n_burst, burst_len, src_gap, dst_gap), site);
}
inline void asc_copy_ub2ub(__ubuf__ void* dst, __ubuf__ void* src, std::uint16_t n_burst,
                           std::uint16_t burst_len, std::uint16_t src_gap, std::uint16_t dst_gap,
                           CANN_EMULATOR_C_SITE) {
  AscendC::DataCopy(::cann_emulator::ascendc::UbBytes(__func__, dst, site),
                    ::cann_emulator::ascendc::UbBytes(__func__, src, site),
                    AscendC::DataCopyParams(n_burst, burst_len, src_gap, dst_gap), site);
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
// DataCopyPad: n_burst runs of len_burst bytes; gaps in device memory in bytes, in UB in blocks of 32 bytes.
template <class T>
void asc_copy_gm2ub_align(__ubuf__ T* dst, __gm__ T* src, std::uint16_t n_burst, std::uint32_t len_burst,
                          std::uint8_t left_padding_num, std::uint8_t right_padding_num,
                          std::uint32_t src_gap, std::uint32_t dst_gap, CANN_EMULATOR_C_SITE) {
  AscendC::DataCopyPad(CANN_EMULATOR_C_UB(dst), ::cann_emulator::ascendc::GmTensor(src),
                       AscendC::DataCopyExtParams(n_burst, len_burst, src_gap, dst_gap, 0),
                       AscendC::DataCopyPadExtParams<T>(left_padding_num + right_padding_num > 0,
                                                        left_padding_num, right_padding_num, 0),
                       site);
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
void asc_copy_ub2gm_align(__gm__ T* dst, __ubuf__ T* src, std::uint16_t n_burst, std::uint32_t len_burst,
                          std::uint32_t src_gap, std::uint32_t dst_gap, CANN_EMULATOR_C_SITE) {
  AscendC::DataCopyPad(::cann_emulator::ascendc::GmTensor(dst), CANN_EMULATOR_C_UB(src),
                       AscendC::DataCopyExtParams(n_burst, len_burst, src_gap, dst_gap, 0), site);
}
template <class T>
void asc_copy_ub2gm_align(__gm__ T* dst, __ubuf__ T* src, std::uint32_t size, CANN_EMULATOR_C_SITE) {
  asc_copy_ub2gm_align(dst, src, 1, size, 0, 0, site);
}

#include "c_api/cast.h"
#include "c_api/vector_compute.h"
