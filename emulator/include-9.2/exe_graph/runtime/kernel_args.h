// SPDX-License-Identifier: Apache-2.0
// Arguments of a kernel that GE keeps on the device (CANN 9.2). The layout is measured; the accessors' and
// the placements' names are inferred, not confirmed by documentation.
#pragma once

#include <cstddef>
#include <cstdint>

#include "exe_graph/runtime/tensor_data.h"

namespace gert {

enum class Placement { kPlacementHost, kPlacementDevice };

class KernelArgs {
 public:
  KernelArgs() = default;
  KernelArgs(void* data, std::size_t size, TensorPlacement placement)
      : args_data_(data), size_(size), placement_(placement) {}
  const void* GetArgsData() const { return args_data_; }
  void* GetArgsData() { return args_data_; }
  std::size_t GetSize() const { return size_; }
  TensorPlacement GetPlacement() const { return placement_; }

 private:
  void* args_data_ = nullptr;
  std::size_t size_ = 0;
  std::uint8_t reserved_[32] = {};
  TensorPlacement placement_ = kOnDeviceHbm;
};
static_assert(sizeof(KernelArgs) == 56, "layout of GE's interface");

}  // namespace gert
