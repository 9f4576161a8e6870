// SPDX-License-Identifier: Apache-2.0
// Operator prototypes written as one line of text.
#pragma once

#include <string_view>

#include "ge/op_library.h"

namespace cann_emulator::ops {

// Parses   Type(input, optional?, dynamic*) {attr: kind = default, required: kind} -> output, dynamic*
// where "-> ()" stands for no output.
// The part in braces may be missing. Kinds: bool, int, float, string, type (a data type), and the lists
// bools, ints, floats, strings, intss. Defaults: true, 3, 0.5, "text", DT_FLOAT, [1, 1]; an int may be given
// as a data type's name. Throws std::invalid_argument that shows the text and the place.
Prototype ParsePrototype(std::string_view text);

}  // namespace cann_emulator::ops
