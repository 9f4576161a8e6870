// SPDX-License-Identifier: Apache-2.0
// Copies at the end of a run. They happen at once: a source that another copy overwrites is read first.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "acl/runtime.h"

namespace cann_emulator::engine {

struct MemoryCopy {
  void* to = nullptr;
  const void* from = nullptr;
  std::size_t size = 0;  // bytes
};

// `sources`: what must live until the copies are done.
Status EnqueueCopies(void* stream, std::vector<MemoryCopy> copies,
                     std::shared_ptr<const void> sources = nullptr);

}  // namespace cann_emulator::engine
