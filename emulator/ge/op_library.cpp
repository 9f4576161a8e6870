// SPDX-License-Identifier: Apache-2.0
// Loads the library of built-in operators from the folder of this one.
#include "ge/op_library.h"

#include <dlfcn.h>

#include <exception>
#include <filesystem>
#include <mutex>

namespace cann_emulator {
namespace {

struct Loaded {
  const OpLibrary* library = nullptr;
  std::string error;
};

Loaded Load() {
  Loaded result;
  Dl_info self;
  if (dladdr(reinterpret_cast<const void*>(&LoadOpLibrary), &self) == 0 || self.dli_fname == nullptr) {
    result.error = "the folder of libge_runner.so cannot be found";
    return result;
  }
  const auto path = std::filesystem::path(self.dli_fname).parent_path() / "libcann_emulator_ops.so";
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    result.error =
        "the built-in operators cannot be loaded: " + std::string(dlerror()) +
        ". They use the torch of the process, so import torch first; they are built for one version of it";
    return result;
  }
  auto* entry = reinterpret_cast<const OpLibrary* (*)()>(dlsym(handle, "cann_emulator_op_library"));
  if (entry == nullptr) {
    result.error = path.string() + " defines no built-in operators";
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
