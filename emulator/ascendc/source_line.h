// SPDX-License-Identifier: Apache-2.0
// The line of a program's source that a code address belongs to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace cann_emulator::ascendc {

struct SourceLine {
  std::string file;  // empty: not known
  int line = 0;
  std::string code;  // where the address lies: "libmine.so+0x1234"
};

// Whether the code address is none of the emulator's and of the C and C++ libraries. Signal handlers may ask
// once somebody else has.
bool IsKernelCode(std::uintptr_t address);

// The innermost of `frames` (code addresses, innermost first) that belongs to the kernel's own source: none
// of the emulator's functions and headers, and none of the C and C++ libraries. The line is known where the
// kernel was compiled with line tables, which the .asc compiler adds unless -g0 is given, and addr2line
// (binutils) is there.
SourceLine FindKernelLine(const std::uintptr_t* frames, std::size_t depth);

}  // namespace cann_emulator::ascendc
