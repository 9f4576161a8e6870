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

// Length of the UTF-8 sequence that starts at `position`; 0 when none does.
std::size_t SequenceLength(const std::string& text, std::size_t position) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(position);
  const std::size_t length = lead < 0x80   ? 1
                             : lead < 0xC2 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  if (position + length > text.size()) {
    return 0;
  }
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(position + i) & 0xC0U) != 0x80U) {
      return 0;
    }
  }
  return length;
}

// Names in a malformed model can be any bytes; the callers of GEGetErrorMsg() decode UTF-8.
std::string AsUtf8(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = SequenceLength(text, i);
    if (length == 0 || text[i] == '\0') {
      result += '?';
      ++i;
    } else {
      result.append(text, i, length);
      i += length;
    }
  }
  return result;
}

}  // namespace

::ge::Status Fail(const std::string& message) {
  thread_message = AsUtf8(message);
  const std::lock_guard<std::mutex> lock(process_mutex);
  process_message = thread_message;
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
