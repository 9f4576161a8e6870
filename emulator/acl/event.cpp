// SPDX-License-Identifier: Apache-2.0
#include "acl/event.h"

#include "acl/error.h"

namespace cann_emulator {

std::uint64_t Event::BeginRecord() {
  std::unique_lock lock(mutex_);
  return ++begun_;
}

void Event::CompleteRecord(std::uint64_t generation, const Status& failed) {
  std::unique_lock lock(mutex_);
  if (generation <= completed_) return;  // an older record on a slower stream
  completed_ = generation;
  failed_ = failed;
  time_ = Clock::now();
  reached_.notify_all();
}

void Event::Reset() {
  std::unique_lock lock(mutex_);
  reset_at_ = begun_;
}

bool Event::recorded() const {
  std::unique_lock lock(mutex_);
  return begun_ > reset_at_;
}

bool Event::Complete() const {
  std::unique_lock lock(mutex_);
  return begun_ == reset_at_ || completed_ >= begun_;
}

std::uint64_t Event::generation() const {
  std::unique_lock lock(mutex_);
  return begun_ > reset_at_ ? begun_ : 0;
}

Status Event::Wait(std::uint64_t generation, const Deadline& deadline) const {
  std::unique_lock lock(mutex_);
  const auto reached = [&] { return completed_ >= generation; };
  if (!deadline) {
    reached_.wait(lock, reached);
  } else if (!reached_.wait_until(lock, *deadline, reached)) {
    return {ACL_ERROR_RT_EVENT_SYNC_TIMEOUT, "timed out waiting for event " + std::to_string(id_)};
  }
  return generation != 0 && completed_ == generation ? failed_ : Status{};
}

bool Event::Timestamp(Clock::time_point* time) const {
  std::unique_lock lock(mutex_);
  if (begun_ == reset_at_ || completed_ < begun_) return false;
  *time = time_;
  return true;
}

HandleTable<Event>& Events() {
  static HandleTable<Event>& events = *new HandleTable<Event>;  // outlives the stream threads
  return events;
}

}  // namespace cann_emulator
