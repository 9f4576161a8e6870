// SPDX-License-Identifier: Apache-2.0
// Kinds and conversions of attributes. A kind is named as GE names it: VT_INT, VT_LIST_BOOL, ...
#pragma once

#include <string>

#include "ge/op_library.h"

namespace cann_emulator::engine {

// The kind of a value; "" for no value.
std::string AttributeKind(const Attribute& value);

// The kind that REQUIRED_ATTR(name, <ir_name>) declares, e.g. "ListInt"; "" for an unknown one.
std::string AttributeKindFromIrName(const std::string& ir_name);

// `value` as `kind`, where the two differ only in form: models write a dtype as a number, an empty list
// without its kind, and so on. False when they do not fit.
bool ConvertAttribute(const std::string& kind, Attribute* value);

// One line, for messages and dumps.
std::string AttributeText(const Attribute& value);

}  // namespace cann_emulator::engine
