// SPDX-License-Identifier: Apache-2.0
// Callbacks on their way from streams to the threads that subscribed to them.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>

#include "acl/acl_rt.h"
#include "acl/stream.h"

namespace cann_emulator {

// One thread's callbacks.
class ReportQueue {
 public:
  // Called by a stream: hands the callback over and, if `block`, waits until the thread has run it. Fails
  // when the queue is abandoned meanwhile.
  Status Deliver(aclrtCallback function, void* argument, bool block);
  // Called by the thread: runs what is there, waiting for the first. False when the deadline passes.
  bool Process(const Deadline& deadline);
  // Nobody will process any more: waiting streams go on with an error.
  void Abandon();

 private:
  struct Report {
    aclrtCallback function;
    void* argument;
    std::uint64_t number;
  };
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Report> reports_;
  std::uint64_t delivered_ = 0;
  std::uint64_t processed_ = 0;
  bool abandoned_ = false;
};

// Ends every wait for callbacks; the process is about to exit.
void AbandonReports();

}  // namespace cann_emulator
