// SPDX-License-Identifier: Apache-2.0
#include "acl/recording.h"

#include <stdexcept>
#include <utility>

#include "acl/acl.h"
#include "acl/error.h"
#include "acl/stream.h"

namespace cann_emulator {
namespace {

thread_local const Stream* t_recorded = nullptr;
thread_local Status t_refusal;
thread_local std::vector<RecordedArgument> t_arguments;

}  // namespace

bool IsRecording() { return t_recorded != nullptr; }

void NoteArgument(const std::string& what, const void* bytes, std::size_t size) {
  if (t_recorded != nullptr) t_arguments.push_back({what, {static_cast<const char*>(bytes), size}});
}

std::vector<RecordedArgument> TakeArguments() { return std::exchange(t_arguments, {}); }

Status RefuseWhileRecording(std::string_view what) {
  if (t_recorded == nullptr) return {};
  Status refusal{ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                 std::string(what) +
                     " is not possible here: launches are being recorded, to be replayed at every step, and "
                     "this would happen once only. Work may depend on shapes, dtypes and attributes alone"};
  if (t_refusal.ok()) t_refusal = refusal;
  return refusal;
}

Status RefuseUnrecorded(const Stream& stream, const std::string& task) {
  if (t_recorded == nullptr || t_recorded == &stream) return {};  // every task comes here: no text is made
  return RefuseWhileRecording("'" + task + "' on " + StreamText(stream) + " instead of the recorded stream");
}

TaskRecorder::TaskRecorder(void* device_stream) {
  if (t_recorded != nullptr) throw std::logic_error("the calling thread records a stream already");
  std::shared_ptr<Stream> model;
  if (ResolveStream("TaskRecorder", device_stream, &model) != ACL_SUCCESS) {
    throw std::runtime_error(aclGetRecentErrMsg());
  }
  stream_ = std::make_shared<Stream>(model->context());
  stream_->Record();
  handle_ = Streams().Add(stream_);
  t_recorded = stream_.get();
  t_refusal = {};
  t_arguments.clear();
}

TaskRecorder::~TaskRecorder() {
  t_recorded = nullptr;
  Streams().Remove(handle_);
}

std::vector<RecordedTask> TaskRecorder::Take() {
  std::vector<RecordedTask> tasks;
  for (Stream::Task& task : stream_->TakeRecorded()) {
    tasks.push_back({std::move(task.name), [run = std::move(task.run)] { return run(Status{}); },
                     std::move(task.arguments)});
  }
  return tasks;
}

Status TaskRecorder::TakeRefusal() { return std::exchange(t_refusal, {}); }

}  // namespace cann_emulator
