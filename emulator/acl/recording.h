// SPDX-License-Identifier: Apache-2.0
// What a thread that records a stream (TaskRecorder) may not do.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "acl/task_recorder.h"

namespace cann_emulator {

// What NoteArgument has kept since the last call.
std::vector<RecordedArgument> TakeArguments();

// Ok outside a recording. `what` names the refused act, as in "waiting for stream 3".
Status RefuseWhileRecording(std::string_view what);

// The same for a task that goes to another stream than the recorded one.
Status RefuseUnrecorded(const Stream& stream, const std::string& task);

}  // namespace cann_emulator
