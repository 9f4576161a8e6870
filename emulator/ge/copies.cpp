// SPDX-License-Identifier: Apache-2.0
#include "ge/copies.h"

#include <cstring>
#include <string>

#include "ge/run_io.h"

namespace cann_emulator::engine {
namespace {

bool Overlap(const MemoryCopy& source, const MemoryCopy& target) {
  const auto* from = static_cast<const char*>(source.from);
  const auto* to = static_cast<const char*>(target.to);
  return from < to + target.size && to < from + source.size;
}

void Run(const std::vector<MemoryCopy>& copies) {
  std::vector<std::string> saved(copies.size());
  std::vector<bool> is_saved(copies.size(), false);
  for (std::size_t i = 0; i < copies.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!is_saved[i] && Overlap(copies[i], copies[j])) {
        saved[i].assign(static_cast<const char*>(copies[i].from), copies[i].size);
        is_saved[i] = true;
      }
    }
  }
  for (std::size_t i = 0; i < copies.size(); ++i) {
    std::memmove(copies[i].to, is_saved[i] ? saved[i].data() : copies[i].from, copies[i].size);
  }
}

}  // namespace

Status EnqueueCopies(void* stream, std::vector<MemoryCopy> copies, std::shared_ptr<const void> sources) {
  if (copies.empty()) {
    return {};
  }
  const std::string name = "copies to a graph's outputs";
  return Launched(EnqueueTask(stream, name,
                              [copies = std::move(copies), sources = std::move(sources)] {
                                Run(copies);
                                return Status{};
                              }),
                  name);
}

}  // namespace cann_emulator::engine
