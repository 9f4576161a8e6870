// SPDX-License-Identifier: Apache-2.0
#include "ge/error.h"

#include <mutex>
#include <utility>

#include "ge/error_string_abi.h"
#include "ge/ge_api.h"

namespace cann_emulator::engine {
namespace {

constexpr int kAclErrorGeFailure = 500001;

thread_local std::string thread_message;

std::mutex process_mutex;
std::string process_message;

}  // namespace

::ge::Status Fail(const std::string& message) {
  thread_message = message;
  const std::lock_guard<std::mutex> lock(process_mutex);
  process_message = message;
  return ::ge::FAILED;
}

::ge::Status ToGeStatus(const Status& status) { return status.ok() ? ::ge::SUCCESS : Fail(status.message); }

std::string TakeErrorMessage() {
  std::string message = std::exchange(thread_message, {});
  const std::lock_guard<std::mutex> lock(process_mutex);
  if (message.empty()) {
    message = process_message;
  }
  process_message.clear();
  return message;
}

void TakeErrorMessage(void* target, void (*assign)(void* target, const char* text, unsigned long size)) {
  const std::string message = TakeErrorMessage();
  assign(target, message.data(), message.size());
}

std::string WithOwnMessages(const std::string& sentence) {
  const std::string said = TakeApplicationErrors();
  return sentence + (said.empty() ? "; it wrote no error with aclAppLog, see standard error" : ": " + said);
}

Status Error(std::string message) { return {kAclErrorGeFailure, std::move(message)}; }

}  // namespace cann_emulator::engine

namespace ge {

std::string GEGetErrorMsg() { return cann_emulator::engine::TakeErrorMessage(); }

AscendString GEGetErrorMsgV2() { return AscendString(cann_emulator::engine::TakeErrorMessage().c_str()); }

AscendString GEGetWarningMsgV2() { return AscendString(""); }

}  // namespace ge
