// SPDX-License-Identifier: Apache-2.0
#include "acl/acl_rt.h"
#include "acl/allocations.h"
#include "acl/context.h"
#include "acl/error.h"
#include "acl/stream.h"

using namespace cann_emulator;

namespace {

int CheckRequest(const char* function, void** address, std::size_t size) {
  if (address == nullptr) return ReportNull(function, "address");
  if (size == 0)
    return ReportError(ACL_ERROR_INVALID_PARAM, std::string(function) + ": size must be above 0");
  return ACL_SUCCESS;
}

// The policy and the configuration say which kind of page to prefer: no difference here.
aclError AllocateDevice(const char* function, void** address, std::size_t size) {
  if (int code = CheckRequest(function, address, size); code != ACL_SUCCESS) return code;
  Context* context = nullptr;
  if (int code = RequireContext(function, &context); code != ACL_SUCCESS) return code;
  return ReportStatus(Allocate(function, size, Origin::kDevice, context->device(), address));
}

aclError AllocateHost(const char* function, void** address, std::size_t size) {
  if (int code = CheckRequest(function, address, size); code != ACL_SUCCESS) return code;
  return ReportStatus(Allocate(function, size, Origin::kHost, 0, address));
}

int RegisterHost(const char* function, void* address, std::size_t size) {
  if (address == nullptr) return ReportNull(function, "address");
  if (size == 0)
    return ReportError(ACL_ERROR_INVALID_PARAM, std::string(function) + ": size must be above 0");
  return ReportStatus(AddRange(function, address, size, Origin::kRegistered, 0));
}

// Host and device share the machine's coherent memory: nothing to flush, invalidate or prefetch.
aclError CheckCacheOperation(const char* function, void* address) {
  return address == nullptr ? ReportNull(function, "address") : ACL_SUCCESS;
}

}  // namespace

aclError aclrtMalloc(void** address, size_t size, aclrtMemMallocPolicy) {
  return AllocateDevice("aclrtMalloc", address, size);
}

aclError aclrtMallocAlign32(void** address, size_t size, aclrtMemMallocPolicy) {
  return AllocateDevice("aclrtMallocAlign32", address, size);
}

aclError aclrtMallocCached(void** address, size_t size, aclrtMemMallocPolicy) {
  return AllocateDevice("aclrtMallocCached", address, size);
}

aclError aclrtMallocWithCfg(void** address, size_t size, aclrtMemMallocPolicy, aclrtMallocConfig*) {
  return AllocateDevice("aclrtMallocWithCfg", address, size);
}

aclError aclrtFree(void* address) { return ReportStatus(Free("aclrtFree", address, Origin::kDevice)); }

aclError aclrtMallocHost(void** address, size_t size) {
  return AllocateHost("aclrtMallocHost", address, size);
}

aclError aclrtMallocHostWithCfg(void** address, uint64_t size, aclrtMallocConfig*) {
  return AllocateHost("aclrtMallocHostWithCfg", address, size);
}

aclError aclrtFreeHost(void* address) { return ReportStatus(Free("aclrtFreeHost", address, Origin::kHost)); }

aclError aclrtHostRegister(void* address, uint64_t size, aclrtHostRegisterType, void** device_address) {
  if (device_address == nullptr) return ReportNull("aclrtHostRegister", "device_address");
  if (int code = RegisterHost("aclrtHostRegister", address, size); code != ACL_SUCCESS) return code;
  *device_address = address;
  return ACL_SUCCESS;
}

aclError aclrtHostRegisterV2(void* address, uint64_t size, uint32_t) {
  return RegisterHost("aclrtHostRegisterV2", address, size);
}

aclError aclrtHostUnregister(void* address) {
  std::size_t size = 0;
  return ReportStatus(RemoveRange("aclrtHostUnregister", address, Origin::kRegistered, &size));
}

aclError aclrtHostGetDevicePointer(void* address, void** device_address, uint32_t) {
  if (device_address == nullptr) return ReportNull("aclrtHostGetDevicePointer", "device_address");
  const auto allocation = FindAllocation(address);
  if (!allocation || allocation->kind != Allocation::Kind::kHost) {
    return ReportError(ACL_ERROR_HOST_MEMORY_NOT_REGISTERED,
                       "aclrtHostGetDevicePointer: " + Hex(address) + " is not registered host memory");
  }
  *device_address = address;
  return ACL_SUCCESS;
}

aclError aclrtGetMemInfo(aclrtMemAttr, size_t* free_bytes, size_t* total_bytes) {
  if (free_bytes == nullptr) return ReportNull("aclrtGetMemInfo", "free_bytes");
  if (total_bytes == nullptr) return ReportNull("aclrtGetMemInfo", "total_bytes");
  Context* context = nullptr;
  if (int code = RequireContext("aclrtGetMemInfo", &context); code != ACL_SUCCESS) return code;
  *total_bytes = DeviceMemoryTotal();
  *free_bytes = *total_bytes - DeviceMemoryUsed(context->device());
  return ACL_SUCCESS;
}

aclError aclrtPointerGetAttributes(const void* address, aclrtPtrAttributes* attributes) {
  if (attributes == nullptr) return ReportNull("aclrtPointerGetAttributes", "attributes");
  *attributes = {};
  const auto allocation = FindAllocation(address);
  if (!allocation) {
    attributes->location.type = ACL_MEM_LOCATION_TYPE_UNREGISTERED;
  } else if (allocation->kind == Allocation::Kind::kHost) {
    attributes->location.type = ACL_MEM_LOCATION_TYPE_HOST;
  } else {
    attributes->location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
    attributes->location.id = static_cast<uint32_t>(allocation->device);
  }
  return ACL_SUCCESS;
}

aclError aclrtMemFlush(void* address, size_t) { return CheckCacheOperation("aclrtMemFlush", address); }

aclError aclrtMemInvalidate(void* address, size_t) {
  return CheckCacheOperation("aclrtMemInvalidate", address);
}

aclError aclrtCmoAsync(void* address, size_t, aclrtCmoType, aclrtStream handle) {
  std::shared_ptr<Stream> stream;
  if (int code = ResolveStream("aclrtCmoAsync", handle, &stream); code != ACL_SUCCESS) return code;
  return CheckCacheOperation("aclrtCmoAsync", address);
}
