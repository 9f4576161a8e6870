// SPDX-License-Identifier: Apache-2.0
// With ASCENDC_OPS_LOG_LEVEL=info or debug, a line on stderr for each kernel that a GE node launches.
#pragma once

#include <chrono>

#include "exe_graph/runtime/eager_op_execution_context.h"

namespace ascendc_ops {

// Lives while Execute runs: the line has its time on the host. The kernel itself runs later, on the stream.
class ExecutionLog {
 public:
  ExecutionLog(const char* op_type, const gert::EagerOpExecutionContext* context);
  ExecutionLog(const ExecutionLog&) = delete;
  ExecutionLog& operator=(const ExecutionLog&) = delete;
  ~ExecutionLog();

 private:
  const char* op_type_;
  const gert::EagerOpExecutionContext* context_;  // null: nothing is written
  std::chrono::steady_clock::time_point start_;
};

}  // namespace ascendc_ops
