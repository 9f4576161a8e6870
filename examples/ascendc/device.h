// SPDX-License-Identifier: Apache-2.0
// The host's side that the programs share: one device, its memory, a check of every ACL call.
#pragma once

#include <acl/acl.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

// Ends the program with the message of a call that failed.
inline void CheckAcl(aclError code, const char* call) {
  if (code == ACL_SUCCESS) return;
  const char* message = aclGetRecentErrMsg();
  std::fprintf(stderr, "%s failed with %d: %s\n", call, code, message == nullptr ? "" : message);
  std::exit(2);
}
#define CHECK_ACL(call) CheckAcl((call), #call)

// Device 0 and a stream for as long as the object lives.
class Device {
 public:
  Device() {
    CHECK_ACL(aclInit(nullptr));
    CHECK_ACL(aclrtSetDevice(0));
    CHECK_ACL(aclrtCreateStream(&stream_));
  }
  ~Device() {
    aclrtDestroyStream(stream_);
    aclrtResetDevice(0);
    aclFinalize();
  }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  aclrtStream stream() const { return stream_; }
  void Wait() const { CHECK_ACL(aclrtSynchronizeStream(stream_)); }

 private:
  aclrtStream stream_ = nullptr;
};

// `count` elements of T on the device.
template <typename T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count) : count_(count) {
    CHECK_ACL(aclrtMalloc(&memory_, Bytes(), ACL_MEM_MALLOC_HUGE_FIRST));
  }
  explicit DeviceArray(const std::vector<T>& values) : DeviceArray(values.size()) {
    CHECK_ACL(aclrtMemcpy(memory_, Bytes(), values.data(), Bytes(), ACL_MEMCPY_HOST_TO_DEVICE));
  }
  ~DeviceArray() { aclrtFree(memory_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  std::uint8_t* address() const { return static_cast<std::uint8_t*>(memory_); }
  std::vector<T> Get() const {
    std::vector<T> values(count_);
    CHECK_ACL(aclrtMemcpy(values.data(), Bytes(), memory_, Bytes(), ACL_MEMCPY_DEVICE_TO_HOST));
    return values;
  }

 private:
  std::size_t Bytes() const { return count_ * sizeof(T); }
  std::size_t count_;
  void* memory_ = nullptr;
};
