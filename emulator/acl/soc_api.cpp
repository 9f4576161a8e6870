// SPDX-License-Identifier: Apache-2.0
// What the SoC is: names and counts from the SoC table.
#include "acl/acl_rt.h"
#include "acl/allocations.h"
#include "acl/context.h"
#include "acl/error.h"
#include "acl/settings.h"

using namespace cann_emulator;

const char* aclrtGetSocName(void) {
  if (!GetSettings().status.ok()) {
    ReportStatus(GetSettings().status);
    return nullptr;
  }
  return CurrentSoc().name.c_str();
}

aclError aclrtGetDeviceInfo(uint32_t device, aclrtDevAttr attribute, int64_t* value) {
  if (value == nullptr) return ReportNull("aclrtGetDeviceInfo", "value");
  if (Status status = CheckDevice("aclrtGetDeviceInfo", static_cast<int>(device)); !status.ok()) {
    return ReportStatus(status);
  }
  const SocInfo& soc = CurrentSoc();
  switch (attribute) {
    case ACL_DEV_ATTR_AICPU_CORE_NUM:
      *value = soc.ai_cpu_count;
      return ACL_SUCCESS;
    case ACL_DEV_ATTR_AICORE_CORE_NUM:
    case ACL_DEV_ATTR_CUBE_CORE_NUM:
      *value = soc.ai_core_count;
      return ACL_SUCCESS;
    case ACL_DEV_ATTR_VECTOR_CORE_NUM:
      *value = soc.vector_core_count;
      return ACL_SUCCESS;
    case ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE:
      *value = static_cast<int64_t>(soc.ub_size);
      return ACL_SUCCESS;
    case ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE:
      *value = static_cast<int64_t>(DeviceMemoryTotal());
      return ACL_SUCCESS;
    case ACL_DEV_ATTR_L2_CACHE_SIZE:
      *value = static_cast<int64_t>(soc.l2_size);
      return ACL_SUCCESS;
    case ACL_DEV_ATTR_PHY_CHIP_ID:
      *value = device;
      return ACL_SUCCESS;
    case ACL_DEV_ATTR_IS_VIRTUAL:
      *value = 0;
      return ACL_SUCCESS;
    case ACL_DEV_ATTR_NPU_ARCH:
      *value = soc.npu_arch;
      return ACL_SUCCESS;
    default:
      return ReportError(ACL_ERROR_FEATURE_UNSUPPORTED, "aclrtGetDeviceInfo: attribute " +
                                                            std::to_string(attribute) +
                                                            " is not known to the emulator's SoC table");
  }
}

aclError aclGetDeviceCapability(uint32_t device, aclDeviceInfo info, int64_t* value) {
  if (value == nullptr) return ReportNull("aclGetDeviceCapability", "value");
  if (Status status = CheckDevice("aclGetDeviceCapability", static_cast<int>(device)); !status.ok()) {
    return ReportStatus(status);
  }
  const SocInfo& soc = CurrentSoc();
  switch (info) {
    case ACL_DEVICE_INFO_AI_CORE_NUM:
      *value = soc.ai_core_count;
      return ACL_SUCCESS;
    case ACL_DEVICE_INFO_VECTOR_CORE_NUM:
      *value = soc.vector_core_count;
      return ACL_SUCCESS;
    case ACL_DEVICE_INFO_L2_SIZE:
      *value = static_cast<int64_t>(soc.l2_size);
      return ACL_SUCCESS;
    default:
      return ReportError(ACL_ERROR_INVALID_PARAM,
                         "aclGetDeviceCapability: " + std::to_string(info) + " is not an aclDeviceInfo");
  }
}
