// SPDX-License-Identifier: Apache-2.0
// A stream: a queue of tasks and the thread that runs them in order.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "acl/handle_table.h"
#include "acl/task_recorder.h"

namespace cann_emulator {

class Context;

using Deadline = std::optional<std::chrono::steady_clock::time_point>;  // none: wait for ever
Deadline DeadlineAfter(int timeout_ms);                                 // negative: none

class Stream : public std::enable_shared_from_this<Stream> {
 public:
  explicit Stream(Context* context);

  Context* context() const { return context_; }
  int id() const { return id_; }

  struct Task {
    std::string name;
    // Receives the error that stopped the stream (ok when none did). Ordinary work does not run then; markers
    // do.
    std::function<Status(const Status& failed)> run;
    // An event record: runs on a stopped stream too, under the stream's lock, so it must not call the stream.
    bool marker = false;
    std::vector<RecordedArgument> arguments = {};  // of a recorded task
  };
  int Push(Task task);

  // From now on tasks are kept for TakeRecorded, none runs.
  void Record();
  std::deque<Task> TakeRecorded();

  // Waits for what is queued now; returns the stream's error and clears it. ACL_ERROR_RT_STREAM_SYNC_TIMEOUT
  // when the deadline passes first.
  Status Synchronize(const Deadline& deadline);

  bool Idle() const;
  Status error() const;

  // Ends the thread after what is queued; with `drop`, after the running task and the markers.
  void Close(bool drop);

  // The same as Close(true) in two steps. False when the thread still runs at the deadline.
  void RequestStop();
  bool AwaitStop(const Deadline& deadline) const;
  std::string RunningTask() const;

 private:
  void Run();
  void AwaitWork(std::unique_lock<std::mutex>& lock);
  Status DroppedStatus() const;

  Context* const context_;
  const int id_;
  mutable std::mutex mutex_;
  mutable std::condition_variable work_;
  mutable std::condition_variable done_;
  std::deque<Task> queue_;
  std::deque<Task> abandoned_;             // kept for ever, see Run
  std::atomic<std::uint64_t> pushed_ = 0;  // written under the mutex, as closing_ is
  std::uint64_t finished_ = 0;
  Status error_;
  std::string running_;
  bool thread_alive_ = false;
  std::atomic<bool> closing_ = false;
  bool dropping_ = false;
  bool recording_ = false;
};

HandleTable<Stream>& Streams();

// The stream of a handle; null stands for the calling thread's default stream. Reports and returns an error
// otherwise.
int ResolveStream(const char* function, void* handle, std::shared_ptr<Stream>* stream);

// Pushes ordinary work.
int PushWork(Stream& stream, std::string name, std::function<Status()> work);

// The stream whose thread is calling; null elsewhere.
Stream* CurrentWorker();

// "stream 3 of device 0"
std::string StreamText(const Stream& stream);

}  // namespace cann_emulator
