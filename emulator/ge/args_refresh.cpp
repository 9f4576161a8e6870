// SPDX-License-Identifier: Apache-2.0
#include "ge/args_refresh.h"

#include <algorithm>
#include <cstring>

namespace cann_emulator::engine {
namespace {

using Port = Prototype::Port;

// The name of the port that the value with this number belongs to.
const std::string& PortName(const std::vector<Port>& ports, const std::vector<std::size_t>& counts,
                            std::size_t number) {
  std::size_t port = 0;
  for (; port + 1 < counts.size() && number >= counts[port]; ++port) {
    number -= counts[port];
  }
  return ports[port].name;
}

bool Has(const std::vector<Port>& ports, const std::string& name) {
  return std::any_of(ports.begin(), ports.end(), [&](const Port& port) { return port.name == name; });
}

}  // namespace

bool WritesInput(const Node& node, std::size_t input) {
  const Prototype& prototype = node.prototype->prototype;
  return Has(prototype.outputs, PortName(prototype.inputs, node.instance.input_counts, input));
}

bool RefreshesArgs(const Node& node) {
  return node.custom->update_args != nullptr || node.custom->declare_args != nullptr;
}

bool RefreshesInput(const Node& node, std::size_t input) {
  return RefreshesArgs(node) && !WritesInput(node, input);
}

bool RefreshesOutput(const Node& node, std::size_t output) {
  const Prototype& prototype = node.prototype->prototype;
  return RefreshesArgs(node) &&
         !Has(prototype.inputs, PortName(prototype.outputs, node.instance.output_counts, output));
}

bool HoldsAddress(const void* begin, std::size_t size, std::uintptr_t address) {
  const auto first = reinterpret_cast<std::uintptr_t>(begin);
  return begin != nullptr && address >= first && address - first < std::max<std::size_t>(size, 1);
}

std::string FindStaleAddress(const std::string& before, const std::string& now,
                             const std::vector<RefreshedTensor>& tensors) {
  for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= before.size(); at += sizeof(std::uintptr_t)) {
    std::uintptr_t old_word = 0;
    std::uintptr_t word = 0;
    std::memcpy(&old_word, before.data() + at, sizeof(word));
    std::memcpy(&word, now.data() + at, sizeof(word));
    const RefreshedTensor* stale = nullptr;
    bool is_new = false;  // of any tensor that was there: two inputs may be one tensor
    for (const RefreshedTensor& tensor : tensors) {
      if (HoldsAddress(tensor.before, tensor.size, old_word)) {
        stale = stale == nullptr ? &tensor : stale;
        is_new = is_new || HoldsAddress(tensor.now, tensor.size, word);
      }
    }
    if (stale != nullptr && !is_new) {
      return "byte " + std::to_string(at) + ", an address of " + stale->what;
    }
  }
  return "";
}

}  // namespace cann_emulator::engine
