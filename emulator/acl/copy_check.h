// SPDX-License-Identifier: Apache-2.0
// What a copy must satisfy: each side lies in memory of the right kind, inside one allocation.
#pragma once

#include <cstddef>
#include <string>

#include "acl/acl_rt.h"
#include "acl/runtime.h"

namespace cann_emulator {

struct Copy {
  const char* function;
  void* dst;
  std::size_t dst_size;  // bytes the caller says the destination has
  const void* src;
  std::size_t size;
  aclrtMemcpyKind kind;
};

Status CheckCopy(const Copy& copy);
// The same for a copy that is put on a stream.
Status CheckQueuedCopy(const Copy& copy);

struct Fill {
  const char* function;
  void* address;
  std::size_t max_size;  // bytes the caller says the range has
  std::size_t size;
  int value;
};

Status CheckFill(const Fill& fill);

}  // namespace cann_emulator
