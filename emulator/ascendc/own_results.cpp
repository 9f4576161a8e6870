// SPDX-License-Identifier: Apache-2.0
#include "ascendc/own_results.h"

#include <algorithm>

namespace cann_emulator::ascendc {

namespace {

bool Overlap(Local a, Local b) { return a.address < b.address + b.size && b.address < a.address + a.size; }

}  // namespace

void OwnResults::Start() {
  opened_.clear();
  if (can_be_read_) writers_ = {};
  can_be_read_ = false;
}

void OwnResults::Open(Local memory) {
  can_be_read_ = can_be_read_ || std::any_of(opened_.begin(), opened_.end(),
                                             [memory](Local other) { return Overlap(memory, other); });
  opened_.push_back(memory);
}

void OwnResults::NoteWrite(const char* operand, std::uint64_t begin, std::uint64_t end) {
  writers_.Set(begin, end, operand);
}

const char* OwnResults::WriterOf(const char* operand, std::uint64_t begin, std::uint64_t end) const {
  const char* found = nullptr;
  writers_.ForEach(begin, end, [&](std::uint64_t, std::uint64_t, const char* writer) {
    if (writer != nullptr && writer != operand) found = writer;
  });
  return found;
}

}  // namespace cann_emulator::ascendc
