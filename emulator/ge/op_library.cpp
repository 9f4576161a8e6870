// SPDX-License-Identifier: Apache-2.0
// Loads the library of built-in operators from the folder of this one.
#include "ge/op_library.h"

#include <dlfcn.h>

#include <exception>

#include "acl/sibling.h"
#include "ge/torch_loader.h"

namespace cann_emulator {
namespace {

struct Loaded {
  const OpLibrary* library = nullptr;
  std::string error;
};

Loaded Load() {
  Loaded result;
  if (const Status torch = LoadTorch(); !torch.ok()) {
    result.error = torch.message;
    return result;
  }
  const std::string path = SiblingPath("libcann_emulator_ops.so");
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    result.error = "the built-in operators cannot be loaded: " + std::string(dlerror()) +
                   ". They are built for one version of torch: see python -m cann_emulator info";
    return result;
  }
  auto* entry = reinterpret_cast<const OpLibrary* (*)()>(dlsym(handle, "cann_emulator_op_library"));
  if (entry == nullptr) {
    result.error = path + " defines no built-in operators";
    return result;
  }
  try {
    result.library = entry();
  } catch (const std::exception& error) {
    result.error = error.what();
  }
  return result;
}

}  // namespace

const OpLibrary* LoadOpLibrary(std::string* error) {
  static const Loaded loaded = Load();
  if (loaded.library == nullptr) {
    *error = loaded.error;
  }
  return loaded.library;
}

}  // namespace cann_emulator
