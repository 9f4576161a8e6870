// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <fstream>

#include "acl/acl.h"
#include "acl/aten_loader.h"
#include "acl/context.h"
#include "acl/error.h"
#include "acl/settings.h"

using namespace cann_emulator;

namespace {

std::atomic<bool> g_initialized{false};

}  // namespace

aclError aclInit(const char* config_path) {
  if (!GetSettings().status.ok()) return ReportStatus(GetSettings().status);
  if (config_path != nullptr && *config_path != '\0' && !std::ifstream(config_path)) {
    return ReportError(ACL_ERROR_INVALID_FILE,
                       std::string("aclInit: the configuration file '") + config_path + "' cannot be read");
  }
  if (g_initialized.exchange(true)) {
    return ReportError(ACL_ERROR_REPEAT_INITIALIZE,
                       "aclInit: ACL is initialised already; call aclFinalize first");
  }
  const Status status = LoadAten();
  if (!status.ok()) g_initialized = false;
  return ReportStatus(status);
}

aclError aclFinalize(void) {
  if (!g_initialized.exchange(false)) {
    return ReportError(ACL_ERROR_REPEAT_FINALIZE, "aclFinalize: ACL is not initialised; call aclInit first");
  }
  int first = ACL_SUCCESS;
  for (int device = 0; device < GetSettings().device_count; ++device) {
    const int code = SynchronizeDevice("aclFinalize", device, -1);
    if (first == ACL_SUCCESS) first = code;
  }
  return first;
}
