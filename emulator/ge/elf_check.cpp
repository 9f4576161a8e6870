// SPDX-License-Identifier: Apache-2.0
#include "ge/elf_check.h"

#include <elf.h>

#include <cstring>
#include <fstream>

namespace cann_emulator::engine {
namespace {

#if defined(__x86_64__)
constexpr Elf64_Half kMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr Elf64_Half kMachine = EM_AARCH64;
#endif

template <typename Record>
bool ReadAt(std::ifstream& file, std::uint64_t offset, Record* record) {
  file.seekg(static_cast<std::streamoff>(offset));
  return static_cast<bool>(file.read(reinterpret_cast<char*>(record), sizeof(Record)));
}

// Whether [offset, offset + size) lies within a file of `file_size` bytes.
bool Holds(std::uint64_t file_size, std::uint64_t offset, std::uint64_t size) {
  return offset <= file_size && size <= file_size - offset;
}

}  // namespace

std::string CheckSharedLibrary(const std::filesystem::path& path) {
  std::error_code failed;
  const std::uint64_t file_size = std::filesystem::file_size(path, failed);
  std::ifstream file(path, std::ios::binary);
  Elf64_Ehdr header;
  if (failed || !file) {
    return "cannot be read" + (failed ? ": " + failed.message() : std::string());
  }
  if (!ReadAt(file, 0, &header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
      header.e_type != ET_DYN) {
    return "is no shared library";
  }
  if (header.e_machine != kMachine) {
    return "is built for another processor (ELF machine " + std::to_string(header.e_machine) + ", here " +
           std::to_string(kMachine) + ")";
  }
  if (header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phnum == 0 ||
      !Holds(file_size, header.e_phoff, std::uint64_t{header.e_phnum} * sizeof(Elf64_Phdr))) {
    return "is truncated or damaged: it does not hold its program headers";
  }
  for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    if (!ReadAt(file, header.e_phoff + i * sizeof(segment), &segment)) {
      return "cannot be read";
    }
    if (!Holds(file_size, segment.p_offset, segment.p_filesz)) {
      return "is truncated or damaged: it holds " + std::to_string(file_size) + " bytes, segment " +
             std::to_string(i) + " is " + std::to_string(segment.p_filesz) + " bytes at " +
             std::to_string(segment.p_offset);
    }
  }
  return {};
}

}  // namespace cann_emulator::engine
