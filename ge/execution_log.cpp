// SPDX-License-Identifier: Apache-2.0
#include "execution_log.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "fx_origin.h"

// Called by ascendc_ops/_log.py for each node that a converter makes.
extern "C" __attribute__((visibility("default"))) void ascendc_ops_note_origin(const char* node,
                                                                               const char* origin) {
  ascendc_ops::FxOrigins::Instance().Note(node, origin);
}

namespace ascendc_ops {

namespace {

bool Enabled() {
  static const bool enabled = [] {
    const char* level = std::getenv("ASCENDC_OPS_LOG_LEVEL");
    const std::string name = level == nullptr ? "" : level;
    return name == "info" || name == "debug";
  }();
  return enabled;
}

}  // namespace

ExecutionLog::ExecutionLog(const char* op_type, const gert::EagerOpExecutionContext* context)
    : op_type_(op_type), context_(Enabled() ? context : nullptr) {
  if (context_ != nullptr) {
    start_ = std::chrono::steady_clock::now();
  }
}

ExecutionLog::~ExecutionLog() {
  if (context_ == nullptr) {
    return;
  }
  const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - start_;
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  std::tm local{};
  char time[16];
  std::strftime(time, sizeof(time), "%H:%M:%S", localtime_r(&seconds, &local));
  // The form of the Python package's logger.
  std::fprintf(stderr, "%s.%03d ascendc_ops GE %s %s%s -> launch (%.1f us on the host)\n", time,
               static_cast<int>(milliseconds), op_type_, context_->GetNodeName(),
               FxOrigins::Instance().Describe(context_->GetNodeName()).c_str(), spent.count());
}

}  // namespace ascendc_ops
