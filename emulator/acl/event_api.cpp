// SPDX-License-Identifier: Apache-2.0
#include <atomic>

#include "acl/acl_rt.h"
#include "acl/error.h"
#include "acl/event.h"
#include "acl/recording.h"

using namespace cann_emulator;

namespace {

aclError CreateEvent(const char* function, aclrtEvent* event, std::uint32_t flags) {
  static std::atomic<std::uint32_t> next{0};
  if (event == nullptr) return ReportNull(function, "event");
  *event = Events().Add(std::make_shared<Event>(next++, flags));
  return ACL_SUCCESS;
}

int ResolveEvent(const char* function, aclrtEvent handle, std::shared_ptr<Event>* event) {
  *event = Events().Find(handle);
  return *event == nullptr ? ReportBadHandle(function, "event", handle) : ACL_SUCCESS;
}

aclError Synchronize(const char* function, aclrtEvent handle, int timeout_ms) {
  std::shared_ptr<Event> event;
  if (int code = ResolveEvent(function, handle, &event); code != ACL_SUCCESS) return code;
  if (Status status = RefuseWhileRecording(function); !status.ok()) return ReportStatus(status);
  return ReportStatus(event->Wait(event->generation(), DeadlineAfter(timeout_ms)));
}

int RequireTimestamp(const char* function, aclrtEvent handle, Event::Clock::time_point* time) {
  std::shared_ptr<Event> event;
  if (int code = ResolveEvent(function, handle, &event); code != ACL_SUCCESS) return code;
  if (event->Timestamp(time)) return ACL_SUCCESS;
  return ReportError(
      ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID,
      std::string(function) + ": event " + std::to_string(event->id()) +
          (event->recorded() ? " was recorded but its stream has not reached it; synchronise first"
                             : " was never recorded"));
}

}  // namespace

aclError aclrtCreateEvent(aclrtEvent* event) {
  return CreateEvent("aclrtCreateEvent", event, ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE);
}

aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flags) {
  return CreateEvent("aclrtCreateEventWithFlag", event, flags);
}

aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flags) {
  return CreateEvent("aclrtCreateEventExWithFlag", event, flags);
}

aclError aclrtDestroyEvent(aclrtEvent event) {
  if (Events().Remove(event) == nullptr) return ReportBadHandle("aclrtDestroyEvent", "event", event);
  return ACL_SUCCESS;
}

aclError aclrtRecordEvent(aclrtEvent handle, aclrtStream stream_handle) {
  std::shared_ptr<Event> event;
  std::shared_ptr<Stream> stream;
  if (int code = ResolveEvent("aclrtRecordEvent", handle, &event); code != ACL_SUCCESS) return code;
  if (int code = ResolveStream("aclrtRecordEvent", stream_handle, &stream); code != ACL_SUCCESS) return code;
  if (Status status = RefuseWhileRecording("aclrtRecordEvent"); !status.ok()) return ReportStatus(status);
  const std::uint64_t generation = event->BeginRecord();
  Stream::Task task;
  task.name = "aclrtRecordEvent";
  task.marker = true;
  task.run = [event, generation](const Status& failed) {
    event->CompleteRecord(generation, failed);
    return Status{};
  };
  const int code = stream->Push(std::move(task));
  if (code != ACL_SUCCESS) event->CompleteRecord(generation, {code, "the record could not be queued"});
  return code;
}

aclError aclrtResetEvent(aclrtEvent handle, aclrtStream stream_handle) {
  std::shared_ptr<Event> event;
  std::shared_ptr<Stream> stream;
  if (int code = ResolveEvent("aclrtResetEvent", handle, &event); code != ACL_SUCCESS) return code;
  if (int code = ResolveStream("aclrtResetEvent", stream_handle, &stream); code != ACL_SUCCESS) return code;
  event->Reset();
  return ACL_SUCCESS;
}

aclError aclrtStreamWaitEvent(aclrtStream stream_handle, aclrtEvent handle) {
  std::shared_ptr<Event> event;
  std::shared_ptr<Stream> stream;
  if (int code = ResolveStream("aclrtStreamWaitEvent", stream_handle, &stream); code != ACL_SUCCESS)
    return code;
  if (int code = ResolveEvent("aclrtStreamWaitEvent", handle, &event); code != ACL_SUCCESS) return code;
  if (Status status = RefuseWhileRecording("aclrtStreamWaitEvent"); !status.ok()) return ReportStatus(status);
  const std::uint64_t generation = event->generation();
  if (generation == 0) return ACL_SUCCESS;
  return PushWork(*stream, "aclrtStreamWaitEvent",
                  [event, generation] { return event->Wait(generation, std::nullopt); });
}

aclError aclrtSynchronizeEvent(aclrtEvent event) { return Synchronize("aclrtSynchronizeEvent", event, -1); }

aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout) {
  return Synchronize("aclrtSynchronizeEventWithTimeout", event, timeout);
}

aclError aclrtQueryEvent(aclrtEvent handle, aclrtEventStatus* status) {
  if (status == nullptr) return ReportNull("aclrtQueryEvent", "status");
  std::shared_ptr<Event> event;
  if (int code = ResolveEvent("aclrtQueryEvent", handle, &event); code != ACL_SUCCESS) return code;
  *status = event->Complete() ? ACL_EVENT_STATUS_COMPLETE : ACL_EVENT_STATUS_NOT_READY;
  return ACL_SUCCESS;
}

aclError aclrtQueryEventStatus(aclrtEvent handle, aclrtEventRecordedStatus* status) {
  if (status == nullptr) return ReportNull("aclrtQueryEventStatus", "status");
  std::shared_ptr<Event> event;
  if (int code = ResolveEvent("aclrtQueryEventStatus", handle, &event); code != ACL_SUCCESS) return code;
  *status = event->recorded() && event->Complete() ? ACL_EVENT_RECORDED_STATUS_COMPLETE
                                                   : ACL_EVENT_RECORDED_STATUS_NOT_READY;
  return ACL_SUCCESS;
}

aclError aclrtQueryEventWaitStatus(aclrtEvent handle, aclrtEventWaitStatus* status) {
  if (status == nullptr) return ReportNull("aclrtQueryEventWaitStatus", "status");
  std::shared_ptr<Event> event;
  if (int code = ResolveEvent("aclrtQueryEventWaitStatus", handle, &event); code != ACL_SUCCESS) return code;
  *status = event->Complete() ? ACL_EVENT_WAIT_STATUS_COMPLETE : ACL_EVENT_WAIT_STATUS_NOT_READY;
  return ACL_SUCCESS;
}

aclError aclrtEventElapsedTime(float* milliseconds, aclrtEvent start, aclrtEvent end) {
  if (milliseconds == nullptr) return ReportNull("aclrtEventElapsedTime", "milliseconds");
  Event::Clock::time_point from;
  Event::Clock::time_point to;
  if (int code = RequireTimestamp("aclrtEventElapsedTime", start, &from); code != ACL_SUCCESS) return code;
  if (int code = RequireTimestamp("aclrtEventElapsedTime", end, &to); code != ACL_SUCCESS) return code;
  if (to < from) {
    return ReportError(ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL,
                       "aclrtEventElapsedTime: the end event was reached before the start event");
  }
  *milliseconds = std::chrono::duration<float, std::milli>(to - from).count();
  return ACL_SUCCESS;
}

aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t* microseconds) {
  if (microseconds == nullptr) return ReportNull("aclrtEventGetTimestamp", "microseconds");
  Event::Clock::time_point time;
  if (int code = RequireTimestamp("aclrtEventGetTimestamp", event, &time); code != ACL_SUCCESS) return code;
  *microseconds = static_cast<uint64_t>(
      std::chrono::duration_cast<std::chrono::microseconds>(time.time_since_epoch()).count());
  return ACL_SUCCESS;
}

aclError aclrtGetEventId(aclrtEvent handle, uint32_t* id) {
  if (id == nullptr) return ReportNull("aclrtGetEventId", "id");
  std::shared_ptr<Event> event;
  if (int code = ResolveEvent("aclrtGetEventId", handle, &event); code != ACL_SUCCESS) return code;
  *id = event->id();
  return ACL_SUCCESS;
}
