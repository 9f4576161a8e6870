// SPDX-License-Identifier: Apache-2.0
// Whether an operator launches the same each time: what a static graph replays must not depend on anything
// but shapes, dtypes and attributes.
#pragma once

#include <string>
#include <vector>

#include "acl/task_recorder.h"

namespace cann_emulator::engine {

// The first difference between the launches of two calls, as "argument 3 of launch 0, 'add', differs at byte
// 8"; "" when there is none.
std::string FindLaunchDifference(const std::vector<RecordedTask>& first,
                                 const std::vector<RecordedTask>& second);

// The same of bytes; `what` names them.
std::string FindByteDifference(const std::string& what, const std::string& first, const std::string& second);

}  // namespace cann_emulator::engine
