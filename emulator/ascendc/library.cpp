// SPDX-License-Identifier: Apache-2.0
// Operands of the library functions that the headers compute.
#include "ascendc/lane_walk.h"

namespace cann_emulator::ascendc {

std::byte* LibraryOperand(const char* function, const char* operand, Local memory, std::uint64_t bytes,
                          bool write, Site site) {
  return UbOperand(function, operand, memory, site, kBlockBytes, Reading::kBeforehand)
      .At(0, bytes, write ? ElementUse::kWrite : ElementUse::kRead);
}

}  // namespace cann_emulator::ascendc
