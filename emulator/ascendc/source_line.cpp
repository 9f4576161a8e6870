// SPDX-License-Identifier: Apache-2.0
#include "ascendc/source_line.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <sstream>
#include <utility>
#include <vector>

#include "acl/runtime.h"
#include "ascendc/failure.h"

namespace cann_emulator::ascendc {

namespace {

// An address in a loaded file.
struct CodePlace {
  std::string file;           // that addr2line can open
  std::string name;           // for messages
  std::uintptr_t offset = 0;  // as the file's own tables count
};

std::string FileName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

CodePlace PlaceOf(std::uintptr_t address) {
  Dl_info info;
  link_map* map = nullptr;
  if (dladdr1(reinterpret_cast<void*>(address), &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) ==
      0) {
    return {};
  }
  const bool is_program = map->l_name == nullptr || *map->l_name == '\0';
  return {is_program ? "/proc/self/exe" : map->l_name, FileName(info.dli_fname), address - map->l_addr};
}

// Of the file that the address belongs to; 0: none.
std::uintptr_t BaseOf(const void* address) {
  Dl_info info;
  return dladdr(address, &info) == 0 ? 0 : reinterpret_cast<std::uintptr_t>(info.dli_fbase);
}

template <class Function>
std::uintptr_t BaseOfFunction(Function* function) {
  return BaseOf(reinterpret_cast<const void*>(function));
}

bool IsOfEmulator(std::uintptr_t address) {
  static const std::uintptr_t base = BaseOfFunction(&FindKernelLine);
  return BaseOf(reinterpret_cast<const void*>(address)) == base;
}

// Headers of the CANN home, which stand beside this library, and those of the C++ library.
bool IsOfHeaders(const std::string& source_file) {
  static const std::string home = [] {
    const CodePlace own = PlaceOf(reinterpret_cast<std::uintptr_t>(&FindKernelLine));
    char* path = realpath((own.file.substr(0, own.file.rfind('/') + 1) + "..").c_str(), nullptr);
    const std::string folder = path == nullptr ? "" : path;
    std::free(path);
    return folder;
  }();
  char* path = realpath(source_file.c_str(), nullptr);
  const std::string whole = path == nullptr ? source_file : path;
  std::free(path);
  return whole.compare(0, home.size() + 1, home + "/") == 0 ||
         whole.find("/include/c++/") != std::string::npos;
}

// What a program writes to its standard output; empty where it cannot be run.
std::string OutputOf(std::vector<std::string> words) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  char locale[] = "LC_ALL=C";  // nothing else of this process: LD_PRELOAD is not meant for others
  char* environment[] = {locale, nullptr};
  pid_t child = 0;
  const bool runs =
      posix_spawnp(&child, words[0].c_str(), &actions, nullptr, arguments.data(), environment) == 0;
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string output;
  char part[4096];
  for (ssize_t size = 0; (size = read(ends[0], part, sizeof(part))) > 0;) {
    output.append(part, static_cast<std::size_t>(size));
  }
  close(ends[0]);
  if (runs) waitpid(child, nullptr, 0);
  return output;
}

// The lines that stand for the place, innermost of the functions that were inlined there first.
std::vector<std::pair<std::string, int>> LinesOf(const CodePlace& place) {
  // /proc/self of the child is not that of this process.
  const std::string file = place.file == "/proc/self/exe" ? Text("/proc/", getpid(), "/exe") : place.file;
  std::istringstream output(OutputOf({"addr2line", "-i", "-e", file, Text("0x", std::hex, place.offset)}));
  std::vector<std::pair<std::string, int>> lines;
  for (std::string line; std::getline(output, line);) {
    const std::size_t colon = line.rfind(':');
    if (colon == std::string::npos) continue;
    const int number = std::atoi(line.c_str() + colon + 1);  // "12 (discriminator 3)", "?"
    if (number > 0) lines.emplace_back(line.substr(0, colon), number);
  }
  return lines;
}

}  // namespace

bool IsKernelCode(std::uintptr_t address) {
  // The last two may be of what stands in for the C library, as sanitizers do.
  static const std::array<std::uintptr_t, 7> others{
      BaseOfFunction(&FindKernelLine), BaseOfFunction(&FindAllocation),    BaseOfFunction(&std::getenv),
      BaseOfFunction(&std::terminate), BaseOfFunction(&_Unwind_Backtrace), BaseOfFunction(&std::raise),
      BaseOfFunction(&std::malloc)};
  static const std::uintptr_t loader = getauxval(AT_BASE);
  const std::uintptr_t base = BaseOf(reinterpret_cast<const void*>(address));
  return base != 0 && base != loader && std::find(others.begin(), others.end(), base) == others.end();
}

SourceLine FindKernelLine(const std::uintptr_t* frames, std::size_t depth) {
  constexpr int kMostLookUps = 4;
  SourceLine found;
  int look_ups = 0;
  for (std::size_t i = 0; i < depth && look_ups < kMostLookUps; ++i) {
    if (IsOfEmulator(frames[i]) && look_ups > 0) break;  // it called the kernel
    if (!IsKernelCode(frames[i])) continue;
    const CodePlace place = PlaceOf(frames[i]);
    if (look_ups++ == 0) found.code = Text(place.name, "+0x", std::hex, place.offset);
    for (const auto& [file, line] : LinesOf(place)) {
      if (IsOfHeaders(file)) continue;
      found.file = file;
      found.line = line;
      return found;
    }
  }
  return found;
}

}  // namespace cann_emulator::ascendc
