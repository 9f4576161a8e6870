// SPDX-License-Identifier: Apache-2.0
// Leaves main with status 7 while streams are busy in the way that the argument names.
#include <chrono>
#include <cstring>
#include <string>
#include <thread>

#include "acl/acl.h"

namespace {

// Destroyed when the process exits; a task that still ran then would see it.
struct Canary {
  ~Canary() { text = "destroyed"; }
  std::string text = "alive";
} canary;

void Run(void*) {
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  if (canary.text != "alive") std::_Exit(99);
}

void Forever(void*) {
  while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  aclrtStream stream = nullptr;
  if (aclInit(nullptr) != 0 || aclrtSetDevice(0) != 0 || aclrtCreateStream(&stream) != 0) return 1;
  if (mode == "running") {
    for (int i = 0; i < 100; ++i) aclrtLaunchHostFunc(stream, Run, nullptr);
  } else if (mode == "default stream") {
    aclrtLaunchHostFunc(nullptr, Run, nullptr);
  } else if (mode == "callback") {
    aclrtSubscribeReport(pthread_self(), stream);
    aclrtLaunchCallback(Run, nullptr, ACL_CALLBACK_BLOCK, stream);
  } else if (mode == "event") {
    aclrtStream other = nullptr;
    aclrtEvent event = nullptr;
    aclrtCreateStream(&other);
    aclrtCreateEvent(&event);
    aclrtLaunchHostFunc(stream, Run, nullptr);
    aclrtLaunchHostFunc(stream, Run, nullptr);
    aclrtRecordEvent(event, stream);
    aclrtStreamWaitEvent(other, event);
    aclrtLaunchHostFunc(other, Run, nullptr);
  } else if (mode == "threads") {
    for (int i = 0; i < 4; ++i) {
      std::thread([] {
        aclrtSetDevice(0);
        while (true) aclrtLaunchHostFunc(nullptr, [](void*) {}, nullptr);
      }).detach();
    }
  } else if (mode == "forever") {
    aclrtLaunchHostFunc(stream, Forever, nullptr);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  return 7;
}
