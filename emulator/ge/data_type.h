// SPDX-License-Identifier: Apache-2.0
// Names, sizes and the serialised numbers of GE's data types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graph/types.h"

namespace cann_emulator::engine {

// "DT_FLOAT"; "DT_<number>" for a value that is not in the enumeration.
std::string DataTypeName(::ge::DataType dtype);
std::optional<::ge::DataType> DataTypeFromName(const std::string& name);

// The data type with a number of the model format, which counts differently from ge::DataType.
std::optional<::ge::DataType> DataTypeFromModel(std::int64_t number);

// The other way round; nothing for a type that models do not have.
std::optional<std::int64_t> DataTypeToModel(::ge::DataType dtype);

// Bytes of `count` elements (types of less than a byte are packed); nothing for types without a fixed size
// and when the size does not fit 64 bits.
std::optional<std::size_t> DataSize(::ge::DataType dtype, std::int64_t count);

// Bytes of a dense tensor; nothing when a dimension is unknown or the size does not fit 63 bits.
std::optional<std::size_t> TensorSize(::ge::DataType dtype, const std::vector<std::int64_t>& dims);

// "[8,2048]"
std::string DimsText(const std::vector<std::int64_t>& dims);

}  // namespace cann_emulator::engine
