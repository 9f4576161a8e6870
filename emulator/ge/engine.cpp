// SPDX-License-Identifier: Apache-2.0
#include "ge/engine.h"

#include <atomic>
#include <cstdlib>
#include <mutex>

#include "acl/acl.h"
#include "ge/custom_op_registry.h"
#include "ge/error.h"
#include "ge/ge_api.h"

namespace cann_emulator::engine {
namespace {

std::mutex initialize_mutex;
bool initialized = false;
std::atomic<int> device_id{0};

}  // namespace

Status EnsureDevice() {
  std::int32_t current = 0;
  if (aclrtGetDevice(&current) == ACL_SUCCESS) {
    return {};
  }
  aclInit(nullptr);  // a process that runs on CPU tensors alone has not called it; repeated calls are refused
                     // harmlessly
  const aclError code = aclrtSetDevice(device_id);
  if (code != ACL_SUCCESS) {
    return {code,
            "device " + std::to_string(device_id) + " cannot be used (error " + std::to_string(code) + ")"};
  }
  return {};
}

}  // namespace cann_emulator::engine

namespace ge {

using cann_emulator::engine::Fail;

Status GEInitialize(const std::map<AscendString, AscendString>& options) {
  using namespace cann_emulator::engine;  // NOLINT(google-build-using-namespace): the state above
  const std::lock_guard<std::mutex> lock(initialize_mutex);
  if (initialized) {
    return SUCCESS;
  }
  const auto device = options.find(AscendString("ge.exec.deviceId"));
  if (device != options.end()) {
    char* end = nullptr;
    const long number = std::strtol(device->second.GetString(), &end, 10);
    if (*end != '\0' || number < 0) {
      return Fail(std::string("option ge.exec.deviceId is \"") + device->second.GetString() +
                  "\", expected a number");
    }
    device_id = static_cast<int>(number);
  }
  std::string error;
  if (!LoadCustomOpLibraries(&error)) {
    return Fail("libraries of ASCEND_CUSTOM_OPP_PATH cannot be loaded:\n" + error);
  }
  initialized = true;
  return SUCCESS;
}

Status GEFinalize() {
  const std::lock_guard<std::mutex> lock(cann_emulator::engine::initialize_mutex);
  cann_emulator::engine::initialized = false;
  return SUCCESS;
}

}  // namespace ge
