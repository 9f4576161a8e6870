// SPDX-License-Identifier: Apache-2.0
// What the opaque aclopAttr holds.
#pragma once

#include "ge/op_library.h"

struct aclopAttr {
  cann_emulator::Attributes values;
};
