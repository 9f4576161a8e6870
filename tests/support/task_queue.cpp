// SPDX-License-Identifier: Apache-2.0
// Slows torch_npu's task queue down, so that work that does not go through it would overtake.
#include <torch_npu/csrc/framework/OpCommand.h>

#include <chrono>
#include <thread>

// Queues a task that sleeps, on the current stream's queue.
extern "C" void delay_task_queue(int milliseconds) {
  at_npu::native::OpCommand::RunOpApiV2("delay", [milliseconds]() -> int {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    return 0;
  });
}
