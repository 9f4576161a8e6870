// SPDX-License-Identifier: Apache-2.0
// Run-time switches.
#include <map>
#include <mutex>

#include "acl/acl_rt.h"
#include "acl/context.h"
#include "acl/error.h"

using namespace cann_emulator;

namespace {

// System parameters (determinism and the like) are kept and answered; emulated operators are always
// deterministic.
struct SystemParameters {
  std::mutex mutex;
  std::map<aclSysParamOpt, std::int64_t> process;
  std::map<std::pair<const Context*, aclSysParamOpt>, std::int64_t> contexts;
};

SystemParameters& GetParameters() {
  static SystemParameters& parameters = *new SystemParameters;
  return parameters;
}

int CheckOption(const char* function, aclSysParamOpt option) {
  if (option >= ACL_OPT_DETERMINISTIC && option <= ACL_OPT_STRONG_CONSISTENCY) return ACL_SUCCESS;
  return ReportError(ACL_ERROR_INVALID_PARAM,
                     std::string(function) + ": " + std::to_string(option) + " is not an aclSysParamOpt");
}

}  // namespace

aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode) {
  if (mode == ACL_RT_OVERFLOW_MODE_INFNAN) return ACL_SUCCESS;
  return ReportError(
      ACL_ERROR_FEATURE_UNSUPPORTED,
      "aclrtSetDeviceSatMode: only ACL_RT_OVERFLOW_MODE_INFNAN is emulated: overflowing floats "
      "become inf");
}

aclError aclrtGetDeviceSatMode(aclrtFloatOverflowMode* mode) {
  if (mode == nullptr) return ReportNull("aclrtGetDeviceSatMode", "mode");
  *mode = ACL_RT_OVERFLOW_MODE_INFNAN;
  return ACL_SUCCESS;
}

aclError aclrtSetSysParamOpt(aclSysParamOpt option, int64_t value) {
  if (int code = CheckOption("aclrtSetSysParamOpt", option); code != ACL_SUCCESS) return code;
  std::unique_lock lock(GetParameters().mutex);
  GetParameters().process[option] = value;
  return ACL_SUCCESS;
}

aclError aclrtGetSysParamOpt(aclSysParamOpt option, int64_t* value) {
  if (value == nullptr) return ReportNull("aclrtGetSysParamOpt", "value");
  if (int code = CheckOption("aclrtGetSysParamOpt", option); code != ACL_SUCCESS) return code;
  std::unique_lock lock(GetParameters().mutex);
  *value = GetParameters().process[option];  // 0 (off) until set
  return ACL_SUCCESS;
}

aclError aclrtCtxSetSysParamOpt(aclSysParamOpt option, int64_t value) {
  Context* context = nullptr;
  if (int code = RequireContext("aclrtCtxSetSysParamOpt", &context); code != ACL_SUCCESS) return code;
  if (int code = CheckOption("aclrtCtxSetSysParamOpt", option); code != ACL_SUCCESS) return code;
  std::unique_lock lock(GetParameters().mutex);
  GetParameters().contexts[{context, option}] = value;
  return ACL_SUCCESS;
}

aclError aclrtCtxGetSysParamOpt(aclSysParamOpt option, int64_t* value) {
  if (value == nullptr) return ReportNull("aclrtCtxGetSysParamOpt", "value");
  Context* context = nullptr;
  if (int code = RequireContext("aclrtCtxGetSysParamOpt", &context); code != ACL_SUCCESS) return code;
  if (int code = CheckOption("aclrtCtxGetSysParamOpt", option); code != ACL_SUCCESS) return code;
  std::unique_lock lock(GetParameters().mutex);
  auto found = GetParameters().contexts.find({context, option});
  if (found == GetParameters().contexts.end()) {
    return ReportError(ACL_ERROR_RT_SYSPARAMOPT_NOT_SET,
                       "aclrtCtxGetSysParamOpt: the option was never set for the current context");
  }
  *value = found->second;
  return ACL_SUCCESS;
}

// These limit how long the hardware waits. Emulated operators are never aborted, however long they take.
aclError aclrtSetOpWaitTimeout(uint32_t) { return ACL_SUCCESS; }
aclError aclrtSetOpExecuteTimeOut(uint32_t) { return ACL_SUCCESS; }

aclError aclrtSetOpExecuteTimeOutV2(uint64_t microseconds, uint64_t* actual) {
  if (actual == nullptr) return ReportNull("aclrtSetOpExecuteTimeOutV2", "actual");
  *actual = microseconds;
  return ACL_SUCCESS;
}
