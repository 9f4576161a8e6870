// SPDX-License-Identifier: Apache-2.0
#include "acl/report_queue.h"

#include "acl/error.h"

namespace cann_emulator {

Status ReportQueue::Deliver(aclrtCallback function, void* argument, bool block) {
  std::unique_lock lock(mutex_);
  const std::uint64_t number = ++delivered_;
  if (!abandoned_) reports_.push_back({function, argument, number});
  changed_.notify_all();
  if (block) changed_.wait(lock, [&] { return processed_ >= number || abandoned_; });
  if (!abandoned_ || processed_ >= number) return {};
  return {ACL_ERROR_STREAM_NOT_SUBSCRIBE,
          "a callback was not run: its thread unsubscribed from the stream (aclrtUnSubscribeReport) first"};
}

bool ReportQueue::Process(const Deadline& deadline) {
  std::unique_lock lock(mutex_);
  const auto ready = [this] { return !reports_.empty() || abandoned_; };
  if (!deadline) {
    changed_.wait(lock, ready);
  } else if (!changed_.wait_until(lock, *deadline, ready)) {
    return false;
  }
  while (!reports_.empty()) {
    const Report report = reports_.front();
    reports_.pop_front();
    lock.unlock();
    report.function(report.argument);
    lock.lock();
    processed_ = report.number;
    changed_.notify_all();
  }
  return true;
}

void ReportQueue::Abandon() {
  std::unique_lock lock(mutex_);
  abandoned_ = true;
  changed_.notify_all();
}

}  // namespace cann_emulator
