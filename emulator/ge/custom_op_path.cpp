// SPDX-License-Identifier: Apache-2.0
// The libraries of ASCEND_CUSTOM_OPP_PATH: <root>/op_graph/lib/<os>/<arch>/*.so of each root of the
// ':'-separated list.
#include <dlfcn.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "ge/custom_op_registry.h"

namespace cann_emulator::engine {
namespace {

namespace fs = std::filesystem;

// Limits that GE sets.
constexpr std::size_t kMaxLibraries = 64;
constexpr std::uintmax_t kMaxLibrarySize = 800ULL << 20U;
constexpr std::uintmax_t kMaxTotalSize = 1000ULL << 20U;

std::vector<fs::path> LibrariesOf(const std::string& roots) {
  utsname system = {};
  uname(&system);
  std::vector<fs::path> libraries;
  std::size_t start = 0;
  while (start <= roots.size()) {
    const std::size_t end = std::min(roots.find(':', start), roots.size());
    const std::string root = roots.substr(start, end - start);
    start = end + 1;
    if (root.empty()) {
      continue;
    }
    std::error_code ignored;  // a root without libraries for this machine is not an error
    for (const auto& file :
         fs::directory_iterator(fs::path(root) / "op_graph" / "lib" / "linux" / system.machine, ignored)) {
      if (file.path().extension() == ".so") {
        libraries.push_back(file.path());
      }
    }
  }
  std::sort(libraries.begin(), libraries.end());
  return libraries;
}

}  // namespace

bool LoadCustomOpLibraries(std::string* error) {
  const char* roots = std::getenv("ASCEND_CUSTOM_OPP_PATH");
  if (roots == nullptr) {
    return true;
  }
  const std::vector<fs::path> libraries = LibrariesOf(roots);
  if (libraries.size() > kMaxLibraries) {
    *error = "ASCEND_CUSTOM_OPP_PATH holds " + std::to_string(libraries.size()) + " libraries; at most " +
             std::to_string(kMaxLibraries) + " are loaded";
    return false;
  }
  std::uintmax_t total = 0;
  for (const fs::path& library : libraries) {
    std::error_code failed;
    const std::uintmax_t size = fs::file_size(library, failed);
    total += failed ? 0 : size;
    if (failed || size > kMaxLibrarySize || total > kMaxTotalSize) {
      *error +=
          library.string() + ": " +
          (failed ? failed.message() : "larger than the 800 MB for one or the 1000 MB for all libraries") +
          "\n";
    } else if (dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL) == nullptr) {
      *error += std::string(dlerror()) + "\n";
    }
  }
  return error->empty();
}

}  // namespace cann_emulator::engine
