// SPDX-License-Identifier: Apache-2.0
// The version that is answered is that of the CANN whose interface is emulated.
#include <cstdio>

#include "acl/acl.h"
#include "acl/error.h"

using namespace cann_emulator;

namespace {

constexpr char kMajor[] = "9";
constexpr char kMinor[] = "1";
constexpr char kRelease[] = "0";
constexpr char kPatch[] = "0";
constexpr char kVersion[] = "9.1.0";

}  // namespace

aclError aclrtGetVersion(int32_t* major, int32_t* minor, int32_t* patch) {
  if (major == nullptr) return ReportNull("aclrtGetVersion", "major");
  if (minor == nullptr) return ReportNull("aclrtGetVersion", "minor");
  if (patch == nullptr) return ReportNull("aclrtGetVersion", "patch");
  *major = ACL_MAJOR_VERSION;
  *minor = ACL_MINOR_VERSION;
  *patch = ACL_PATCH_VERSION;
  return ACL_SUCCESS;
}

aclError aclsysGetCANNVersion(aclCANNPackageName name, aclCANNPackageVersion* version) {
  if (version == nullptr) return ReportNull("aclsysGetCANNVersion", "version");
  if (name < ACL_PKG_NAME_CANN || name > ACL_PKG_NAME_DRIVER) {
    return ReportError(ACL_ERROR_INVALID_PARAM,
                       "aclsysGetCANNVersion: " + std::to_string(name) + " is not an aclCANNPackageName");
  }
  *version = {};
  std::snprintf(version->version, sizeof(version->version), "%s", kVersion);
  std::snprintf(version->majorVersion, sizeof(version->majorVersion), "%s", kMajor);
  std::snprintf(version->minorVersion, sizeof(version->minorVersion), "%s", kMinor);
  std::snprintf(version->releaseVersion, sizeof(version->releaseVersion), "%s", kRelease);
  std::snprintf(version->patchVersion, sizeof(version->patchVersion), "%s", kPatch);
  std::snprintf(version->reserved, sizeof(version->reserved), "CANN emulator");
  return ACL_SUCCESS;
}

// `version` has room for ACL_PKG_VERSION_MAX_SIZE characters. Every package is part of the one emulator.
aclError aclsysGetVersionStr(char* package, char* version) {
  if (package == nullptr) return ReportNull("aclsysGetVersionStr", "package");
  if (version == nullptr) return ReportNull("aclsysGetVersionStr", "version");
  std::snprintf(version, ACL_PKG_VERSION_MAX_SIZE, "%s", kVersion);
  return ACL_SUCCESS;
}
