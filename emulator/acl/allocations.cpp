// SPDX-License-Identifier: Apache-2.0
#include "acl/allocations.h"

#include <iterator>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <vector>

#include "acl/block_pool.h"
#include "acl/error.h"
#include "acl/settings.h"

namespace cann_emulator {
namespace {

struct Record {
  std::size_t size = 0;
  Origin origin = Origin::kDevice;
  int device = 0;
};

struct State {
  std::shared_mutex mutex;
  std::map<std::uintptr_t, Record> records;  // by address; ranges never overlap
  BlockPool pool;
  std::vector<std::size_t> used = std::vector<std::size_t>(GetSettings().device_count, 0);
};

// Never destroyed: stream threads may still use it while the process exits.
State& GetState() {
  static State& state = *new State;
  return state;
}

std::uintptr_t Number(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

Allocation Describe(std::uintptr_t base, const Record& record) {
  const bool device = record.origin == Origin::kDevice || record.origin == Origin::kMapped;
  return {reinterpret_cast<const std::byte*>(base), record.size,
          device ? Allocation::Kind::kDevice : Allocation::Kind::kHost, record.device};
}

// The record that contains `address`, or end().
std::map<std::uintptr_t, Record>::iterator Find(State& state, std::uintptr_t address) {
  auto next = state.records.upper_bound(address);
  if (next == state.records.begin()) return state.records.end();
  auto found = std::prev(next);
  return address - found->first < found->second.size ? found : state.records.end();
}

// Physical memory mapped side by side is one range to its user.
Allocation DescribeMapped(State& state, std::map<std::uintptr_t, Record>::iterator found) {
  const auto joins = [](const auto& before, const auto& after) {
    return before.second.origin == Origin::kMapped && after.second.origin == Origin::kMapped &&
           before.second.device == after.second.device && before.first + before.second.size == after.first;
  };
  auto first = found;
  while (first != state.records.begin() && joins(*std::prev(first), *first)) --first;
  auto last = found;
  while (std::next(last) != state.records.end() && joins(*last, *std::next(last))) ++last;
  return Describe(first->first,
                  {last->first + last->second.size - first->first, Origin::kMapped, found->second.device});
}

const char* FreedBy(Origin origin) {
  switch (origin) {
    case Origin::kDevice:
      return "aclrtFree";
    case Origin::kHost:
      return "aclrtFreeHost";
    case Origin::kRegistered:
      return "aclrtHostUnregister";
    case Origin::kMapped:
      return "aclrtUnmapMem";
  }
  return "";
}

Status Charge(State& state, const char* function, int device, std::size_t size) {
  const std::size_t total = DeviceMemoryTotal();
  std::size_t& used = state.used.at(device);
  if (size > total - used) {
    return {ACL_ERROR_RT_MEMORY_ALLOCATION,
            std::string(function) + ": device " + std::to_string(device) + " is out of memory: " +
                std::to_string(size) + " bytes requested, " + std::to_string(total - used) + " free of " +
                std::to_string(total) + " (CANN_EMULATOR_MEMORY sets the limit)"};
  }
  used += size;
  return {};
}

// The record that starts at `address` and came from `origin`; end() with *status set otherwise.
std::map<std::uintptr_t, Record>::iterator FindOwn(State& state, const char* function, const void* address,
                                                   Origin origin, Status* status) {
  auto found = Find(state, Number(address));
  if (found != state.records.end() && found->first == Number(address) && found->second.origin == origin) {
    return found;
  }
  std::string message = std::string(function) + ": " + Hex(address);
  if (found == state.records.end()) {
    message += " is not a live allocation: freed before, or never allocated through ACL";
  } else if (found->first != Number(address)) {
    message += " lies inside the " + AllocationText(Describe(found->first, found->second)) +
               "; pass its first address";
  } else {
    message += " must be given back with " + std::string(FreedBy(found->second.origin));
  }
  *status = {ACL_ERROR_RT_PARAM_INVALID, message};
  return state.records.end();
}

}  // namespace

std::size_t DeviceMemoryTotal() { return GetSettings().memory_limit.value_or(CurrentSoc().memory_size); }

std::size_t DeviceMemoryUsed(int device) {
  State& state = GetState();
  std::shared_lock lock(state.mutex);
  return state.used.at(device);
}

Status ChargeDevice(const char* function, int device, std::size_t size) {
  State& state = GetState();
  std::unique_lock lock(state.mutex);
  return Charge(state, function, device, size);
}

void ReleaseDevice(int device, std::size_t size) {
  State& state = GetState();
  std::unique_lock lock(state.mutex);
  state.used.at(device) -= size;
}

Status Allocate(const char* function, std::size_t size, Origin origin, int device, void** address) {
  State& state = GetState();
  std::unique_lock lock(state.mutex);
  if (origin == Origin::kDevice) {
    if (Status status = Charge(state, function, device, size); !status.ok()) return status;
  }
  void* block = size < (std::size_t{1} << 46) ? state.pool.Take(size) : nullptr;
  if (block == nullptr) {
    if (origin == Origin::kDevice) state.used.at(device) -= size;
    return {ACL_ERROR_RT_MEMORY_ALLOCATION,
            std::string(function) + ": this machine cannot map " + std::to_string(size) + " more bytes"};
  }
  state.records[Number(block)] = {size, origin, device};
  *address = block;
  return {};
}

Status Free(const char* function, void* address, Origin origin) {
  State& state = GetState();
  std::unique_lock lock(state.mutex);
  Status status;
  auto found = FindOwn(state, function, address, origin, &status);
  if (found == state.records.end()) return status;
  const Record record = found->second;
  state.records.erase(found);
  if (origin == Origin::kDevice) state.used.at(record.device) -= record.size;
  state.pool.Give(address, record.size);
  return {};
}

Status AddRange(const char* function, void* address, std::size_t size, Origin origin, int device) {
  State& state = GetState();
  std::unique_lock lock(state.mutex);
  auto overlapping = Find(state, Number(address));
  if (overlapping == state.records.end()) {
    overlapping = state.records.lower_bound(Number(address));
    if (overlapping != state.records.end() && overlapping->first - Number(address) >= size) {
      overlapping = state.records.end();
    }
  }
  if (overlapping != state.records.end()) {
    return {ACL_ERROR_RT_PARAM_INVALID,
            std::string(function) + ": " + RangeText(address, size) + " overlaps the " +
                AllocationText(Describe(overlapping->first, overlapping->second))};
  }
  state.records[Number(address)] = {size, origin, device};
  return {};
}

Status RemoveRange(const char* function, void* address, Origin origin, std::size_t* size) {
  State& state = GetState();
  std::unique_lock lock(state.mutex);
  Status status;
  auto found = FindOwn(state, function, address, origin, &status);
  if (found == state.records.end()) return status;
  *size = found->second.size;
  state.records.erase(found);
  return {};
}

bool IsFreed(const void* address) {
  State& state = GetState();
  std::shared_lock lock(state.mutex);
  return state.pool.Owns(address) && Find(state, Number(address)) == state.records.end();
}

std::optional<Allocation> FindAllocation(const void* address) {
  State& state = GetState();
  std::shared_lock lock(state.mutex);
  auto found = Find(state, Number(address));
  if (found == state.records.end()) return std::nullopt;
  return found->second.origin == Origin::kMapped ? DescribeMapped(state, found)
                                                 : Describe(found->first, found->second);
}

std::string DescribeAddress(const void* address) {
  constexpr std::uintptr_t kNear = std::uintptr_t{64} << 20;  // an index that is wrong, no foreign pointer
  if (const std::optional<Allocation> found = FindAllocation(address)) {
    return "it lies in the " + AllocationText(*found);
  }
  if (IsFreed(address))
    return "it lies in memory of the runtime that is not allocated: freed, or past an end";
  State& state = GetState();
  std::shared_lock lock(state.mutex);
  const auto next = state.records.upper_bound(Number(address));
  if (next != state.records.begin()) {
    const auto& [base, record] = *std::prev(next);
    if (const std::uintptr_t distance = Number(address) - (base + record.size); distance < kNear) {
      return "it lies " + std::to_string(distance) + " bytes past the end of the " +
             AllocationText(Describe(base, record));
    }
  }
  return "it lies in no memory of the runtime";
}

std::string RangeText(const void* address, std::size_t size) {
  const auto* begin = static_cast<const char*>(address);
  return "[" + Hex(begin) + ", " + Hex(begin + size) + ") of " + std::to_string(size) + " bytes";
}

std::string AllocationText(const Allocation& allocation) {
  const std::string range = RangeText(allocation.base, allocation.size);
  if (allocation.kind == Allocation::Kind::kHost) return "host allocation " + range;
  return "device allocation " + range + " on device " + std::to_string(allocation.device);
}

}  // namespace cann_emulator
