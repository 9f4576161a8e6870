// SPDX-License-Identifier: Apache-2.0
// Threads with streams of their own pass buffers on to each other through events. Exits with 0 when every
// value arrived. Meant to run under ThreadSanitizer as well.
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "acl/acl.h"

namespace {

constexpr int kThreads = 8;
constexpr int kRounds = 50;
constexpr std::size_t kSize = 4096;

#define REQUIRE(call)                                                           \
  do {                                                                          \
    if (const int code = (call); code != ACL_SUCCESS) {                         \
      const char* message = aclGetRecentErrMsg();                               \
      std::fprintf(stderr, "%s: %d %s\n", #call, code, message ? message : ""); \
      std::_Exit(1);                                                            \
    }                                                                           \
  } while (false)

void Increment(void* counter) { ++*static_cast<int*>(counter); }

// Fills a buffer on one stream, copies it on another that waits for the first, and reads it back.
void Work(int thread, int device_count) {
  REQUIRE(aclrtSetDevice(thread % device_count));
  aclrtStream first = nullptr;
  aclrtStream second = nullptr;
  aclrtEvent filled = nullptr;
  REQUIRE(aclrtCreateStream(&first));
  REQUIRE(aclrtCreateStreamWithConfig(&second, 0, 0));
  REQUIRE(aclrtCreateEventExWithFlag(&filled, ACL_EVENT_SYNC));
  std::vector<unsigned char> result(kSize);
  int count = 0;
  for (int round = 0; round < kRounds; ++round) {
    void* source = nullptr;
    void* target = nullptr;
    REQUIRE(aclrtMalloc(&source, kSize, ACL_MEM_MALLOC_HUGE_FIRST));
    REQUIRE(aclrtMalloc(&target, kSize, ACL_MEM_MALLOC_HUGE_FIRST));
    REQUIRE(aclrtMemsetAsync(source, kSize, thread * kRounds + round, kSize, first));
    REQUIRE(aclrtRecordEvent(filled, first));
    REQUIRE(aclrtStreamWaitEvent(second, filled));
    REQUIRE(aclrtMemcpyAsync(target, kSize, source, kSize, ACL_MEMCPY_DEVICE_TO_DEVICE, second));
    REQUIRE(aclrtMemcpyAsync(result.data(), kSize, target, kSize, ACL_MEMCPY_DEVICE_TO_HOST, second));
    REQUIRE(aclrtLaunchHostFunc(second, Increment, &count));
    if (round % 5 == 0) {
      REQUIRE(aclrtSynchronizeDevice());
    } else {
      REQUIRE(aclrtSynchronizeStream(second));
    }
    for (unsigned char value : result) {
      if (value != static_cast<unsigned char>(thread * kRounds + round)) std::_Exit(2);
    }
    REQUIRE(aclrtFree(source));
    REQUIRE(aclrtFree(target));
  }
  REQUIRE(aclrtDestroyEvent(filled));
  REQUIRE(aclrtDestroyStream(first));
  REQUIRE(aclrtDestroyStream(second));
  if (count != kRounds) std::_Exit(3);
}

}  // namespace

int main() {
  REQUIRE(aclInit(nullptr));
  uint32_t device_count = 0;
  REQUIRE(aclrtGetDeviceCount(&device_count));
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back(Work, thread, static_cast<int>(device_count));
  }
  for (std::thread& thread : threads) thread.join();
  REQUIRE(aclFinalize());
}
