// SPDX-License-Identifier: Apache-2.0
#define _GLIBCXX_USE_CXX11_ABI 0  // before any header: see error_string_abi.h
#include "ge/error_string_abi.h"

#include <string>

namespace ge {

std::string GEGetErrorMsg() {
  std::string message;
  cann_emulator::engine::TakeErrorMessage(&message, [](void* target, const char* text, unsigned long size) {
    static_cast<std::string*>(target)->assign(text, size);
  });
  return message;
}

}  // namespace ge
