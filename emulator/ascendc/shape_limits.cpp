// SPDX-License-Identifier: Apache-2.0
#include "ascendc/shape_limits.h"

#include "ascendc/failure.h"
#include "ascendc/running_block.h"

namespace cann_emulator::ascendc {

void CheckCount(const char* instruction, std::uint32_t count, Site site) {
  if (count > INT32_MAX && CurrentBlock().checked()) {
    Fail(instruction, site, Text("the count is ", static_cast<std::int32_t>(count)));
  }
}

void CheckShape(const char* instruction, Site site, const VectorShape& shape, std::uint32_t lanes,
                std::uint32_t max_repeats) {
  RunningBlock& block = CurrentBlock();
  if (!block.checked()) return;
  if (!shape.by_repeat) {
    CheckCount(instruction, shape.count, site);
    return;
  }
  if (block.registers().counter_mode) return;  // the mask is a number of elements, and repeats have no effect
  CheckField(instruction, "repeatTime", shape.repeats, max_repeats, site);
  if (shape.mask_register) return;
  if (shape.mask_is_number && shape.mask_number > lanes) {
    Fail(instruction, site,
         Text("the mask is ", shape.mask_number, "; a repeat has ", lanes, " lanes of this type"));
  }
  if ((shape.mask[1] != 0 && lanes <= 64) || (lanes < 64 && (shape.mask[0] >> lanes) != 0)) {
    Fail(instruction, site,
         Text("the mask names lanes from ", lanes, " on; a repeat has ", lanes, " lanes of this type"));
  }
}

}  // namespace cann_emulator::ascendc
