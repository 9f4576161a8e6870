// SPDX-License-Identifier: Apache-2.0
#include "npu_launch.h"

#include <acl/acl.h>
#include <torch_npu/csrc/core/npu/NPUStream.h>
#include <torch_npu/csrc/framework/OpCommand.h>

#include <utility>

namespace ascendc_ops {

void EnqueueLaunch(const char* op, std::function<std::string(void* stream)> launch) {
  void* stream = c10_npu::getCurrentNPUStream().stream(false);
  auto handler = [op, stream, launch = std::move(launch)]() -> int {
    const std::string problem = launch(stream);
    if (problem.empty()) {
      return ACL_SUCCESS;
    }
    aclAppLog(ACL_ERROR, op, __FILE__, __LINE__, "%s: %s", op, problem.c_str());
    return ACL_ERROR_FAILURE;
  };
  at_npu::native::OpCommand::RunOpApiV2(op, handler);
}

}  // namespace ascendc_ops
