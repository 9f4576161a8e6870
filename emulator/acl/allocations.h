// SPDX-License-Identifier: Apache-2.0
// Every live allocation of the process: accounting, limits, look-up by address.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "acl/runtime.h"

namespace cann_emulator {

// How memory came to be known, and so which function gives it back.
enum class Origin {
  kDevice,      // aclrtMalloc
  kHost,        // aclrtMallocHost
  kRegistered,  // aclrtHostRegister: the caller's own memory
  kMapped,      // aclrtMapMem
};

// Allocates poisoned memory and sets *address. `function` is named in messages.
Status Allocate(const char* function, std::size_t size, Origin origin, int device, void** address);

// Frees what Allocate gave; a null, interior or foreign address is refused with what it is instead.
Status Free(const char* function, void* address, Origin origin);

// Whether `address` lies in memory that was allocated once and is free now.
bool IsFreed(const void* address);

// Makes memory known that the runtime did not allocate; refused where it overlaps a live allocation.
Status AddRange(const char* function, void* address, std::size_t size, Origin origin, int device);
Status RemoveRange(const char* function, void* address, Origin origin, std::size_t* size);

// Accounting of device memory. Charge fails with ACL_ERROR_RT_MEMORY_ALLOCATION when the device is full.
Status ChargeDevice(const char* function, int device, std::size_t size);
void ReleaseDevice(int device, std::size_t size);
std::size_t DeviceMemoryTotal();
std::size_t DeviceMemoryUsed(int device);

// "[0x1000, 0x1400) of 1024 bytes"
std::string RangeText(const void* address, std::size_t size);
// "device allocation [0x1000, 0x1400) of 1024 bytes on device 0"
std::string AllocationText(const Allocation& allocation);

}  // namespace cann_emulator
