// SPDX-License-Identifier: Apache-2.0
#include "ge/torch_loader.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include "acl/sibling.h"
#include "ge/error.h"

namespace cann_emulator {
namespace {

namespace fs = std::filesystem;

constexpr char kLibrary[] = "libtorch_cpu.so";

// Folders of a torch package, the one that counts first.
std::vector<fs::path> Candidates(const fs::path& library_folder) {
  if (const char* given = std::getenv("CANN_EMULATOR_TORCH"); given != nullptr && *given != '\0') {
    return {given};
  }
  const fs::path home = library_folder.parent_path();
  std::vector<fs::path> folders = {home.parent_path().parent_path() / "torch"};
  std::string recorded;
  std::ifstream record(home / "share" / "cann_emulator_torch_path");
  if (std::getline(record, recorded) && !recorded.empty()) {
    folders.emplace_back(recorded);
  }
  return folders;
}

}  // namespace

Status LoadTorch() {
  // The handles are never closed: torch stays loaded.
  if (dlopen(kLibrary, RTLD_LAZY | RTLD_NOLOAD) != nullptr) {
    return {};
  }
  std::string tried;
  for (const fs::path& folder : Candidates(fs::path(SiblingPath(kLibrary)).parent_path())) {
    const fs::path library = folder / "lib" / kLibrary;
    if (dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL) != nullptr) {
      return {};
    }
    tried += std::string("\n  ") + dlerror();
  }
  return engine::Error("the built-in operators run on torch's CPU library, which cannot be loaded:" + tried +
                       "\nSet CANN_EMULATOR_TORCH to the folder of the torch package (it has lib/" +
                       kLibrary + ")");
}

}  // namespace cann_emulator
