// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "ascendc/core_registers.h"
#include "ascendc/failure.h"
#include "ascendc/running_block.h"

namespace cann_emulator::ascendc {

MaskState GetMaskState() {
  const CoreRegisters& registers = CurrentBlock().registers();
  return {registers.counter_mode, {registers.mask[0], registers.mask[1]}};
}

void SetMaskState(const MaskState& state) {
  SetCounterMode(state.counter_mode);
  SetMaskRegister(state.mask[0], state.mask[1]);
}

void SetCounterMode(bool on) { CurrentBlock().registers().counter_mode = on; }

void SetMaskRegister(std::uint64_t low, std::uint64_t high) {
  CoreRegisters& registers = CurrentBlock().registers();
  registers.mask[0] = low;
  registers.mask[1] = high;
}

void SetCompareMask(std::uint64_t low, std::uint64_t high) {
  CoreRegisters& registers = CurrentBlock().registers();
  registers.compare_mask[0] = low;
  registers.compare_mask[1] = high;
}

void GetCompareMask(std::uint64_t& low, std::uint64_t& high) {
  const CoreRegisters& registers = CurrentBlock().registers();
  low = registers.compare_mask[0];
  high = registers.compare_mask[1];
}

void SetAtomicMode(AtomicMode mode, DataType type) {
  CoreRegisters& registers = CurrentBlock().registers();
  registers.atomic_mode = mode;
  registers.atomic_type = type;
}

void GetMerged(std::uint32_t taken[4]) {
  const std::uint32_t* merged = CurrentBlock().registers().merged;
  std::copy(merged, merged + 4, taken);
}

void SetDequantScale(float scale) { CurrentBlock().registers().deq_scale = scale; }

void SetDequantization(float scale, std::int16_t offset, bool is_signed) {
  CoreRegisters& registers = CurrentBlock().registers();
  registers.deq_scale = scale;
  registers.deq_offset = offset;
  registers.deq_signed = is_signed;
}

void SetDequantTensor(Local tensor) { CurrentBlock().registers().deq_tensor = tensor; }

void SetPadRegister(std::uint64_t value) {
  CoreRegisters& registers = CurrentBlock().registers();
  registers.has_pad_value = true;
  registers.pad_value = value;
}

bool GetPadRegister(std::uint64_t& value) {
  const CoreRegisters& registers = CurrentBlock().registers();
  value = registers.pad_value;
  return registers.has_pad_value;
}

void SetSystemWorkspace(void* workspace) { CurrentBlock().registers().system_workspace = workspace; }

void* GetSystemWorkspace(Site site) {
  void* workspace = CurrentBlock().registers().system_workspace;
  if (workspace == nullptr) {
    Fail("GetSysWorkSpacePtr", site, "there is no system workspace; call SetSysWorkSpace(workspace) before");
  }
  return workspace;
}

}  // namespace cann_emulator::ascendc
