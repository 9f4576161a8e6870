// SPDX-License-Identifier: Apache-2.0
#include "ge/value_capture.h"

#include <atomic>
#include <deque>
#include <mutex>
#include <string>

#include "ge/data_type.h"

namespace cann_emulator::engine {
namespace {

struct Captured {
  std::string node;
  std::size_t output;
  ValueInfo info;
  std::string bytes;
};

std::atomic<bool> is_on{false};
std::mutex mutex;
std::deque<Captured> captured;

}  // namespace

bool CapturesValues() { return is_on.load(std::memory_order_relaxed); }

void CaptureValue(const Node& node, std::size_t output, const ValueInfo& info, const void* data) {
  const std::size_t size = TensorSize(info.dtype, info.dims).value_or(0);
  std::string bytes(static_cast<const char*>(data), size);
  const std::lock_guard<std::mutex> lock(mutex);
  captured.push_back({node.name, output, info, std::move(bytes)});
}

}  // namespace cann_emulator::engine

using namespace cann_emulator::engine;

void cann_emulator_capture_values(int on) {
  const std::lock_guard<std::mutex> lock(mutex);
  captured.clear();
  is_on = on != 0;
}

bool cann_emulator_captured_value(std::uint64_t index, cann_emulator_captured* value) {
  const std::lock_guard<std::mutex> lock(mutex);
  if (index >= captured.size()) {
    return false;
  }
  const Captured& found = captured[index];
  *value = {found.node.c_str(),     found.output,           static_cast<std::int64_t>(found.info.dtype),
            found.info.dims.size(), found.info.dims.data(), found.bytes.data(),
            found.bytes.size()};
  return true;
}
