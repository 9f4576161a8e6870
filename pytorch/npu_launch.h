// SPDX-License-Identifier: Apache-2.0
// What every operator's NPU implementation does around its launch.
#pragma once

#include <functional>
#include <string>

namespace ascendc_ops {

// Puts `launch` into torch_npu's task queue, behind everything that was queued on the current stream.
// `launch` gets the aclrtStream, runs on the queue's thread and returns an empty string or why nothing was
// launched, which torch_npu raises at the next synchronisation. Launching directly on stream(false) would
// overtake queued work, and stream(true) would drain the queue at each call.
void EnqueueLaunch(const char* op, std::function<std::string(void* stream)> launch);

}  // namespace ascendc_ops
