// SPDX-License-Identifier: Apache-2.0
#include "acl/acl_mdl.h"
#include "acl/error.h"
#include "acl/stream.h"

using namespace cann_emulator;

// Libraries ask before every allocation; as aclmdlRICaptureBegin always fails, no stream is ever being
// captured.
aclError aclmdlRICaptureGetInfo(aclrtStream handle, aclmdlRICaptureStatus* status, aclmdlRI* model) {
  if (status == nullptr) return ReportNull("aclmdlRICaptureGetInfo", "status");
  std::shared_ptr<Stream> stream;
  if (int code = ResolveStream("aclmdlRICaptureGetInfo", handle, &stream); code != ACL_SUCCESS) return code;
  *status = ACL_MODEL_RI_CAPTURE_STATUS_NONE;
  if (model != nullptr) *model = nullptr;
  return ACL_SUCCESS;
}
