// SPDX-License-Identifier: Apache-2.0
// GE's data types and torch's.
#pragma once

#include <c10/core/ScalarType.h>

#include <optional>
#include <string>
#include <string_view>

#include "graph/types.h"

namespace cann_emulator::ops {

// GE's name of a data type, e.g. "DT_FLOAT"; "DataType(<n>)" for a number GE does not define.
std::string DataTypeName(::ge::DataType dtype);

std::optional<::ge::DataType> DataTypeFromName(std::string_view name);

// Throws c10::Error for a data type that torch has no element type for (DT_INT4, DT_HIFLOAT8, ...).
at::ScalarType ToScalarType(::ge::DataType dtype);

// Throws c10::Error for an element type that GE has no data type for.
::ge::DataType ToDataType(at::ScalarType type);

}  // namespace cann_emulator::ops
