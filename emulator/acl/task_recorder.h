// SPDX-License-Identifier: Apache-2.0
// Work that is launched once and run many times.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "acl/runtime.h"

namespace cann_emulator {

struct RecordedArgument {
  std::string what;   // 'argument 0'
  std::string bytes;  // padding as zeros
};

struct RecordedTask {
  std::string name;
  std::function<Status()> run;
  std::vector<RecordedArgument> arguments;  // where who launches notes them (NoteArgument)
};

// Whether the calling thread records.
CANN_EMULATOR_API bool IsRecording();

// Adds an argument to those of the next task that the calling thread records; nothing outside a recording.
CANN_EMULATOR_API void NoteArgument(const std::string& what, const void* bytes, std::size_t size);
template <typename... Scalars>
void NoteArguments(const Scalars&... scalars) {
  if (IsRecording()) {
    int number = 0;
    (NoteArgument("argument " + std::to_string(number++), &scalars, sizeof(scalars)), ...);
  }
}

class Stream;

// A stream that keeps what is put on it instead of running it, for work that is launched once and run many
// times. While the object lives, what would happen once only is refused on the thread that made it: waiting
// for streams and events, recording them, copies from or to host memory on a stream, reading device memory,
// and work on any other stream.
class CANN_EMULATOR_API TaskRecorder {
 public:
  // The stream belongs to the context of `device_stream` (nullptr: the calling thread's default stream).
  // Throws std::logic_error where the thread already has one.
  explicit TaskRecorder(void* device_stream);
  ~TaskRecorder();
  TaskRecorder(const TaskRecorder&) = delete;
  TaskRecorder& operator=(const TaskRecorder&) = delete;

  void* stream() const { return handle_; }
  // What was recorded since the last call, in order; each can be run any number of times.
  std::vector<RecordedTask> Take();
  // The first thing that was refused since the last call; ok when nothing was.
  Status TakeRefusal();

 private:
  std::shared_ptr<Stream> stream_;
  void* handle_ = nullptr;
};

}  // namespace cann_emulator
