// SPDX-License-Identifier: Apache-2.0
// Compile options: text that is kept and answered. None changes how the emulator computes.
#include <cstring>
#include <map>
#include <mutex>
#include <string>

#include "acl/acl_op_compiler.h"
#include "acl/runtime.h"

namespace {

std::mutex& Mutex() {
  static std::mutex mutex;
  return mutex;
}

// Operators are not compiled when they are called; torch_npu takes its paths for complex dtypes only then.
std::map<aclCompileOpt, std::string>& Options() {
  static std::map<aclCompileOpt, std::string> options = {{ACL_OP_JIT_COMPILE, "disable"}};
  return options;
}

}  // namespace

aclError aclSetCompileopt(aclCompileOpt option, const char* value) {
  if (value == nullptr) {
    return cann_emulator::ReportError(ACL_ERROR_INVALID_PARAM, "aclSetCompileopt: the value of option " +
                                                                   std::to_string(option) + " is null");
  }
  const std::lock_guard lock(Mutex());
  if (option != ACL_OP_JIT_COMPILE) Options()[option] = value;
  return ACL_SUCCESS;
}

size_t aclGetCompileoptSize(aclCompileOpt option) {
  const std::lock_guard lock(Mutex());
  return Options()[option].size() + 1;
}

aclError aclGetCompileopt(aclCompileOpt option, char* value, size_t size) {
  const std::lock_guard lock(Mutex());
  const std::string& text = Options()[option];
  if (value == nullptr || size < text.size() + 1) {
    return cann_emulator::ReportError(
        ACL_ERROR_INVALID_PARAM, "aclGetCompileopt: option " + std::to_string(option) + " needs " +
                                     std::to_string(text.size() + 1) + " bytes, got " + std::to_string(size));
  }
  std::memcpy(value, text.c_str(), text.size() + 1);
  return ACL_SUCCESS;
}
