// SPDX-License-Identifier: Apache-2.0
// Where in the kernel's source an instruction stands. Every language function takes one as its last,
// defaulted argument, so that a report can name the caller's file and line.
#pragma once

namespace cann_emulator::ascendc {

struct Site {
  const char* file = "";
  int line = 0;

  static constexpr Site Here(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return {file, line};
  }
};

}  // namespace cann_emulator::ascendc
