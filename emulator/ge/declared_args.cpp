// SPDX-License-Identifier: Apache-2.0
#include "ge/declared_args.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "ge/args_refresh.h"

namespace cann_emulator::engine {
namespace {

constexpr std::size_t kSlot = sizeof(std::uintptr_t);

std::uintptr_t SlotValue(const std::string& bytes, std::size_t slot) {
  std::uintptr_t value = 0;
  std::memcpy(&value, bytes.data() + slot * kSlot, kSlot);
  return value;
}

const char* KindName(ArgsMemory::Kind kind) {
  switch (kind) {
    case ArgsMemory::Kind::kInput:
      return "input";
    case ArgsMemory::Kind::kOutput:
      return "output";
    case ArgsMemory::Kind::kWorkspace:
      return "workspace";
  }
  return "memory";
}

std::string Name(const ArgsMemory& memory) {
  return std::string(KindName(memory.kind)) + " " + std::to_string(memory.index);
}

std::string Place(std::size_t args, std::size_t slot) {
  return "launch arguments " + std::to_string(args) + ", slot " + std::to_string(slot);
}

bool Holds(const ArgsMemory& memory, std::uintptr_t address) {
  return HoldsAddress(memory.begin, memory.size, address);
}

}  // namespace

void DeclaredArgs::Reset(std::vector<std::string> args, std::vector<ArgsMemory> memory) {
  args_ = std::move(args);
  memory_ = std::move(memory);
  slots_.clear();
}

std::string DeclaredArgs::Declare(std::size_t args, std::size_t slot, ArgsMemory::Kind kind,
                                  std::size_t index) {
  const std::string place = Place(args, slot) + ": ";
  if (args >= args_.size()) {
    return place + "Execute placed " + std::to_string(args_.size()) + " with MallocReadOnlyDevArgs";
  }
  if (slot >= args_[args].size() / kSlot) {
    return place + "they have " + std::to_string(args_[args].size() / kSlot) + " slots of 8 bytes";
  }
  const auto memory = std::find_if(memory_.begin(), memory_.end(), [&](const ArgsMemory& one) {
    return one.kind == kind && one.index == index;
  });
  if (memory == memory_.end()) {
    const auto count = std::count_if(memory_.begin(), memory_.end(),
                                     [&](const ArgsMemory& one) { return one.kind == kind; });
    return place + "the operator has " + std::to_string(count) + " " + KindName(kind) + "s, no " +
           KindName(kind) + " " + std::to_string(index);
  }
  const std::uintptr_t value = SlotValue(args_[args], slot);
  if (!Holds(*memory, value)) {
    const auto found = std::find_if(memory_.begin(), memory_.end(),
                                    [&](const ArgsMemory& one) { return Holds(one, value); });
    return place + "Execute wrote " +
           (found == memory_.end() ? "no address of the operator's memory"
                                   : "an address of " + Name(*found)) +
           " there, not one of " + Name(*memory);
  }
  const auto number = static_cast<std::size_t>(std::distance(memory_.begin(), memory));
  const Address address = {number, value - reinterpret_cast<std::uintptr_t>(memory->begin)};
  const auto [before, is_new] = slots_.try_emplace({args, slot}, address);
  if (!is_new) {
    return place + "it is declared as an address of " + Name(memory_[before->second.memory]) + " already";
  }
  return "";
}

std::string DeclaredArgs::FindUndeclared() const {
  for (std::size_t args = 0; args < args_.size(); ++args) {
    for (std::size_t slot = 0; slot < args_[args].size() / kSlot; ++slot) {
      const std::uintptr_t value = SlotValue(args_[args], slot);
      const auto tensor = std::find_if(memory_.begin(), memory_.end(), [&](const ArgsMemory& one) {
        return one.kind != ArgsMemory::Kind::kWorkspace && Holds(one, value);
      });
      if (tensor != memory_.end() && slots_.count({args, slot}) == 0) {
        return Place(args, slot) + ": Execute wrote an address of " + Name(*tensor) +
               " there, which is not declared; what is not declared is a value and stays";
      }
    }
  }
  return "";
}

void DeclaredArgs::Write(std::size_t args, const std::vector<ArgsMemory>& memory, std::string* bytes) const {
  for (const auto& [place, address] : slots_) {
    if (place.first == args) {
      const auto value = reinterpret_cast<std::uintptr_t>(memory[address.memory].begin) + address.offset;
      std::memcpy(&(*bytes)[place.second * kSlot], &value, kSlot);
    }
  }
}

}  // namespace cann_emulator::engine
