// SPDX-License-Identifier: Apache-2.0
// The special registers of one vector core that instructions read: masks, atomic mode, scales.
#pragma once

#include <cstdint>

#include "ascendc/runtime.h"

namespace cann_emulator::ascendc {

struct CoreRegisters {
  // InitSocState, which the constructor of TPipe includes: what another kernel may have left.
  void Initialise() {
    counter_mode = false;
    mask[0] = mask[1] = ~std::uint64_t{0};
    atomic_mode = AtomicMode::kNone;
  }

  bool counter_mode = false;  // SetMaskCount: the mask is a number of elements, repeats follow from it
  std::uint64_t mask[2] = {~std::uint64_t{0}, ~std::uint64_t{0}};  // SetVectorMask: low, high
  std::uint64_t compare_mask[2] = {0, 0};                          // Compare into the register
  AtomicMode atomic_mode = AtomicMode::kNone;
  DataType atomic_type = DataType::kFloat;
  float deq_scale = 1.0F;  // SetDeqScale
  std::int16_t deq_offset = 0;
  bool deq_signed = false;
  Local deq_tensor;                   // of 16 scales
  std::uint64_t extreme_repeats = 0;  // of the last WholeReduceMax or WholeReduceMin, and its last result
  std::uint32_t extreme_bits = 0;
  std::uint32_t extreme_index = 0;
  DataType extreme_type = DataType::kFloat;
  bool has_sum = false;  // ReduceSum of a number of elements, its last result
  std::uint32_t sum_bits = 0;
  DataType sum_type = DataType::kFloat;
  bool saturates_floats = false;  // SetSaturationFlag
  bool saturates_casts = true;
  bool has_pad_value = false;  // SetPadValue
  std::uint64_t pad_value = 0;
  void* system_workspace = nullptr;  // SetSysWorkSpace
  bool has_gathered = false;         // GatherMask: how many elements it took
  std::uint64_t gathered = 0;
  std::uint32_t merged[4] = {0, 0, 0, 0};  // MrgSort: what each list has given
};

}  // namespace cann_emulator::ascendc
