// SPDX-License-Identifier: Apache-2.0
// The operator packages of ASCEND_CUSTOM_OPP_PATH: <root>/op_graph/lib/<os>/<arch>/*.so of each root of the
// ':'-separated list, in its order. Where two define one operator type, the first stays.
#include <dlfcn.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "ge/custom_op_registry.h"
#include "ge/elf_check.h"

namespace cann_emulator::engine {
namespace {

namespace fs = std::filesystem;

// Limits that GE sets.
constexpr std::size_t kMaxLibraries = 64;
constexpr std::uintmax_t kMegabyte = 1ULL << 20U;
constexpr std::uintmax_t kMaxLibraryMegabytes = 800;
constexpr std::uintmax_t kMaxTotalMegabytes = 1000;

std::vector<std::string> Roots(const std::string& list) {
  std::vector<std::string> roots;
  std::size_t start = 0;
  while (start <= list.size()) {
    const std::size_t end = std::min(list.find(':', start), list.size());
    if (end > start) {
      roots.push_back(list.substr(start, end - start));
    }
    start = end + 1;
  }
  return roots;
}

// The libraries of one root, by name. A root may hold other parts of a package only (op_api, op_proto), but
// op_graph without a library for this machine is worth a warning.
std::vector<fs::path> LibrariesOf(const fs::path& root) {
  utsname system = {};
  uname(&system);
  const fs::path folder = root / "op_graph" / "lib" / "linux" / system.machine;
  std::vector<fs::path> libraries;
  std::error_code missing;
  fs::directory_iterator entry(folder, missing);
  while (!missing && entry != fs::directory_iterator()) {
    if (entry->path().extension() == ".so") {
      libraries.push_back(entry->path());
    }
    entry.increment(missing);
  }
  if (libraries.empty() && fs::exists(root / "op_graph", missing)) {
    std::fprintf(stderr,
                 "GE: the operator package %s of ASCEND_CUSTOM_OPP_PATH has no library in %s: none of its "
                 "operators is known here.\n",
                 root.c_str(), folder.c_str());
  }
  std::sort(libraries.begin(), libraries.end());
  return libraries;
}

std::string Megabytes(std::uintmax_t bytes) {
  return std::to_string((bytes + kMegabyte - 1) / kMegabyte) + " MB";
}

// Empty, or which limit is exceeded and by what, or why a size is unknown.
std::string CheckLimits(const std::vector<fs::path>& libraries) {
  if (libraries.size() > kMaxLibraries) {
    return "there are " + std::to_string(libraries.size()) + " libraries, at most " +
           std::to_string(kMaxLibraries) + " are loaded; the first one too many is " +
           libraries[kMaxLibraries].string();
  }
  std::uintmax_t total = 0;
  for (const fs::path& library : libraries) {
    std::error_code failed;
    const std::uintmax_t size = fs::file_size(library, failed);
    if (failed) {
      return library.string() + ": " + failed.message();
    }
    total += size;
    if (size > kMaxLibraryMegabytes * kMegabyte) {
      return library.string() + " has " + Megabytes(size) + ", a library may have " +
             std::to_string(kMaxLibraryMegabytes) + " MB";
    }
    if (total > kMaxTotalMegabytes * kMegabyte) {
      return "with " + library.string() + " the libraries have " + Megabytes(total) + " together, at most " +
             std::to_string(kMaxTotalMegabytes) + " MB are loaded";
    }
  }
  return {};
}

}  // namespace

bool LoadCustomOpLibraries(std::string* error) {
  const char* list = std::getenv("ASCEND_CUSTOM_OPP_PATH");
  std::vector<fs::path> libraries;
  for (const std::string& root : Roots(list == nullptr ? "" : list)) {
    const std::vector<fs::path> found = LibrariesOf(root);
    libraries.insert(libraries.end(), found.begin(), found.end());
  }
  *error = CheckLimits(libraries);
  if (!error->empty()) {
    return false;
  }
  const PackageLoading loading;
  for (const fs::path& library : libraries) {
    const std::string problem = CheckSharedLibrary(library);
    if (!problem.empty()) {
      *error += library.string() + " " + problem + "\n";
    } else if (dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL) == nullptr) {
      *error += std::string(dlerror()) + "\n";
    }
  }
  return error->empty();
}

}  // namespace cann_emulator::engine
