// SPDX-License-Identifier: Apache-2.0
// A failed check. It is thrown through the kernel and ends the launch; its text is what the operator's author
// reads.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

#include "ascendc/site.h"

namespace cann_emulator::ascendc {

class KernelFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Throws "kernel <name>, block <i> of <n>: <instruction> at <file>:<line>: <detail>" for the running block.
[[noreturn]] void Fail(const char* instruction, Site site, const std::string& detail);

// `<<` of all parts in one string.
template <class... Parts>
std::string Text(const Parts&... parts) {
  std::ostringstream stream;
  (stream << ... << parts);
  return stream.str();
}

// "file:line", or nothing where the site is unknown.
std::string At(Site site);

// "[0x400, 0x800)"
std::string Range(std::uint64_t begin, std::uint64_t end);

}  // namespace cann_emulator::ascendc
