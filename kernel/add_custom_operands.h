// SPDX-License-Identifier: Apache-2.0
// Where the tensors of a launch of AddCustom are. Host and kernel code, included by kernel/*.asc only.
#pragma once

#include <cstdint>
#include <string>

#include "add_custom.h"
#include "kernel_operator.h"

namespace ascendc_ops {

// Without a table x, y and z are device addresses; with one, bytes from those that stand in it.
struct AddCustomOperands {
  std::uint64_t x, y, z;
  const AddCustomAddresses* table;  // device memory
};

struct AddCustomTensors {
  GM_ADDR x, y, z;
};

// The tensors of `operands` that have a table.
__aicore__ inline AddCustomTensors FindTensors(GM_ADDR table, std::uint64_t x, std::uint64_t y,
                                               std::uint64_t z) {
  AscendC::GlobalTensor<std::uint64_t> addresses;
  addresses.SetGlobalBuffer(reinterpret_cast<__gm__ std::uint64_t*>(table), 3);
  return {reinterpret_cast<GM_ADDR>(addresses.GetValue(0) + x),
          reinterpret_cast<GM_ADDR>(addresses.GetValue(1) + y),
          reinterpret_cast<GM_ADDR>(addresses.GetValue(2) + z)};
}

inline std::uint64_t FromPointer(const void* address) { return reinterpret_cast<std::uint64_t>(address); }
inline GM_ADDR ToGm(std::uint64_t address) { return reinterpret_cast<GM_ADDR>(address); }

// LaunchAddCustom of any operands.
std::string LaunchAddCustomElements(DataType dtype, const AddCustomOperands& operands, std::uint64_t count,
                                    void* stream);

}  // namespace ascendc_ops
