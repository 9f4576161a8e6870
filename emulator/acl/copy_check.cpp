// SPDX-License-Identifier: Apache-2.0
#include "acl/copy_check.h"

#include "acl/allocations.h"
#include "acl/error.h"
#include "acl/recording.h"

namespace cann_emulator {
namespace {

enum class Side { kHost, kDevice, kAny };

bool SidesOf(aclrtMemcpyKind kind, Side* dst, Side* src) {
  switch (kind) {
    case ACL_MEMCPY_HOST_TO_HOST:
      *dst = Side::kHost, *src = Side::kHost;
      return true;
    case ACL_MEMCPY_HOST_TO_DEVICE:
    case ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE:
      *dst = Side::kDevice, *src = Side::kHost;
      return true;
    case ACL_MEMCPY_DEVICE_TO_HOST:
      *dst = Side::kHost, *src = Side::kDevice;
      return true;
    case ACL_MEMCPY_DEVICE_TO_DEVICE:
    case ACL_MEMCPY_INNER_DEVICE_TO_DEVICE:
    case ACL_MEMCPY_INTER_DEVICE_TO_DEVICE:
      *dst = Side::kDevice, *src = Side::kDevice;
      return true;
    case ACL_MEMCPY_DEFAULT:
      *dst = Side::kAny, *src = Side::kAny;
      return true;
  }
  return false;
}

const char* KindName(aclrtMemcpyKind kind) {
  switch (kind) {
    case ACL_MEMCPY_HOST_TO_HOST:
      return "host to host";
    case ACL_MEMCPY_HOST_TO_DEVICE:
      return "host to device";
    case ACL_MEMCPY_DEVICE_TO_HOST:
      return "device to host";
    case ACL_MEMCPY_DEVICE_TO_DEVICE:
      return "device to device";
    case ACL_MEMCPY_DEFAULT:
      return "default";
    case ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE:
      return "host through a buffer to device";
    case ACL_MEMCPY_INNER_DEVICE_TO_DEVICE:
      return "within a device";
    case ACL_MEMCPY_INTER_DEVICE_TO_DEVICE:
      return "between devices";
  }
  return "unknown";
}

// What is wrong with [address, address + size) as memory of `side`; empty when nothing is. Host memory may be
// any memory of the program; where ACL knows it, its bounds hold.
std::string Complaint(const char* role, const void* address, std::size_t size, Side side) {
  const std::string text = std::string(role) + " " + RangeText(address, size);
  const auto allocation = FindAllocation(address);
  if (!allocation) {
    if (IsFreed(address)) return text + " starts in memory that was freed";
    return side == Side::kDevice ? text + " starts outside every live device allocation" : "";
  }
  const bool device = allocation->kind == Allocation::Kind::kDevice;
  if (side == Side::kDevice && !device) return text + " is host memory: " + AllocationText(*allocation);
  if (side == Side::kHost && device) return text + " is device memory: " + AllocationText(*allocation);
  const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(address) - allocation->base);
  if (size > allocation->size - offset) return text + " exceeds the " + AllocationText(*allocation);
  return "";
}

bool IsDevice(const void* address) {
  const auto allocation = FindAllocation(address);
  return allocation && allocation->kind == Allocation::Kind::kDevice;
}

Status Invalid(const std::string& message) { return {ACL_ERROR_RT_PARAM_INVALID, message}; }

}  // namespace

Status CheckCopy(const Copy& copy) {
  const std::string prefix = std::string(copy.function) + " (" + KindName(copy.kind) + "): ";
  Side dst = Side::kAny;
  Side src = Side::kAny;
  if (!SidesOf(copy.kind, &dst, &src)) {
    return Invalid(prefix + std::to_string(copy.kind) + " is not an aclrtMemcpyKind");
  }
  if (copy.size == 0) return {};
  if (copy.dst == nullptr || copy.src == nullptr) {
    return Invalid(prefix + (copy.dst == nullptr ? "destination" : "source") + " must not be null");
  }
  if (copy.size > copy.dst_size) {
    return Invalid(prefix + std::to_string(copy.size) + " bytes from " + RangeText(copy.src, copy.size) +
                   " do not fit into the destination " + RangeText(copy.dst, copy.dst_size));
  }
  if (IsRecording() && IsDevice(copy.src) && !IsDevice(copy.dst)) {
    return RefuseWhileRecording(prefix + "reading device memory");
  }
  if (!ChecksEnabled()) return {};
  const std::string dst_complaint = Complaint("destination", copy.dst, copy.size, dst);
  const std::string src_complaint = Complaint("source", copy.src, copy.size, src);
  if (dst_complaint.empty() && src_complaint.empty()) return {};
  if (dst_complaint.empty()) {
    return Invalid(prefix + src_complaint + "; destination " + RangeText(copy.dst, copy.size));
  }
  if (src_complaint.empty()) {
    return Invalid(prefix + dst_complaint + "; source " + RangeText(copy.src, copy.size));
  }
  return Invalid(prefix + dst_complaint + "; " + src_complaint);
}

Status CheckQueuedCopy(const Copy& copy) {
  if (IsRecording() && copy.size != 0 && !IsDevice(copy.src)) {
    return RefuseWhileRecording(std::string(copy.function) + ": reading host memory on the stream");
  }
  return CheckCopy(copy);
}

Status CheckFill(const Fill& fill) {
  const std::string prefix = std::string(fill.function) + ": ";
  if (fill.size == 0) return {};
  if (fill.address == nullptr) return Invalid(prefix + "address must not be null");
  if (fill.size > fill.max_size) {
    return Invalid(prefix + std::to_string(fill.size) + " bytes exceed the given maximum of " +
                   std::to_string(fill.max_size));
  }
  if (!ChecksEnabled()) return {};
  const std::string complaint = Complaint("range", fill.address, fill.size, Side::kAny);
  return complaint.empty() ? Status{} : Invalid(prefix + complaint);
}

}  // namespace cann_emulator
