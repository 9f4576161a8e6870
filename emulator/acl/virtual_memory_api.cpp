// SPDX-License-Identifier: Apache-2.0
// Address ranges and physical memory as separate things (torch_npu's expandable segments). Physical memory is
// an amount that a device is charged for; its pages exist while it is mapped.
#include <map>
#include <mutex>

#include "acl/acl_rt.h"
#include "acl/allocations.h"
#include "acl/context.h"
#include "acl/error.h"
#include "acl/handle_table.h"
#include "acl/poison.h"

using namespace cann_emulator;

namespace {

// The published granularity of physical memory: 2 MiB huge pages.
constexpr std::size_t kGranularity = std::size_t{2} << 20;

struct Physical {
  std::size_t size;
  int device;
  void* mapped_at = nullptr;
};

struct State {
  std::mutex mutex;
  std::map<std::uintptr_t, std::size_t> reserved;            // address -> size
  std::map<std::uintptr_t, std::shared_ptr<Physical>> maps;  // address -> what is mapped there
  HandleTable<Physical> physical;
};

State& GetState() {
  static State& state = *new State;
  return state;
}

std::uintptr_t Number(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

bool InReserved(const State& state, std::uintptr_t address, std::size_t size) {
  auto next = state.reserved.upper_bound(address);
  if (next == state.reserved.begin()) return false;
  const auto& [base, length] = *std::prev(next);
  return address - base < length && size <= length - (address - base);
}

int Invalid(const std::string& message) { return ReportError(ACL_ERROR_RT_PARAM_INVALID, message); }

int CheckSize(const char* function, std::size_t size) {
  if (size != 0 && size % kGranularity == 0) return ACL_SUCCESS;
  return Invalid(std::string(function) + ": size " + std::to_string(size) +
                 " must be a positive multiple of " + std::to_string(kGranularity) +
                 " (aclrtMemGetAllocationGranularity)");
}

}  // namespace

aclError aclrtReserveMemAddress(void** address, size_t size, size_t alignment, void* expected, uint64_t) {
  const char* function = "aclrtReserveMemAddress";
  if (address == nullptr) return ReportNull(function, "address");
  if (size == 0) return Invalid(std::string(function) + ": size must be above 0");
  size = (size + kGranularity - 1) / kGranularity * kGranularity;
  if (alignment > kGranularity) {
    return Invalid(std::string(function) + ": alignment " + std::to_string(alignment) + " exceeds " +
                   std::to_string(kGranularity));
  }
  char* start = static_cast<char*>(ReserveAddresses(size + kGranularity, expected));
  if (start == nullptr) {
    return ReportError(ACL_ERROR_RT_MEMORY_ALLOCATION, std::string(function) +
                                                           ": the machine has no free range of " +
                                                           std::to_string(size) + " bytes of addresses");
  }
  const std::size_t head = (kGranularity - Number(start) % kGranularity) % kGranularity;
  if (head != 0) UnmapPages(start, head);
  UnmapPages(start + head + size, kGranularity - head);
  std::unique_lock lock(GetState().mutex);
  GetState().reserved[Number(start + head)] = size;
  *address = start + head;
  return ACL_SUCCESS;
}

aclError aclrtReleaseMemAddress(void* address) {
  State& state = GetState();
  std::unique_lock lock(state.mutex);
  auto found = state.reserved.find(Number(address));
  if (found == state.reserved.end()) {
    return Invalid("aclrtReleaseMemAddress: " + Hex(address) + " is not the start of a reserved range");
  }
  auto mapped = state.maps.lower_bound(Number(address));
  if (mapped != state.maps.end() && mapped->first - found->first < found->second) {
    return Invalid("aclrtReleaseMemAddress: memory is still mapped at " +
                   Hex(reinterpret_cast<void*>(mapped->first)) + "; call aclrtUnmapMem first");
  }
  UnmapPages(address, found->second);
  state.reserved.erase(found);
  return ACL_SUCCESS;
}

aclError aclrtMallocPhysical(aclrtDrvMemHandle* handle, size_t size, const aclrtPhysicalMemProp* properties,
                             uint64_t) {
  const char* function = "aclrtMallocPhysical";
  if (handle == nullptr) return ReportNull(function, "handle");
  if (properties == nullptr) return ReportNull(function, "properties");
  if (int code = CheckSize(function, size); code != ACL_SUCCESS) return code;
  if (properties->location.type != ACL_MEM_LOCATION_TYPE_DEVICE) {
    return ReportError(
        ACL_ERROR_FEATURE_UNSUPPORTED,
        std::string(function) + ": only device memory (ACL_MEM_LOCATION_TYPE_DEVICE) is emulated");
  }
  const int device = static_cast<int>(properties->location.id);
  if (Status status = CheckDevice(function, device); !status.ok()) return ReportStatus(status);
  if (Status status = ChargeDevice(function, device, size); !status.ok()) return ReportStatus(status);
  *handle = GetState().physical.Add(std::make_shared<Physical>(Physical{size, device}));
  return ACL_SUCCESS;
}

aclError aclrtFreePhysical(aclrtDrvMemHandle handle) {
  State& state = GetState();
  std::unique_lock lock(state.mutex);
  const auto physical = state.physical.Find(handle);
  if (physical == nullptr) return ReportBadHandle("aclrtFreePhysical", "physical memory", handle);
  if (physical->mapped_at != nullptr) {
    return Invalid("aclrtFreePhysical: the memory is mapped at " + Hex(physical->mapped_at) +
                   "; call aclrtUnmapMem first");
  }
  state.physical.Remove(handle);
  ReleaseDevice(physical->device, physical->size);
  return ACL_SUCCESS;
}

aclError aclrtMapMem(void* address, size_t size, size_t offset, aclrtDrvMemHandle handle, uint64_t) {
  const char* function = "aclrtMapMem";
  State& state = GetState();
  std::unique_lock lock(state.mutex);
  const auto physical = state.physical.Find(handle);
  if (physical == nullptr) return ReportBadHandle(function, "physical memory", handle);
  if (offset != 0 || size != physical->size) {
    return Invalid(std::string(function) +
                   ": the whole of the physical memory must be mapped: offset 0 and size " +
                   std::to_string(physical->size) + ", not offset " + std::to_string(offset) + " and size " +
                   std::to_string(size));
  }
  if (physical->mapped_at != nullptr) {
    return ReportError(ACL_ERROR_FEATURE_UNSUPPORTED, std::string(function) + ": the memory is mapped at " +
                                                          Hex(physical->mapped_at) +
                                                          "; a second mapping is not emulated");
  }
  if (!InReserved(state, Number(address), size) || Number(address) % kGranularity != 0) {
    return Invalid(std::string(function) + ": " + RangeText(address, size) +
                   " is not inside one range of aclrtReserveMemAddress, or not aligned to " +
                   std::to_string(kGranularity));
  }
  const Status status = AddRange(function, address, size, Origin::kMapped, physical->device);
  if (!status.ok()) return ReportStatus(status);
  if (!MapPoisonedAt(address, size)) {
    std::size_t ignored = 0;
    RemoveRange(function, address, Origin::kMapped, &ignored);
    return ReportError(ACL_ERROR_RT_MEMORY_ALLOCATION, std::string(function) + ": this machine cannot map " +
                                                           std::to_string(size) + " more bytes");
  }
  physical->mapped_at = address;
  state.maps[Number(address)] = physical;
  return ACL_SUCCESS;
}

aclError aclrtUnmapMem(void* address) {
  State& state = GetState();
  std::unique_lock lock(state.mutex);
  std::size_t size = 0;
  const Status status = RemoveRange("aclrtUnmapMem", address, Origin::kMapped, &size);
  if (!status.ok()) return ReportStatus(status);
  ReserveAddressesAt(address, size);
  auto mapped = state.maps.find(Number(address));
  mapped->second->mapped_at = nullptr;
  state.maps.erase(mapped);
  return ACL_SUCCESS;
}

aclError aclrtMemGetAllocationGranularity(aclrtPhysicalMemProp* properties, aclrtMemGranularityOptions,
                                          size_t* granularity) {
  if (properties == nullptr) return ReportNull("aclrtMemGetAllocationGranularity", "properties");
  if (granularity == nullptr) return ReportNull("aclrtMemGetAllocationGranularity", "granularity");
  *granularity = kGranularity;
  return ACL_SUCCESS;
}
