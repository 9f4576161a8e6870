// SPDX-License-Identifier: Apache-2.0
#include "device.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

void CheckAcl(aclError code, const std::string& what) {
  if (code == ACL_SUCCESS) return;
  const char* message = aclGetRecentErrMsg();
  throw std::runtime_error(what + " failed with error " + std::to_string(code) +
                           (message == nullptr ? "" : std::string(": ") + message));
}

AclRuntime::AclRuntime() {
  CheckAcl(aclInit(nullptr), "aclInit");
  CheckAcl(aclrtSetDevice(0), "aclrtSetDevice");
}

AclRuntime::~AclRuntime() {
  aclrtResetDevice(0);
  aclFinalize();
}

Stream::Stream() { CheckAcl(aclrtCreateStream(&stream_), "aclrtCreateStream"); }
Stream::~Stream() { aclrtDestroyStream(stream_); }
void Stream::Synchronize() const { CheckAcl(aclrtSynchronizeStream(stream_), "aclrtSynchronizeStream"); }

DeviceMemory::DeviceMemory(std::size_t size) : size_(size) {
  CheckAcl(aclrtMalloc(&address_, std::max<std::size_t>(size, 1), ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
}

DeviceMemory::DeviceMemory(const std::vector<char>& content) : DeviceMemory(content.size()) {
  CopyFrom(content);
}

DeviceMemory::DeviceMemory(DeviceMemory&& other) noexcept
    : address_(std::exchange(other.address_, nullptr)), size_(other.size_) {}

DeviceMemory::~DeviceMemory() {
  if (address_ != nullptr) aclrtFree(address_);
}

void DeviceMemory::CopyFrom(const std::vector<char>& content) {
  if (content.empty()) return;
  CheckAcl(aclrtMemcpy(address_, size_, content.data(), content.size(), ACL_MEMCPY_HOST_TO_DEVICE),
           "aclrtMemcpy");
}

std::vector<char> DeviceMemory::CopyToHost() const {
  std::vector<char> content(size_);
  if (size_ == 0) return content;
  CheckAcl(aclrtMemcpy(content.data(), size_, address_, size_, ACL_MEMCPY_DEVICE_TO_HOST), "aclrtMemcpy");
  return content;
}
