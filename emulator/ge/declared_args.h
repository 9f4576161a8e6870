// SPDX-License-Identifier: Apache-2.0
// The slots of a custom operator's arguments that are addresses, as the operator declares them
// (AnnotatedArgsOp).
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace cann_emulator::engine {

// Memory that a slot may be an address of.
struct ArgsMemory {
  enum class Kind { kInput, kOutput, kWorkspace };
  Kind kind = Kind::kInput;
  std::size_t index = 0;  // among those of its kind
  const void* begin = nullptr;
  std::size_t size = 0;  // bytes
};

class DeclaredArgs {
 public:
  // Begins anew. `args`: the bytes of each of the operator's arguments, as Execute wrote them; `memory`: of
  // the tensors and workspaces that it had then.
  void Reset(std::vector<std::string> args, std::vector<ArgsMemory> memory);

  // Each returns why it is wrong, "" when it is right. The first: a slot of arguments number `args` is an
  // address of the memory with this kind and index. The second: no other slot is one of a tensor.
  std::string Declare(std::size_t args, std::size_t slot, ArgsMemory::Kind kind, std::size_t index);
  std::string FindUndeclared() const;

  // Writes this step's addresses; `memory`: as at Reset, at other places.
  void Write(std::size_t args, const std::vector<ArgsMemory>& memory, std::string* bytes) const;

 private:
  struct Address {
    std::size_t memory = 0;  // number
    std::size_t offset = 0;  // bytes
  };
  std::vector<std::string> args_;
  std::vector<ArgsMemory> memory_;
  std::map<std::pair<std::size_t, std::size_t>, Address> slots_;  // by numbers of arguments and slot
};

}  // namespace cann_emulator::engine
