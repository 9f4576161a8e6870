// SPDX-License-Identifier: Apache-2.0
#include "acl/acl_rt.h"
#include "acl/context.h"
#include "acl/error.h"
#include "acl/stream.h"

using namespace cann_emulator;

namespace {

aclError CreateStream(const char* function, aclrtStream* stream) {
  if (stream == nullptr) return ReportNull(function, "stream");
  Context* context = nullptr;
  if (int code = RequireContext(function, &context); code != ACL_SUCCESS) return code;
  *stream = Streams().Add(std::make_shared<Stream>(context));
  return ACL_SUCCESS;
}

aclError DestroyStream(const char* function, aclrtStream handle, bool drop) {
  const auto stream = Streams().Find(handle);
  if (stream == nullptr) return ReportBadHandle(function, "stream", handle);
  if (stream->context()->OwnsDefault(stream.get())) {
    return ReportError(ACL_ERROR_RT_STREAM_CONTEXT,
                       std::string(function) + ": the default stream of a context cannot be destroyed");
  }
  Streams().Remove(handle);
  stream->Close(drop);
  return ACL_SUCCESS;
}

aclError Synchronize(const char* function, aclrtStream handle, int timeout_ms) {
  std::shared_ptr<Stream> stream;
  if (int code = ResolveStream(function, handle, &stream); code != ACL_SUCCESS) return code;
  return ReportStatus(stream->Synchronize(DeadlineAfter(timeout_ms)));
}

}  // namespace

aclError aclrtCreateStream(aclrtStream* stream) { return CreateStream("aclrtCreateStream", stream); }

// Priorities and launch hints change no result: every stream is a thread of the same priority.
aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t, uint32_t) {
  return CreateStream("aclrtCreateStreamWithConfig", stream);
}

aclError aclrtDestroyStream(aclrtStream stream) { return DestroyStream("aclrtDestroyStream", stream, false); }

aclError aclrtDestroyStreamForce(aclrtStream stream) {
  return DestroyStream("aclrtDestroyStreamForce", stream, true);
}

aclError aclrtSynchronizeStream(aclrtStream stream) {
  return Synchronize("aclrtSynchronizeStream", stream, -1);
}

aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout) {
  return Synchronize("aclrtSynchronizeStreamWithTimeout", stream, timeout);
}

aclError aclrtStreamQuery(aclrtStream handle, aclrtStreamStatus* status) {
  if (status == nullptr) return ReportNull("aclrtStreamQuery", "status");
  std::shared_ptr<Stream> stream;
  if (int code = ResolveStream("aclrtStreamQuery", handle, &stream); code != ACL_SUCCESS) return code;
  if (Status error = stream->error(); !error.ok()) return ReportStatus(error);  // stays until synchronisation
  *status = stream->Idle() ? ACL_STREAM_STATUS_COMPLETE : ACL_STREAM_STATUS_NOT_READY;
  return ACL_SUCCESS;
}

aclError aclrtStreamGetId(aclrtStream handle, int32_t* id) {
  if (id == nullptr) return ReportNull("aclrtStreamGetId", "id");
  std::shared_ptr<Stream> stream;
  if (int code = ResolveStream("aclrtStreamGetId", handle, &stream); code != ACL_SUCCESS) return code;
  *id = stream->id();
  return ACL_SUCCESS;
}

aclError aclrtSetStreamFailureMode(aclrtStream handle, uint64_t mode) {
  std::shared_ptr<Stream> stream;
  if (int code = ResolveStream("aclrtSetStreamFailureMode", handle, &stream); code != ACL_SUCCESS)
    return code;
  if (mode == ACL_STOP_ON_FAILURE) return ACL_SUCCESS;  // what emulated streams always do
  return ReportError(ACL_ERROR_FEATURE_UNSUPPORTED,
                     "aclrtSetStreamFailureMode: a stream always stops at the first failing task "
                     "(ACL_STOP_ON_FAILURE); going on (ACL_CONTINUE_ON_FAILURE) is not emulated");
}

// The overflow switch adds hardware status flags in saturation mode, which is not emulated.
aclError aclrtSetStreamOverflowSwitch(aclrtStream handle, uint32_t enabled) {
  std::shared_ptr<Stream> stream;
  if (int code = ResolveStream("aclrtSetStreamOverflowSwitch", handle, &stream); code != ACL_SUCCESS)
    return code;
  if (enabled == 0) return ACL_SUCCESS;
  return ReportError(
      ACL_ERROR_FEATURE_UNSUPPORTED,
      "aclrtSetStreamOverflowSwitch: overflow detection is not emulated; results keep inf and nan");
}

aclError aclrtGetStreamOverflowSwitch(aclrtStream handle, uint32_t* enabled) {
  if (enabled == nullptr) return ReportNull("aclrtGetStreamOverflowSwitch", "enabled");
  std::shared_ptr<Stream> stream;
  if (int code = ResolveStream("aclrtGetStreamOverflowSwitch", handle, &stream); code != ACL_SUCCESS)
    return code;
  *enabled = 0;
  return ACL_SUCCESS;
}

// A tag is a label, and operator information is cached for captures, which there are none of: neither has an
// effect.
aclError aclrtSetStreamAttribute(aclrtStream handle, aclrtStreamAttr attribute, aclrtStreamAttrValue* value) {
  if (value == nullptr) return ReportNull("aclrtSetStreamAttribute", "value");
  switch (attribute) {
    case ACL_STREAM_ATTR_FAILURE_MODE:
      return aclrtSetStreamFailureMode(handle, value->failureMode);
    case ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK:
      return aclrtSetStreamOverflowSwitch(handle, value->overflowSwitch);
    case ACL_STREAM_ATTR_USER_CUSTOM_TAG:
    case ACL_STREAM_ATTR_CACHE_OP_INFO: {
      std::shared_ptr<Stream> stream;
      return ResolveStream("aclrtSetStreamAttribute", handle, &stream);
    }
  }
  return ReportError(ACL_ERROR_INVALID_PARAM,
                     "aclrtSetStreamAttribute: " + std::to_string(attribute) + " is not an aclrtStreamAttr");
}
