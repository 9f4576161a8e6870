// SPDX-License-Identifier: Apache-2.0
#include "acl/stream.h"

#include <atomic>
#include <exception>
#include <thread>
#include <utility>

#include "acl/context.h"
#include "acl/error.h"
#include "acl/recording.h"
#include "acl/shutdown.h"

namespace cann_emulator {
namespace {

thread_local Stream* t_worker = nullptr;

// Waking a sleeping thread costs whoever queues work some ten microseconds. A graph's calls and eager
// operators follow each other more closely than this, so the worker stays awake between them, offering its
// CPU to others.
constexpr std::chrono::microseconds kStayAwake{100};

int NextStreamId() {
  static std::atomic<int> next{0};
  return next++;
}

// A task must not take the process down: an exception becomes the stream's error.
Status RunGuarded(const Stream::Task& task, const Status& failed) {
  try {
    return task.run(failed);
  } catch (const std::exception& error) {
    return {ACL_ERROR_INTERNAL_ERROR, "task '" + task.name + "' threw an exception: " + error.what()};
  } catch (...) {
    return {ACL_ERROR_INTERNAL_ERROR, "task '" + task.name + "' threw an exception of unknown type"};
  }
}

Status ForkedStatus() {
  return {
      ACL_ERROR_RT_CONTEXT_NULL,
      "this process was forked from one that had used its devices, which a child cannot; start it with the "
      "method 'spawn' (multiprocessing.set_start_method)"};
}

template <typename Predicate>
bool WaitUntil(std::condition_variable& condition, std::unique_lock<std::mutex>& lock,
               const Deadline& deadline, Predicate predicate) {
  if (deadline) return condition.wait_until(lock, *deadline, predicate);
  condition.wait(lock, predicate);
  return true;
}

}  // namespace

Deadline DeadlineAfter(int timeout_ms) {
  if (timeout_ms < 0) return std::nullopt;
  return std::chrono::steady_clock::now() + std::chrono::milliseconds(timeout_ms);
}

Stream::Stream(Context* context) : context_(context), id_(NextStreamId()) {}

int Stream::Push(Task task) {
  if (InForkedChild()) return ReportStatus(ForkedStatus());
  if (IsRecording()) task.arguments = TakeArguments();
  if (Status status = RefuseUnrecorded(*this, task.name); !status.ok()) return ReportStatus(status);
  std::unique_lock lock(mutex_);
  if (recording_) {
    queue_.push_back(std::move(task));
    return ACL_SUCCESS;
  }
  if (closing_) {
    return ReportError(ACL_ERROR_RT_STREAM_CONTEXT, "'" + task.name + "' was queued on " + StreamText(*this) +
                                                        ", which is being destroyed");
  }
  if (!thread_alive_) {
    DrainAtExit();
    thread_alive_ = true;
    std::thread([self = shared_from_this()] { self->Run(); }).detach();
  }
  queue_.push_back(std::move(task));
  ++pushed_;
  lock.unlock();
  work_.notify_one();
  return ACL_SUCCESS;
}

void Stream::Record() {
  std::unique_lock lock(mutex_);
  recording_ = true;
}

std::deque<Stream::Task> Stream::TakeRecorded() {
  std::unique_lock lock(mutex_);
  return std::exchange(queue_, {});
}

void Stream::Run() {
  t_worker = this;
  SetCurrentContext(context_);
  std::unique_lock lock(mutex_);
  while (true) {
    AwaitWork(lock);
    if (queue_.empty()) break;
    Task task = std::move(queue_.front());
    queue_.pop_front();
    const Status failed = error_.ok() && dropping_ ? DroppedStatus() : error_;
    Status status;
    if (task.marker) {
      // Locked: whoever sees the event must find the stream idle, and the other way round.
      status = RunGuarded(task, failed);
    } else {
      running_ = task.name;
      lock.unlock();
      if (failed.ok()) status = RunGuarded(task, failed);
      // Frees what the task holds before the stream counts as idle, and unlocked: that may call the stream
      // again.
      if (!ProcessIsExiting()) task.run = nullptr;
      lock.lock();
      running_.clear();
    }
    if (!status.ok() && error_.ok()) error_ = std::move(status);
    // What a task holds may belong to libraries that are being torn down: it is left alone then.
    if (ProcessIsExiting()) abandoned_.push_back(std::move(task));
    ++finished_;
    done_.notify_all();
  }
  thread_alive_ = false;
  done_.notify_all();
}

void Stream::AwaitWork(std::unique_lock<std::mutex>& lock) {
  const auto ready = [this] { return !queue_.empty() || closing_; };
  if (!ready()) {
    const std::uint64_t finished = finished_;
    lock.unlock();
    const auto sleep = std::chrono::steady_clock::now() + kStayAwake;
    while (pushed_ == finished && !closing_ && std::chrono::steady_clock::now() < sleep)
      std::this_thread::yield();
    lock.lock();
  }
  work_.wait(lock, ready);
}

Status Stream::DroppedStatus() const {
  return {ACL_ERROR_RT_STREAM_ABORT, StreamText(*this) + " was destroyed before it came to this"};
}

Status Stream::Synchronize(const Deadline& deadline) {
  if (t_worker == this) {
    return {ACL_ERROR_RT_PARAM_INVALID,
            "a task of " + StreamText(*this) + " must not wait for its own stream"};
  }
  if (InForkedChild()) return ForkedStatus();
  if (IsRecording()) return RefuseWhileRecording("waiting for " + StreamText(*this));
  std::unique_lock lock(mutex_);
  const std::uint64_t target = pushed_;
  if (!WaitUntil(done_, lock, deadline, [&] { return finished_ >= target; })) {
    return {ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, "timed out waiting for " + StreamText(*this) + ": " +
                                                  std::to_string(target - finished_) +
                                                  " tasks not finished, running '" + running_ + "'"};
  }
  return std::exchange(error_, {});
}

bool Stream::Idle() const {
  std::unique_lock lock(mutex_);
  return finished_ == pushed_;
}

Status Stream::error() const {
  std::unique_lock lock(mutex_);
  return error_;
}

void Stream::RequestStop() {
  std::unique_lock lock(mutex_);
  closing_ = dropping_ = true;
  work_.notify_one();
}

void Stream::Close(bool drop) {
  {
    std::unique_lock lock(mutex_);
    closing_ = true;
    dropping_ = dropping_ || drop;
    work_.notify_one();
  }
  if (t_worker != this) AwaitStop(std::nullopt);
}

bool Stream::AwaitStop(const Deadline& deadline) const {
  std::unique_lock lock(mutex_);
  return WaitUntil(done_, lock, deadline, [this] { return !thread_alive_; });
}

std::string Stream::RunningTask() const {
  std::unique_lock lock(mutex_);
  return running_;
}

HandleTable<Stream>& Streams() {
  static HandleTable<Stream>& streams = *new HandleTable<Stream>;  // outlives the stream threads
  return streams;
}

int ResolveStream(const char* function, void* handle, std::shared_ptr<Stream>* stream) {
  if (handle != nullptr) {
    *stream = Streams().Find(handle);
    if (*stream == nullptr) return ReportBadHandle(function, "stream", handle);
    return ACL_SUCCESS;
  }
  Context* context = nullptr;
  if (int code = RequireContext(function, &context); code != ACL_SUCCESS) return code;
  *stream = context->DefaultStream();
  return ACL_SUCCESS;
}

int PushWork(Stream& stream, std::string name, std::function<Status()> work) {
  return stream.Push({std::move(name), [work = std::move(work)](const Status&) { return work(); }});
}

Stream* CurrentWorker() { return t_worker; }

std::string StreamText(const Stream& stream) {
  return "stream " + std::to_string(stream.id()) + " of device " + std::to_string(stream.context()->device());
}

int EnqueueTask(void* stream, std::string name, std::function<Status()> task) {
  std::shared_ptr<Stream> resolved;
  if (int code = ResolveStream(name.c_str(), stream, &resolved); code != ACL_SUCCESS) return code;
  return PushWork(*resolved, std::move(name), std::move(task));
}

int SynchronizeStream(void* stream) {
  std::shared_ptr<Stream> resolved;
  if (int code = ResolveStream("SynchronizeStream", stream, &resolved); code != ACL_SUCCESS) return code;
  return ReportStatus(resolved->Synchronize(std::nullopt));
}

}  // namespace cann_emulator
