// SPDX-License-Identifier: Apache-2.0
// The environment variables that the runtime obeys, read once per process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "acl/runtime.h"

namespace cann_emulator {

constexpr int kMaxDevices = 64;

struct Settings {
  int device_count = 1;                       // CANN_EMULATOR_DEVICES: 0..kMaxDevices
  std::optional<std::uint64_t> memory_limit;  // CANN_EMULATOR_MEMORY: bytes per device, suffix K, M or G
  bool checks = true;                         // CANN_EMULATOR_CHECK: off, on or strict
  bool strict_checks = false;                 // CANN_EMULATOR_CHECK=strict
  bool late_effects = true;                   // CANN_EMULATOR_LATE_EFFECTS: on or off
  std::optional<std::uint64_t> block_seed;    // CANN_EMULATOR_BLOCK_SEED: a number
  bool load_aten = true;                      // CANN_EMULATOR_ATEN: on or off
  int log_level = 4;                          // CANN_EMULATOR_LOG: debug, info, warning, error, off (0..4)
  std::string soc_name = "Ascend910B1";       // CANN_EMULATOR_SOC
  std::string trace_folder;                   // CANN_EMULATOR_TRACE
  Status status;                              // why a value above is unusable; reported by aclInit and others
};

const Settings& GetSettings();

}  // namespace cann_emulator
