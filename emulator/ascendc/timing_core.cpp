// SPDX-License-Identifier: Apache-2.0
#include "ascendc/timing_core.h"

#include <algorithm>
#include <cstring>

namespace cann_emulator::ascendc {

namespace {

constexpr std::uint64_t kFullRateAlignment = 512;
constexpr std::uint64_t kScalarCacheLine = 64;
// What is remembered of the past. A kernel that waits for older writes or has more of them in flight than
// queues allow gets times that are too late by the difference.
constexpr std::size_t kWritesInFlight = 64;
constexpr std::size_t kWriteEnds = 256;
constexpr std::size_t kReadings = 256;

void NoteOnce(std::vector<const char*>& names, const char* name) {
  const auto same = [name](const char* known) { return known == name || std::strcmp(known, name) == 0; };
  if (std::none_of(names.begin(), names.end(), same)) names.push_back(name);
}

}  // namespace

CoreTimeline::CoreTimeline(const TimingParameters& parameters, const L2Contents& l2, std::size_t room)
    : parameters_(parameters), l2_(l2, parameters.l2_bytes), room_(room) {}

// ---- bookkeeping

void CoreTimeline::Record(pipe_t pipe, const char* name, Site site, double start, double end,
                          std::uint64_t bytes) {
  report_.busy[pipe] += end - start;
  report_.cycles = std::max(report_.cycles, end);
  ++report_.instructions;
  if (report_.timeline.size() < room_) {
    report_.timeline.push_back({pipe, name, site, start, end, bytes});
  } else {
    ++report_.dropped;
  }
}

void CoreTimeline::CloseScalarRun() {
  if (scalar_run_.name == nullptr) return;
  Record(PIPE_S, scalar_run_.name, scalar_run_.site, scalar_run_.start, scalar_run_.end, scalar_run_.bytes);
  scalar_run_.name = nullptr;
}

// The scalar pipe hands an instruction to its pipe.
void CoreTimeline::Issue() {
  CloseScalarRun();
  scalar_ += parameters_.issue;
  report_.busy[PIPE_S] += parameters_.issue;
}

void CoreTimeline::ReserveUb(std::uint64_t end) { report_.ub_peak = std::max(report_.ub_peak, end); }

void CoreTimeline::UseUb(pipe_t pipe, Local bytes) {
  const std::uint64_t begin = bytes.address;
  const std::uint64_t end = begin + bytes.size;
  ReserveUb(end);
  auto& uses = ub_uses_[pipe];
  uses[next_use_[pipe]++ % uses.size()] = {begin, end, MomentOf(pipe)};
}

// ---- instructions

void CoreTimeline::Initialise(Site site) {
  Issue();
  const double start = std::max(scalar_, free(PIPE_V));
  free(PIPE_V) = start + parameters_.initialise;
  Record(PIPE_V, "initialise", site, start, free(PIPE_V), 0);
}

void CoreTimeline::Vector(const char* name, std::uint64_t repeats, double cycles_per_repeat, bool published,
                          Site site) {
  if (repeats == 0) return;
  Issue();
  if (!published) NoteOnce(report_.assumed, name);
  const double start = std::max(scalar_, free(PIPE_V));
  free(PIPE_V) = start + parameters_.vector_start + static_cast<double>(repeats) * cycles_per_repeat;
  Record(PIPE_V, name, site, start, free(PIPE_V), 0);
}

double CoreTimeline::Weight(const GmRuns& gm) const {
  const bool aligned = gm.address % kFullRateAlignment == 0 &&
                       (gm.count <= 1 || (gm.length + gm.gap) % kFullRateAlignment == 0);
  return static_cast<double>(gm.count * gm.length) / (aligned ? 1 : parameters_.unaligned);
}

void CoreTimeline::Read(const char* name, const GmRuns& gm, Local destination, Site site) {
  Issue();
  const std::uint64_t bytes = gm.count * gm.length;
  std::uint64_t hit = 0;
  if (gm.through_l2) {
    for (std::uint64_t i = 0; i < gm.count; ++i)
      hit += l2_.Touch(gm.address + i * (gm.length + gm.gap), gm.length);
  }
  report_.bytes_read += bytes;
  report_.bytes_from_l2 += hit;

  const double weight = Weight(gm);
  const double from_l2 = bytes == 0 ? 0 : weight * static_cast<double>(hit) / static_cast<double>(bytes);
  const double rate = gm.through_l2 ? parameters_.memory_read : parameters_.memory_read_bypass;
  const double start = std::max(scalar_, free(PIPE_MTE2));
  const double end = start + parameters_.read_start + from_l2 / parameters_.l2 + (weight - from_l2) / rate;
  free(PIPE_MTE2) = end;
  Record(PIPE_MTE2, name, site, start, end, bytes);
  UseUb(PIPE_MTE2, destination);

  const double hit_share = bytes == 0 ? 0 : static_cast<double>(hit) / static_cast<double>(bytes);
  const double bytes_per_cycle = static_cast<double>(bytes) / (end - start);
  readings_.push_back({start, end, bytes_per_cycle * (1 - hit_share), bytes_per_cycle * hit_share});
  if (readings_.size() > kReadings) readings_.pop_front();
}

void CoreTimeline::Write(const char* name, const GmRuns& gm, Local source, Site site) {
  Issue();
  const std::uint64_t bytes = gm.count * gm.length;
  if (gm.through_l2) {
    for (std::uint64_t i = 0; i < gm.count; ++i) l2_.Touch(gm.address + i * (gm.length + gm.gap), gm.length);
  }
  report_.bytes_written += bytes;
  const bool to_memory = !gm.through_l2 || report_.bytes_written > parameters_.l2_bytes;
  pending_.push_back({name, site, std::max(scalar_, free(PIPE_MTE3)), Weight(gm), bytes, to_memory});
  UseUb(PIPE_MTE3, source);
  if (pending_.size() > kWritesInFlight) Resolve(resolved_ + 1);
}

void CoreTimeline::Scalar(const char* name, double cycles, Site site) {
  const double start = scalar_;
  scalar_ += cycles;
  if (scalar_run_.name != nullptr && scalar_run_.end == start) {
    scalar_run_.end = scalar_;
    return;
  }
  CloseScalarRun();
  scalar_run_ = {PIPE_S, name, site, start, scalar_, 0};
}

void CoreTimeline::ScalarLocal(const char* name, Local element, Site site) {
  const std::uint64_t begin = element.address;
  const std::uint64_t end = begin + element.size;
  ReserveUb(end);
  for (pipe_t pipe : {PIPE_V, PIPE_MTE2, PIPE_MTE3}) {
    for (UbUse& use : ub_uses_[pipe]) {
      if (use.begin >= end || begin >= use.end) continue;
      scalar_ = std::max(scalar_, TimeOf(use.until));
      use = {};
    }
  }
  Scalar(name, parameters_.scalar_access, site);
}

// Guess: a line of the scalar unit's cache takes as long to come as the start of a copy.
void CoreTimeline::ScalarGlobal(const char* name, std::uint64_t address, std::uint32_t size, bool write,
                                Site site) {
  const std::uint64_t line = address / kScalarCacheLine;
  const bool hit = line == scalar_line_;
  scalar_line_ = line;
  (write ? report_.bytes_written : report_.bytes_read) += size;
  Scalar(name, parameters_.scalar_access + (hit ? 0 : parameters_.read_start), site);
}

// ---- writes to GM

// Reads come first: writes get what they leave of L2, and of device memory where L2 has no room.
double CoreTimeline::WriteRate(const PendingWrite& write, double memory_read, double l2_read) const {
  const double limit = write.to_memory ? parameters_.memory : parameters_.traffic;
  const double alone = std::min({parameters_.core_rate, limit, parameters_.l2});
  // Guess: writes never stop altogether.
  constexpr double kLeast = 1.0 / 16;
  return std::clamp(std::min(limit - memory_read, parameters_.l2 - l2_read), kLeast * alone, alone);
}

double CoreTimeline::WriteEnd(double start, const PendingWrite& write) {
  double at = start + parameters_.write_start;
  double left = write.weight;
  for (const Reading& reading : readings_) {
    if (reading.end <= at) continue;
    const double alone = WriteRate(write, 0, 0);
    if (at < reading.start) {
      const double until = std::min(reading.start, at + left / alone);
      left -= (until - at) * alone;
      at = until;
    }
    if (left <= 0 || at < reading.start) break;
    const double rate = WriteRate(write, reading.memory, reading.l2);
    const double until = std::min(reading.end, at + left / rate);
    left -= (until - at) * rate;
    at = until;
    if (left <= 0) break;
  }
  return left > 0 ? at + left / WriteRate(write, 0, 0) : at;
}

void CoreTimeline::Resolve(std::uint64_t writes) {
  while (resolved_ < writes && !pending_.empty()) {
    const PendingWrite write = pending_.front();
    pending_.pop_front();
    const double start = std::max(write.ready, written_);
    const double end = WriteEnd(start, write);
    written_ = end;
    Record(PIPE_MTE3, write.name, write.site, start, end, write.bytes);
    ++resolved_;
    write_ends_.push_back(end);
    if (write_ends_.size() > kWriteEnds) write_ends_.pop_front();
    while (!readings_.empty() && readings_.front().end <= start) readings_.pop_front();
  }
}

double CoreTimeline::TimeOf(const Moment& moment) {
  if (moment.writes == 0) return moment.time;
  Resolve(moment.writes);
  const std::uint64_t later = resolved_ - moment.writes;
  const std::size_t at = later < write_ends_.size() ? write_ends_.size() - 1 - later : 0;
  return std::max(moment.time, write_ends_[at]);
}

// ---- order

CoreTimeline::Moment CoreTimeline::MomentOf(pipe_t pipe) const {
  const double time = pipe == PIPE_S ? scalar_ : std::max(scalar_, free_[pipe]);
  return {time, pipe == PIPE_MTE3 ? resolved_ + pending_.size() : 0};
}

CoreTimeline::Moment CoreTimeline::Publish(pipe_t pipe) {
  Issue();
  return MomentOf(pipe);
}

void CoreTimeline::Await(pipe_t pipe, const Moment& moment) {
  Issue();
  const double time = TimeOf(moment);
  if (pipe == PIPE_S) {
    scalar_ = std::max(scalar_, time);
    return;
  }
  free(pipe) = std::max(free(pipe), time);
}

void CoreTimeline::Barrier(pipe_t pipe) {
  Issue();
  if (pipe != PIPE_ALL) return;  // each pipe runs its instructions one after the other anyway
  Resolve(resolved_ + pending_.size());
  scalar_ = std::max({scalar_, written_, *std::max_element(free_.begin(), free_.end())});
}

CoreReport CoreTimeline::Finish() {
  Barrier(PIPE_ALL);
  report_.cycles = std::max(report_.cycles, scalar_);
  return std::move(report_);
}

}  // namespace cann_emulator::ascendc
