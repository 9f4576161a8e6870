// SPDX-License-Identifier: Apache-2.0
// The modelled time of one block: when each of its instructions starts and ends. Each pipe runs its
// instructions in order, pipes overlap, and what waits for another pipe starts when that one is done.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "ascendc/position.h"
#include "ascendc/runtime.h"
#include "ascendc/timing_banks.h"
#include "ascendc/timing_l2.h"
#include "ascendc/timing_parameters.h"

namespace cann_emulator::ascendc {

// One instruction of the timeline, or, on the scalar pipe, accesses one after another. Times in cycles since
// the block began.
struct TimedInstruction {
  pipe_t pipe;
  const char* name;
  Site site;
  double start;
  double end;
  std::uint64_t bytes;  // of GM
};

// What one block took.
struct CoreReport {
  double cycles = 0;
  std::array<double, PIPE_ALL> busy{};  // cycles by pipe_t
  std::uint64_t bytes_read = 0;         // of GM
  std::uint64_t bytes_written = 0;
  std::uint64_t bytes_from_l2 = 0;  // of those read
  std::uint64_t ub_peak = 0;        // end of the highest byte of UB in use
  std::uint64_t instructions = 0;
  std::uint64_t dropped = 0;  // instructions that the timeline has no room for
  std::vector<TimedInstruction> timeline;
  std::vector<const char*> assumed;  // instructions whose cost nobody has published
};

// How a copy lies in GM: `count` runs of `length` bytes, `gap` bytes apart.
struct GmRuns {
  std::uint64_t address = 0;
  std::uint64_t count = 0;
  std::uint64_t length = 0;
  std::uint64_t gap = 0;
  bool through_l2 = true;
};

class CoreTimeline {
 public:
  // A moment at which a pipe will have finished what it has got so far. A write to GM shares bandwidth with
  // reads that come later in the program; until it is resolved, the moment is that write's number.
  struct Moment {
    double time = 0;
    std::uint64_t writes = 0;
  };

  // Keeps the first `room` instructions of the timeline.
  CoreTimeline(const TimingParameters& parameters, const L2Contents& l2, std::size_t room);

  // ---- instructions, in program order
  void Initialise(Site site);
  // `published`: whether the cost of `cycles_per_repeat` is a published one.
  void Vector(const char* name, std::uint64_t repeats, double cycles_per_repeat, bool published, Site site);
  void Read(const char* name, const GmRuns& gm, Local destination, Site site);
  void Write(const char* name, const GmRuns& gm, Local source, Site site);
  // GetValue and SetValue: in UB they wait for the instructions that use the bytes, as the compiler arranges.
  void ScalarLocal(const char* name, Local element, Site site);
  void ScalarGlobal(const char* name, std::uint64_t address, std::uint32_t size, bool write, Site site);
  // The UB bytes of a vector instruction, for the scalar accesses that follow.
  void UseUb(pipe_t pipe, Local bytes);
  // Bytes of UB that queues and buffers take: [0, end).
  void ReserveUb(std::uint64_t end);

  // ---- order
  Moment Publish(pipe_t pipe);
  void Await(pipe_t pipe, const Moment& moment);
  void Barrier(pipe_t pipe);

  // Cycles since the block began, as the scalar pipe sees them.
  double now() const { return scalar_; }
  bool banks() const { return parameters_.banks; }
  double read_write_conflict() const { return parameters_.read_write_conflict; }

  // Waits for all pipes; the report is whole afterwards.
  CoreReport Finish();
  L2View& l2() { return l2_; }

 private:
  struct PendingWrite {
    const char* name;
    Site site;
    double ready;
    double weight;  // bytes, those at a lower rate counted for more
    std::uint64_t bytes;
    bool to_memory;  // past L2, or into one that is full of written bytes
  };
  // While device memory or L2 is read by this core, at these rates.
  struct Reading {
    double start;
    double end;
    double memory;
    double l2;
  };
  struct UbUse {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    Moment until;
  };

  void Issue();
  double& free(pipe_t pipe) { return free_[pipe]; }
  void Record(pipe_t pipe, const char* name, Site site, double start, double end, std::uint64_t bytes);
  void CloseScalarRun();
  void Scalar(const char* name, double cycles, Site site);
  void Resolve(std::uint64_t writes);
  double WriteEnd(double start, const PendingWrite& write);
  double WriteRate(const PendingWrite& write, double memory_read, double l2_read) const;
  Moment MomentOf(pipe_t pipe) const;
  double TimeOf(const Moment& moment);
  double Weight(const GmRuns& gm) const;

  const TimingParameters parameters_;
  L2View l2_;
  std::size_t room_;
  double scalar_ = 0;
  // When a pipe can start what it gets next, as far as its own instructions and waits go; MTE3: waits alone.
  std::array<double, PIPE_ALL> free_{};
  double written_ = 0;  // end of the last write that is resolved
  std::deque<Reading> readings_;
  std::deque<PendingWrite> pending_;
  std::uint64_t resolved_ = 0;  // writes of which the end is known
  std::deque<double> write_ends_;
  std::array<std::array<UbUse, 8>, PIPE_ALL> ub_uses_;
  std::array<std::uint32_t, PIPE_ALL> next_use_{};
  std::uint64_t scalar_line_ = ~std::uint64_t{0};
  TimedInstruction scalar_run_{PIPE_S, nullptr, {}, 0, 0, 0};
  CoreReport report_;
};

}  // namespace cann_emulator::ascendc
