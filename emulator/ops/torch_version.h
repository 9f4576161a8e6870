// SPDX-License-Identifier: Apache-2.0
// Which torch the emulator was built for, and which one it has met.
#pragma once

#include <torch/headeronly/version.h>

#include <cstdint>
#include <string>

// Missing in old releases of torch.
extern "C" std::uint64_t aoti_torch_abi_version() __attribute__((weak));

namespace cann_emulator {

// Empty when the loaded torch is of the major and minor version built against; else a message.
inline std::string TorchMismatch() {
  const std::uint64_t built = TORCH_ABI_VERSION;
  const std::uint64_t loaded = aoti_torch_abi_version == nullptr ? built : aoti_torch_abi_version();
  if (built >> 48 == loaded >> 48) return "";
  const auto text = [](std::uint64_t version) {
    return std::to_string(version >> 56) + "." + std::to_string(version >> 48 & 0xFF);
  };
  return "the CANN emulator was built for torch " + text(built) + ", but torch " + text(loaded) +
         " is loaded. Build the emulator again with this torch (pip install --no-build-isolation ./emulator)";
}

}  // namespace cann_emulator
