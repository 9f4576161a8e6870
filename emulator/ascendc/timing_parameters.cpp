// SPDX-License-Identifier: Apache-2.0
// "Published" are results that the vendor's documentation and samples give: the addition of two 8192 x 8192
// half matrices in four steps (a scalar loop, a vector Add, larger copies on all cores, double buffering with
// L2 bypass), and 1000 additions with and without bank conflicts. dav-3510 has none: it takes those of
// dav-2201 with its own rates.
#include "ascendc/timing_parameters.h"

#include <algorithm>

namespace cann_emulator::ascendc {

namespace {

// Published: 22 + R cycles for R repeats, 22 + 2R where both sources lie in one bank group (86 and 278 cycles
// for 32 and 128 repeats; 2390 and 4167 units of 20 ns for 1000 additions of 64 repeats at 1800 MHz).
constexpr double kVectorStart = 22;
// Fit: 3751 units of 20 ns for 1000 additions of 64 repeats at 1800 MHz are 22 + 64 * 1.766.
constexpr double kReadWriteConflict = 1.766;
// Published: 0.015 us of the vector pipe in a kernel that has no vector instruction.
constexpr double kInitialise = 28;

// Published: 34 cycles for a half addition in a loop, which reads twice and writes once. The arithmetic
// between is the host's and cannot be seen, so that the accesses carry all of it.
constexpr double kScalarAccess = 34.0 / 3;
// Guess: no figure is published, and the pipes hide it.
constexpr double kIssue = 1;

// Fit: a copy of 8 KiB by one core takes 334 and 350 cycles in two steps, 281 and 295 back. At the rate of
// one core (32 bytes a cycle) that leaves these, and errors of 2.5 %.
constexpr double kReadStart = 86;
constexpr double kWriteStart = 32;

// Published: device memory 1.8 TB/s (1.6 on Ascend 950), L2 5.2 TB/s.
constexpr double kMemory2201 = 1.8e12;
constexpr double kMemory3510 = 1.6e12;
constexpr double kL2 = 5.2e12;
// Fit, shares of device memory's rate: 48 cores read 32 KiB each in 1998 cycles through L2, in 1908 around
// it.
constexpr double kReadShare = 0.845;
constexpr double kReadBypassShare = 0.887;
// Fit: 48 cores write 32 KiB each in 1243 cycles while nobody reads, in 3475 while all read. Writes go into
// L2 and get what reads leave of this.
constexpr double kTrafficShare = 1.317;
// Published: addresses aligned to 32 bytes alone get about 70 % of the rate.
constexpr double kUnaligned = 0.7;

// Published: 0.5 us with one core, 9.4 us with 48; linear between is a guess.
constexpr double kLaunchUs = 0.5;
constexpr double kLaunchUsPerCore = (9.4 - 0.5) / 47;

}  // namespace

TimingParameters MakeTimingParameters(const SocInfo& soc, int cores) {
  const double hertz = soc.cube_frequency_mhz * 1e6;
  const double memory = soc.npu_arch == 2201 ? kMemory2201 : kMemory3510;
  const auto per_core = [hertz, cores](double bytes_per_s) { return bytes_per_s / hertz / cores; };

  TimingParameters parameters;
  parameters.frequency_mhz = soc.cube_frequency_mhz;
  parameters.launch_us = kLaunchUs + kLaunchUsPerCore * (cores - 1);
  parameters.memory_bytes_per_s = memory;
  parameters.issue = kIssue;
  parameters.scalar_access = kScalarAccess;
  parameters.initialise = kInitialise;
  parameters.vector_start = kVectorStart;
  parameters.read_write_conflict = kReadWriteConflict;
  parameters.banks = soc.npu_arch == 2201;
  parameters.read_start = kReadStart;
  parameters.write_start = kWriteStart;
  parameters.core_rate = soc.ddr_rate;
  parameters.unaligned = kUnaligned;
  parameters.memory_read = std::min(parameters.core_rate, per_core(kReadShare * memory));
  parameters.memory_read_bypass = std::min(parameters.core_rate, per_core(kReadBypassShare * memory));
  parameters.memory = per_core(memory);
  parameters.traffic = per_core(kTrafficShare * memory);
  parameters.l2 = std::min<double>(soc.l2_read_rate, per_core(kL2));
  parameters.l2_bytes = soc.l2_size / static_cast<std::uint64_t>(cores);
  return parameters;
}

}  // namespace cann_emulator::ascendc
