// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstring>

#include "acl/acl_rt.h"
#include "acl/context.h"
#include "acl/error.h"
#include "acl/settings.h"

using namespace cann_emulator;

namespace {

// Whether the primary context of a device is in use (between aclrtSetDevice and aclrtResetDevice).
std::array<std::atomic<bool>, kMaxDevices> g_active;

aclError ResetDevice(const char* function, int32_t device) {
  if (Status status = CheckDevice(function, device); !status.ok()) return ReportStatus(status);
  const int code = SynchronizeDevice(function, device, -1);
  g_active[device] = false;
  if (CurrentContext() != nullptr && CurrentContext()->device() == device) SetCurrentContext(nullptr);
  return code;
}

aclError SynchronizeCurrentDevice(const char* function, int32_t timeout) {
  Context* context = nullptr;
  if (int code = RequireContext(function, &context); code != ACL_SUCCESS) return code;
  return SynchronizeDevice(function, context->device(), timeout);
}

aclError MapDevice(const char* function, int32_t from, int32_t* to) {
  if (to == nullptr) return ReportNull(function, "device");
  if (Status status = CheckDevice(function, from); !status.ok()) return ReportStatus(status);
  *to = from;
  return ACL_SUCCESS;
}

}  // namespace

aclError aclrtGetDeviceCount(uint32_t* count) {
  if (count == nullptr) return ReportNull("aclrtGetDeviceCount", "count");
  if (!GetSettings().status.ok()) return ReportStatus(GetSettings().status);
  *count = static_cast<uint32_t>(GetSettings().device_count);
  return ACL_SUCCESS;
}

aclError aclrtSetDevice(int32_t device) {
  if (Status status = CheckDevice("aclrtSetDevice", device); !status.ok()) return ReportStatus(status);
  g_active[device] = true;
  SetCurrentContext(PrimaryContext(device));
  return ACL_SUCCESS;
}

aclError aclrtGetDevice(int32_t* device) {
  if (device == nullptr) return ReportNull("aclrtGetDevice", "device");
  Context* context = nullptr;
  if (int code = RequireContext("aclrtGetDevice", &context); code != ACL_SUCCESS) return code;
  *device = context->device();
  return ACL_SUCCESS;
}

aclError aclrtResetDevice(int32_t device) { return ResetDevice("aclrtResetDevice", device); }
aclError aclrtResetDeviceForce(int32_t device) { return ResetDevice("aclrtResetDeviceForce", device); }

aclError aclrtGetRunMode(aclrtRunMode* mode) {
  if (mode == nullptr) return ReportNull("aclrtGetRunMode", "mode");
  *mode = ACL_HOST;
  return ACL_SUCCESS;
}

aclError aclrtSetTsDevice(aclrtTsId ts) {
  if (ts == ACL_TS_ID_AICORE || ts == ACL_TS_ID_AIVECTOR) return ACL_SUCCESS;
  return ReportError(ACL_ERROR_INVALID_PARAM,
                     "aclrtSetTsDevice: expected ACL_TS_ID_AICORE or ACL_TS_ID_AIVECTOR");
}

aclError aclrtSynchronizeDevice(void) { return SynchronizeCurrentDevice("aclrtSynchronizeDevice", -1); }

aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout) {
  return SynchronizeCurrentDevice("aclrtSynchronizeDeviceWithTimeout", timeout);
}

aclError aclrtGetPrimaryCtxState(int32_t device, uint32_t* flags, int32_t* active) {
  if (active == nullptr) return ReportNull("aclrtGetPrimaryCtxState", "active");
  if (Status status = CheckDevice("aclrtGetPrimaryCtxState", device); !status.ok())
    return ReportStatus(status);
  if (flags != nullptr) *flags = 0;
  *active = g_active[device] ? 1 : 0;
  return ACL_SUCCESS;
}

aclError aclrtDeviceCanAccessPeer(int32_t* can_access, int32_t device, int32_t peer) {
  if (can_access == nullptr) return ReportNull("aclrtDeviceCanAccessPeer", "can_access");
  for (int32_t id : {device, peer}) {
    if (Status status = CheckDevice("aclrtDeviceCanAccessPeer", id); !status.ok())
      return ReportStatus(status);
  }
  *can_access = device != peer ? 1 : 0;  // emulated devices share the machine's memory
  return ACL_SUCCESS;
}

aclError aclrtDeviceEnablePeerAccess(int32_t peer, uint32_t) {
  return ReportStatus(CheckDevice("aclrtDeviceEnablePeerAccess", peer));
}

aclError aclrtDeviceDisablePeerAccess(int32_t peer) {
  return ReportStatus(CheckDevice("aclrtDeviceDisablePeerAccess", peer));
}

aclError aclrtDeviceGetBareTgid(int32_t* pid) {
  if (pid == nullptr) return ReportNull("aclrtDeviceGetBareTgid", "pid");
  *pid = static_cast<int32_t>(getpid());
  return ACL_SUCCESS;
}

aclError aclrtDeviceGetUuid(int32_t device, aclrtUuid* uuid) {
  if (uuid == nullptr) return ReportNull("aclrtDeviceGetUuid", "uuid");
  if (Status status = CheckDevice("aclrtDeviceGetUuid", device); !status.ok()) return ReportStatus(status);
  char text[sizeof(uuid->bytes) + 1];
  std::snprintf(text, sizeof(text), "CANN emulator %02d", device);
  std::memcpy(uuid->bytes, text, sizeof(uuid->bytes));
  return ACL_SUCCESS;
}

aclError aclrtGetLogicDevIdByUserDevId(int32_t user_device, int32_t* logic_device) {
  return MapDevice("aclrtGetLogicDevIdByUserDevId", user_device, logic_device);
}

aclError aclrtGetUserDevIdByLogicDevId(int32_t logic_device, int32_t* user_device) {
  return MapDevice("aclrtGetUserDevIdByLogicDevId", logic_device, user_device);
}
