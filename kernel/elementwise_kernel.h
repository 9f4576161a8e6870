// SPDX-License-Identifier: Apache-2.0
// The kernel of an operator that computes each output element from the input elements at the same place:
// double-buffered copies around what the operator does with a tile in UB. Included by kernel/<op>.asc only.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "elementwise_tiling.h"
#include "kernel_operator.h"
#include "soc.h"

namespace ascendc_ops {

template <typename Op, typename = void>
inline constexpr std::uint32_t kScratchOf = 0;
template <typename Op>
inline constexpr std::uint32_t kScratchOf<Op, std::void_t<decltype(Op::kScratch)>> = Op::kScratch;

// T is the tensors' element type. Op describes the operator:
//   Op::Compute<T>              the type it computes in; where that is not T, tiles are cast before and after
//   Op::kInputs                 number of inputs
//   Op::kResultInLastInput      whether `result` may be the last input, which saves a buffer where tiles are
//                               cast
//   Op::kScratch                buffers of Compute that it needs besides; 0 where it is not declared
//   op(result, inputs, count)   computes `count` elements of LocalTensor<Compute>; may overwrite inputs.
//                               With scratch: op(result, inputs, scratch, count)
// An input whose address is null counts as zeros.
template <typename T, typename Op>
class ElementwiseKernel {
 public:
  static constexpr std::uint32_t kInputs = Op::kInputs;
  using Compute = typename Op::template Compute<T>;

  // In UB beside the tiles: it moves the second input to other bank groups than the first, so that a vector
  // instruction reads both at once.
  static constexpr std::uint32_t kBankOffsetBytes = kInputs > 1 ? 256 : 0;

  static constexpr ElementwiseCost Cost() {
    return {sizeof(T), (kInputs + 1) * kBufferNum * static_cast<std::uint32_t>(sizeof(T)) +
                           kComputeBuffers * static_cast<std::uint32_t>(sizeof(Compute))};
  }

  __aicore__ inline void Run(const Op& op, const GM_ADDR (&inputs)[kInputs], GM_ADDR output,
                             const ElementwiseTiling& tiling) {
    Init(inputs, output, tiling);
    for (std::uint64_t offset = 0; offset < length_; offset += tile_) {
      const std::uint64_t left = length_ - offset;
      const std::uint32_t count = left < tile_ ? static_cast<std::uint32_t>(left) : tile_;
      for (std::uint32_t i = 0; i < kInputs; ++i) {
        if (inputs[i] == nullptr) {
          FillIn(in_queues_[i], count);
        } else {
          CopyIn(in_queues_[i], in_gm_[i][offset], count);
        }
      }
      ComputeTile(op, count);
      CopyOut(out_gm_[offset], count);
    }
  }

 private:
  static constexpr std::uint32_t kBufferNum = 2;  // copies of one tile overlap the computation of the other
  static constexpr bool kCasts = !std::is_same_v<T, Compute>;
  static constexpr std::uint32_t kScratch = kScratchOf<Op>;
  static constexpr std::uint32_t kCastBuffers = kCasts ? kInputs + (Op::kResultInLastInput ? 0 : 1) : 0;
  static constexpr std::uint32_t kComputeBuffers = kCastBuffers + kScratch;
  using InQueue = AscendC::TQue<AscendC::TPosition::VECIN, kBufferNum>;
  using OutQueue = AscendC::TQue<AscendC::TPosition::VECOUT, kBufferNum>;

  __aicore__ inline void Init(const GM_ADDR (&inputs)[kInputs], GM_ADDR output,
                              const ElementwiseTiling& tiling) {
    const std::uint64_t block = AscendC::GetBlockIdx();
    const std::uint64_t extra = block < tiling.blocks_with_extra ? block : tiling.blocks_with_extra;
    const std::uint64_t granules = tiling.granules_per_block + (block < tiling.blocks_with_extra ? 1 : 0);
    const std::uint64_t begin = (block * tiling.granules_per_block + extra) * tiling.granule;
    const std::uint64_t end = begin + granules * tiling.granule;
    length_ = (end < tiling.count ? end : tiling.count) - begin;
    tile_ = tiling.tile;

    for (std::uint32_t i = 0; i < kInputs; ++i) {
      if (inputs[i] != nullptr) {
        in_gm_[i].SetGlobalBuffer(reinterpret_cast<__gm__ T*>(inputs[i]) + begin, length_);
        if (tiling.bypass_l2 != 0) {
          in_gm_[i].SetL2CacheHint(AscendC::CacheMode::CACHE_MODE_DISABLE);
        }
      }
      if (i == 1) {
        pipe_.InitBuffer(bank_offset_, kBankOffsetBytes);
      }
      pipe_.InitBuffer(in_queues_[i], kBufferNum, tile_ * sizeof(T));
    }
    out_gm_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(output) + begin, length_);
    pipe_.InitBuffer(out_queue_, kBufferNum, tile_ * sizeof(T));
    if constexpr (kComputeBuffers > 0) {
      pipe_.InitBuffer(compute_, kComputeBuffers * tile_ * sizeof(Compute));
    }
  }

  // DataCopyPad moves exactly count elements, so that a tail reads and writes nothing past the tensor.
  __aicore__ static inline AscendC::DataCopyExtParams OneRun(std::uint32_t count) {
    return {1, static_cast<std::uint32_t>(count * sizeof(T)), 0, 0, 0};
  }

  __aicore__ inline void CopyIn(InQueue& queue, const AscendC::GlobalTensor<T>& source, std::uint32_t count) {
    AscendC::LocalTensor<T> local = queue.template AllocTensor<T>();
    AscendC::DataCopyPad(local, source, OneRun(count), AscendC::DataCopyPadExtParams<T>{false, 0, 0, 0});
    queue.EnQue(local);
  }

  __aicore__ inline void FillIn(InQueue& queue, std::uint32_t count) {
    AscendC::LocalTensor<T> local = queue.template AllocTensor<T>();
    AscendC::Duplicate(local, static_cast<T>(0.0F), count);
    AscendC::PipeBarrier<PIPE_V>();  // the queue's event is for copies
    queue.EnQue(local);
  }

  __aicore__ inline void Call(const Op& op, const AscendC::LocalTensor<Compute>& result,
                              AscendC::LocalTensor<Compute> (&inputs)[kInputs], std::uint32_t count) {
    if constexpr (kScratch > 0) {
      AscendC::LocalTensor<Compute> buffers = compute_.template Get<Compute>();
      AscendC::LocalTensor<Compute> scratch[kScratch];
      for (std::uint32_t i = 0; i < kScratch; ++i) {
        scratch[i] = buffers[(kCastBuffers + i) * tile_];
      }
      op(result, inputs, scratch, count);
    } else {
      op(result, inputs, count);
    }
  }

  __aicore__ inline void ComputeTile(const Op& op, std::uint32_t count) {
    AscendC::LocalTensor<T> inputs[kInputs];
    for (std::uint32_t i = 0; i < kInputs; ++i) {
      inputs[i] = in_queues_[i].template DeQue<T>();
    }
    AscendC::LocalTensor<T> output = out_queue_.template AllocTensor<T>();
    if constexpr (kCasts) {
      AscendC::LocalTensor<Compute> buffers = compute_.template Get<Compute>();
      AscendC::LocalTensor<Compute> operands[kInputs];
      for (std::uint32_t i = 0; i < kInputs; ++i) {
        operands[i] = buffers[i * tile_];
        AscendC::Cast(operands[i], inputs[i], AscendC::RoundMode::CAST_NONE, count);
      }
      AscendC::LocalTensor<Compute> result = buffers[(kCastBuffers - 1) * tile_];
      AscendC::PipeBarrier<PIPE_V>();
      Call(op, result, operands, count);
      AscendC::PipeBarrier<PIPE_V>();
      AscendC::Cast(output, result, AscendC::RoundMode::CAST_RINT, count);
    } else {
      Call(op, output, inputs, count);
    }
    out_queue_.EnQue(output);
    for (std::uint32_t i = 0; i < kInputs; ++i) {
      in_queues_[i].FreeTensor(inputs[i]);
    }
  }

  __aicore__ inline void CopyOut(const AscendC::GlobalTensor<T>& destination, std::uint32_t count) {
    AscendC::LocalTensor<T> output = out_queue_.template DeQue<T>();
    AscendC::DataCopyPad(destination, output, OneRun(count));
    out_queue_.FreeTensor(output);
  }

  AscendC::TPipe pipe_;
  InQueue in_queues_[kInputs];
  OutQueue out_queue_;
  AscendC::TBuf<AscendC::TPosition::VECCALC> bank_offset_;
  AscendC::TBuf<AscendC::TPosition::VECCALC> compute_;
  AscendC::GlobalTensor<T> in_gm_[kInputs], out_gm_;
  std::uint64_t length_ = 0;
  std::uint32_t tile_ = 0;
};

// The type the vector unit computes in for operators that it has for half: dav-2201 has none for bfloat16.
template <typename T>
using NativeOrFloat = std::conditional_t<std::is_same_v<T, bfloat16_t>, float, T>;

// Empty when `soc` tells what a tiling needs, otherwise what is wrong and what to do.
inline std::string CheckSoc(const Soc& soc) {
  return soc.vector_cores != 0 && soc.ub_bytes != 0 ? ""
                                                    : "the platform reports no vector cores or no UB; check "
                                                      "that the device's SoC is known to this CANN";
}

// Fills `tiling` for ElementwiseKernel<T, Op> on the SoC of this process. Returns an empty string, or why it
// could not.
template <typename T, typename Op>
std::string TileForSoc(std::uint64_t count, ElementwiseTiling& tiling) {
  const Soc& soc = CurrentSoc();
  std::string problem = CheckSoc(soc);
  if (problem.empty()) {
    using Kernel = ElementwiseKernel<T, Op>;
    tiling = MakeElementwiseTiling(Kernel::Cost(), count, soc.vector_cores,
                                   soc.ub_bytes - Kernel::kBankOffsetBytes);
    // Tensors that fit into L2 together may be there already, and stay for who reads the output.
    tiling.bypass_l2 = (Kernel::kInputs + 1) * count * sizeof(T) > soc.l2_bytes ? 1 : 0;
  }
  return problem;
}

// A device address as kernels take it. Inputs are const for the caller; kernels have no const addresses.
inline GM_ADDR ToGm(const void* address) { return static_cast<GM_ADDR>(const_cast<void*>(address)); }

}  // namespace ascendc_ops
