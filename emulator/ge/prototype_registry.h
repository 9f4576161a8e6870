// SPDX-License-Identifier: Apache-2.0
// Prototypes by operator type: registered ones (REG_OP) first, then those of the built-in library.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ge/op_library.h"
#include "ge/type_list.h"

namespace cann_emulator::engine {

struct OperatorPrototype {
  Prototype prototype;
  std::vector<TypeList> input_types;   // parallel to prototype.inputs
  std::vector<TypeList> output_types;  // parallel to prototype.outputs
  std::string error;                   // what is wrong with the declaration; "" when nothing is
  std::string library;                 // file that registered it; "" for a built-in
};

// Null when no one declares the type. When the built-in library cannot be loaded, *error says why (once per
// call).
std::shared_ptr<const OperatorPrototype> FindPrototype(const std::string& type, std::string* error);

// The types of all registered and built-in prototypes, sorted.
std::vector<std::string> PrototypeTypes();

// Registers; a type that is already registered keeps its first prototype and the refusal of another goes to
// stderr. The same one again is as good as the first: a program that includes an operator package's header
// registers its prototypes, and so does the package's library.
void RegisterPrototype(const std::string& library, const std::shared_ptr<const OperatorPrototype>& prototype);

// The file of the code at `address`, for messages.
std::string LibraryOf(const void* address);

}  // namespace cann_emulator::engine
