// SPDX-License-Identifier: Apache-2.0
// An event: a point in a stream's order. Each record starts a new generation; waiters wait for the generation
// that was current when they were queued.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "acl/handle_table.h"
#include "acl/stream.h"

namespace cann_emulator {

class Event {
 public:
  using Clock = std::chrono::steady_clock;

  Event(std::uint32_t id, std::uint32_t flags) : id_(id), flags_(flags) {}

  std::uint32_t id() const { return id_; }
  std::uint32_t flags() const { return flags_; }

  std::uint64_t BeginRecord();
  // Called when the stream reaches the record; `failed` is the error that had stopped it.
  void CompleteRecord(std::uint64_t generation, const Status& failed);
  void Reset();

  bool recorded() const;  // a record was made since creation or reset
  bool Complete() const;  // the latest record was reached; true without any
  std::uint64_t generation() const;
  // Waits for a generation; ok when it, or a later one, completed. Returns the error it was recorded with.
  Status Wait(std::uint64_t generation, const Deadline& deadline) const;
  bool Timestamp(Clock::time_point* time) const;  // false when not recorded or not reached

 private:
  const std::uint32_t id_;
  const std::uint32_t flags_;
  mutable std::mutex mutex_;
  mutable std::condition_variable reached_;
  std::uint64_t begun_ = 0;
  std::uint64_t completed_ = 0;
  std::uint64_t reset_at_ = 0;  // generations up to here are forgotten
  Status failed_;
  Clock::time_point time_;
};

HandleTable<Event>& Events();

}  // namespace cann_emulator
