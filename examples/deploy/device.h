// SPDX-License-Identifier: Apache-2.0
// What the programs need of ACL: the device, a stream, device memory. Failures throw std::runtime_error with
// ACL's message.
#pragma once

#include <acl/acl.h>

#include <cstddef>
#include <string>
#include <vector>

// Throws when an ACL call has failed; `what` says which.
void CheckAcl(aclError code, const std::string& what);

// ACL initialised and device 0 in use by this thread, until destroyed.
class AclRuntime {
 public:
  AclRuntime();
  ~AclRuntime();
  AclRuntime(const AclRuntime&) = delete;
  AclRuntime& operator=(const AclRuntime&) = delete;
};

class Stream {
 public:
  Stream();
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  aclrtStream Get() const { return stream_; }
  void Synchronize() const;

 private:
  aclrtStream stream_ = nullptr;
};

// Device memory of `size` bytes; of one byte where that is 0, so that it has an address.
class DeviceMemory {
 public:
  explicit DeviceMemory(std::size_t size);
  explicit DeviceMemory(const std::vector<char>& content);
  // Takes over memory that ACL allocated for the caller.
  DeviceMemory(void* address, std::size_t size) : address_(address), size_(size) {}
  DeviceMemory(DeviceMemory&& other) noexcept;
  DeviceMemory& operator=(DeviceMemory&&) = delete;
  ~DeviceMemory();

  void* Address() const { return address_; }
  std::size_t Size() const { return size_; }
  void CopyFrom(const std::vector<char>& content);
  std::vector<char> CopyToHost() const;

 private:
  void* address_ = nullptr;
  std::size_t size_;
};
