// SPDX-License-Identifier: Apache-2.0
// Contexts: a device and its default stream. Each device has a primary context; programs may create more.
#pragma once

#include <memory>
#include <mutex>

#include "acl/runtime.h"

namespace cann_emulator {

class Stream;

// Contexts are few and never freed, so that a thread's current context can be a plain pointer.
class Context {
 public:
  explicit Context(int device) : device_(device) {}

  int device() const { return device_; }
  std::shared_ptr<Stream> DefaultStream();  // created on first use
  bool OwnsDefault(const Stream* stream);

 private:
  const int device_;
  std::mutex mutex_;
  std::shared_ptr<Stream> default_stream_;
};

Context* CurrentContext();  // null before aclrtSetDevice or aclrtSetCurrentContext
void SetCurrentContext(Context* context);
Context* PrimaryContext(int device);  // null for a device that does not exist

// Refuses devices outside 0 .. count - 1 and unusable settings.
Status CheckDevice(const char* function, int device);

// The calling thread's context, or the reported error ACL_ERROR_RT_CONTEXT_NULL.
int RequireContext(const char* function, Context** context);

// Waits for every stream of the device and reports the first error among them.
int SynchronizeDevice(const char* function, int device, int timeout_ms);

}  // namespace cann_emulator
