// SPDX-License-Identifier: Apache-2.0
// GEGetErrorMsg() returns a std::string, whose ABI its name does not tell: callers of the symbol expect the
// library's older string. The functions with a std::string live in a file of their own, compiled for that
// ABI.
#pragma once

namespace cann_emulator::engine {

// Copies the message that TakeErrorMessage() gives into memory of the caller, by way of `assign`.
void TakeErrorMessage(void* target, void (*assign)(void* target, const char* text, unsigned long size));

}  // namespace cann_emulator::engine
