// SPDX-License-Identifier: Apache-2.0
// The constants of the timing model for one launch. docs/emulator-timing.md explains where each comes from.
#pragma once

#include <cstdint>

#include "acl/runtime.h"

namespace cann_emulator::ascendc {

// Times in core cycles, rates in bytes per core cycle and core, unless the name says otherwise.
struct TimingParameters {
  double frequency_mhz = 0;
  double launch_us = 0;           // from the launch to the first instruction
  double memory_bytes_per_s = 0;  // of device memory, nominal

  double issue = 0;          // scalar pipe, for each instruction it hands out
  double scalar_access = 0;  // one GetValue or SetValue
  double initialise = 0;     // vector pipe, InitSocState or TPipe

  double vector_start = 0;
  double read_write_conflict = 0;  // of a repeat whose source and destination share a bank
  bool banks = false;              // whether conflicts are modelled

  double read_start = 0;   // MTE2
  double write_start = 0;  // MTE3
  double core_rate = 0;    // what one core can move, either way
  double unaligned = 0;    // share of the rate where the GM address is not aligned to 512 bytes

  // This core's share of what all active cores have together.
  double memory_read = 0;         // from device memory into L2 and the core
  double memory_read_bypass = 0;  // the same around L2
  double memory = 0;              // device memory itself, reads and writes
  double traffic = 0;             // device memory reads and writes into L2
  double l2 = 0;
  std::uint64_t l2_bytes = 0;

  double Microseconds(double cycles) const { return cycles / frequency_mhz; }
};

// For a launch that keeps `cores` vector cores busy.
TimingParameters MakeTimingParameters(const SocInfo& soc, int cores);

}  // namespace cann_emulator::ascendc
