// SPDX-License-Identifier: Apache-2.0
// Limits on the cores that work may use: kept and answered per device, stream and thread. They change no
// result: a launch takes the number of blocks that it asks for.
#include <map>
#include <mutex>

#include "acl/acl_rt.h"
#include "acl/context.h"
#include "acl/error.h"
#include "acl/stream.h"

using namespace cann_emulator;

namespace {

struct CoreLimits {
  std::uint32_t cube = 0;
  std::uint32_t vector = 0;
};

struct State {
  std::mutex mutex;
  std::map<int, CoreLimits> devices;
  std::map<int, CoreLimits> streams;  // by stream id
};

State& GetState() {
  static State& state = *new State;
  return state;
}

// The stream whose limits the calling thread uses; null: the device's.
thread_local aclrtStream t_stream = nullptr;

CoreLimits SocLimits() {
  const SocInfo& soc = CurrentSoc();
  return {static_cast<std::uint32_t>(soc.ai_core_count), static_cast<std::uint32_t>(soc.vector_core_count)};
}

CoreLimits DeviceLimits(State& state, int device) {
  auto found = state.devices.find(device);
  return found == state.devices.end() ? SocLimits() : found->second;
}

CoreLimits StreamLimits(State& state, const Stream& stream) {
  auto found = state.streams.find(stream.id());
  return found == state.streams.end() ? DeviceLimits(state, stream.context()->device()) : found->second;
}

std::uint32_t* Select(const char* function, CoreLimits* limits, aclrtDevResLimitType type) {
  if (type == ACL_RT_DEV_RES_CUBE_CORE) return &limits->cube;
  if (type == ACL_RT_DEV_RES_VECTOR_CORE) return &limits->vector;
  ReportError(ACL_ERROR_INVALID_PARAM,
              std::string(function) + ": expected ACL_RT_DEV_RES_CUBE_CORE or ACL_RT_DEV_RES_VECTOR_CORE");
  return nullptr;
}

aclError Get(const char* function, CoreLimits limits, aclrtDevResLimitType type, uint32_t* value) {
  if (value == nullptr) return ReportNull(function, "value");
  const std::uint32_t* selected = Select(function, &limits, type);
  if (selected == nullptr) return ACL_ERROR_INVALID_PARAM;
  *value = *selected;
  return ACL_SUCCESS;
}

aclError Set(const char* function, CoreLimits* limits, aclrtDevResLimitType type, uint32_t value) {
  std::uint32_t* selected = Select(function, limits, type);
  if (selected == nullptr) return ACL_ERROR_INVALID_PARAM;
  CoreLimits most = SocLimits();
  const std::uint32_t maximum = *Select(function, &most, type);
  if (value == 0 || value > maximum) {
    return ReportError(ACL_ERROR_INVALID_PARAM, std::string(function) + ": " + std::to_string(value) +
                                                    " cores asked for; " + CurrentSoc().name + " has 1 to " +
                                                    std::to_string(maximum));
  }
  *selected = value;
  return ACL_SUCCESS;
}

}  // namespace

aclError aclrtGetDeviceResLimit(int32_t device, aclrtDevResLimitType type, uint32_t* value) {
  if (Status status = CheckDevice("aclrtGetDeviceResLimit", device); !status.ok())
    return ReportStatus(status);
  std::unique_lock lock(GetState().mutex);
  return Get("aclrtGetDeviceResLimit", DeviceLimits(GetState(), device), type, value);
}

aclError aclrtSetDeviceResLimit(int32_t device, aclrtDevResLimitType type, uint32_t value) {
  if (Status status = CheckDevice("aclrtSetDeviceResLimit", device); !status.ok())
    return ReportStatus(status);
  std::unique_lock lock(GetState().mutex);
  CoreLimits limits = DeviceLimits(GetState(), device);
  const int code = Set("aclrtSetDeviceResLimit", &limits, type, value);
  if (code == ACL_SUCCESS) GetState().devices[device] = limits;
  return code;
}

aclError aclrtResetDeviceResLimit(int32_t device) {
  if (Status status = CheckDevice("aclrtResetDeviceResLimit", device); !status.ok())
    return ReportStatus(status);
  std::unique_lock lock(GetState().mutex);
  GetState().devices.erase(device);
  return ACL_SUCCESS;
}

aclError aclrtGetStreamResLimit(aclrtStream handle, aclrtDevResLimitType type, uint32_t* value) {
  std::shared_ptr<Stream> stream;
  if (int code = ResolveStream("aclrtGetStreamResLimit", handle, &stream); code != ACL_SUCCESS) return code;
  std::unique_lock lock(GetState().mutex);
  return Get("aclrtGetStreamResLimit", StreamLimits(GetState(), *stream), type, value);
}

aclError aclrtSetStreamResLimit(aclrtStream handle, aclrtDevResLimitType type, uint32_t value) {
  std::shared_ptr<Stream> stream;
  if (int code = ResolveStream("aclrtSetStreamResLimit", handle, &stream); code != ACL_SUCCESS) return code;
  std::unique_lock lock(GetState().mutex);
  CoreLimits limits = StreamLimits(GetState(), *stream);
  const int code = Set("aclrtSetStreamResLimit", &limits, type, value);
  if (code == ACL_SUCCESS) GetState().streams[stream->id()] = limits;
  return code;
}

aclError aclrtResetStreamResLimit(aclrtStream handle) {
  std::shared_ptr<Stream> stream;
  if (int code = ResolveStream("aclrtResetStreamResLimit", handle, &stream); code != ACL_SUCCESS) return code;
  std::unique_lock lock(GetState().mutex);
  GetState().streams.erase(stream->id());
  return ACL_SUCCESS;
}

aclError aclrtUseStreamResInCurrentThread(aclrtStream handle) {
  std::shared_ptr<Stream> stream;
  if (int code = ResolveStream("aclrtUseStreamResInCurrentThread", handle, &stream); code != ACL_SUCCESS) {
    return code;
  }
  t_stream = stream.get();
  return ACL_SUCCESS;
}

aclError aclrtUnuseStreamResInCurrentThread(aclrtStream handle) {
  std::shared_ptr<Stream> stream;
  if (int code = ResolveStream("aclrtUnuseStreamResInCurrentThread", handle, &stream); code != ACL_SUCCESS) {
    return code;
  }
  t_stream = nullptr;
  return ACL_SUCCESS;
}

aclError aclrtGetResInCurrentThread(aclrtDevResLimitType type, uint32_t* value) {
  Context* context = nullptr;
  if (int code = RequireContext("aclrtGetResInCurrentThread", &context); code != ACL_SUCCESS) return code;
  const auto stream = Streams().Find(t_stream);
  std::unique_lock lock(GetState().mutex);
  const CoreLimits limits =
      stream != nullptr ? StreamLimits(GetState(), *stream) : DeviceLimits(GetState(), context->device());
  return Get("aclrtGetResInCurrentThread", limits, type, value);
}
