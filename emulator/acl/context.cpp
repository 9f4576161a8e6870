// SPDX-License-Identifier: Apache-2.0
#include "acl/context.h"

#include <vector>

#include "acl/acl_rt.h"
#include "acl/error.h"
#include "acl/settings.h"
#include "acl/stream.h"

namespace cann_emulator {
namespace {

thread_local Context* t_context = nullptr;

std::vector<Context*> MakePrimaryContexts() {
  std::vector<Context*> contexts;
  for (int device = 0; device < GetSettings().device_count; ++device) contexts.push_back(new Context(device));
  return contexts;
}

const std::vector<Context*>& PrimaryContexts() {
  static const std::vector<Context*>& contexts = *new std::vector<Context*>(MakePrimaryContexts());
  return contexts;
}

// Contexts that programs created. The object itself is never freed: threads may still have it as current.
HandleTable<Context>& UserContexts() {
  static HandleTable<Context>& contexts = *new HandleTable<Context>;
  return contexts;
}

Context* FindContext(const void* handle) {
  for (Context* context : PrimaryContexts()) {
    if (context == handle) return context;
  }
  return UserContexts().Find(handle).get();
}

}  // namespace

std::shared_ptr<Stream> Context::DefaultStream() {
  std::unique_lock lock(mutex_);
  if (default_stream_ == nullptr) {
    default_stream_ = std::make_shared<Stream>(this);
    Streams().Add(default_stream_);
  }
  return default_stream_;
}

bool Context::OwnsDefault(const Stream* stream) {
  std::unique_lock lock(mutex_);
  return default_stream_.get() == stream;
}

Context* CurrentContext() { return t_context; }
void SetCurrentContext(Context* context) { t_context = context; }

Context* PrimaryContext(int device) {
  const auto& contexts = PrimaryContexts();
  return device >= 0 && device < static_cast<int>(contexts.size()) ? contexts[device] : nullptr;
}

Status CheckDevice(const char* function, int device) {
  if (!GetSettings().status.ok()) return GetSettings().status;
  if (PrimaryContext(device) != nullptr) return {};
  return {ACL_ERROR_RT_INVALID_DEVICEID,
          std::string(function) + ": device " + std::to_string(device) + " does not exist: there are " +
              std::to_string(GetSettings().device_count) + ", numbered from 0 (CANN_EMULATOR_DEVICES)"};
}

int RequireContext(const char* function, Context** context) {
  *context = t_context;
  if (t_context != nullptr) return ACL_SUCCESS;
  return ReportError(
      ACL_ERROR_RT_CONTEXT_NULL,
      std::string(function) +
          ": the calling thread has no device; call aclrtSetDevice or aclrtSetCurrentContext first");
}

int SynchronizeDevice(const char* function, int device, int timeout_ms) {
  const Deadline deadline = DeadlineAfter(timeout_ms);
  Status first;
  for (const auto& stream : Streams().All()) {
    if (stream->context()->device() != device) continue;
    Status status = stream->Synchronize(deadline);
    if (first.ok()) first = std::move(status);
  }
  if (!first.ok()) first.message = std::string(function) + ": " + first.message;
  return ReportStatus(first);
}

}  // namespace cann_emulator

using namespace cann_emulator;

aclError aclrtCreateContext(aclrtContext* context, int32_t device) {
  if (context == nullptr) return ReportNull("aclrtCreateContext", "context");
  if (Status status = CheckDevice("aclrtCreateContext", device); !status.ok()) return ReportStatus(status);
  auto* created = new Context(device);
  *context = UserContexts().Add(std::shared_ptr<Context>(created, [](Context*) {}));
  SetCurrentContext(created);
  return ACL_SUCCESS;
}

aclError aclrtDestroyContext(aclrtContext context) {
  const auto removed = UserContexts().Remove(context);
  if (removed == nullptr)
    return ReportBadHandle("aclrtDestroyContext", "context of aclrtCreateContext", context);
  for (const auto& stream : Streams().All()) {
    if (stream->context() != removed.get()) continue;
    Streams().Remove(stream.get());
    stream->Close(false);
  }
  if (CurrentContext() == removed.get()) SetCurrentContext(nullptr);
  return ACL_SUCCESS;
}

aclError aclrtSetCurrentContext(aclrtContext context) {
  Context* found = FindContext(context);
  if (found == nullptr) return ReportBadHandle("aclrtSetCurrentContext", "context", context);
  SetCurrentContext(found);
  return ACL_SUCCESS;
}

aclError aclrtGetCurrentContext(aclrtContext* context) {
  if (context == nullptr) return ReportNull("aclrtGetCurrentContext", "context");
  Context* current = nullptr;
  if (int code = RequireContext("aclrtGetCurrentContext", &current); code != ACL_SUCCESS) return code;
  *context = current;
  return ACL_SUCCESS;
}

aclError aclrtCtxGetCurrentDefaultStream(aclrtStream* stream) {
  if (stream == nullptr) return ReportNull("aclrtCtxGetCurrentDefaultStream", "stream");
  std::shared_ptr<Stream> resolved;
  if (int code = ResolveStream("aclrtCtxGetCurrentDefaultStream", nullptr, &resolved); code != ACL_SUCCESS) {
    return code;
  }
  *stream = resolved.get();
  return ACL_SUCCESS;
}
