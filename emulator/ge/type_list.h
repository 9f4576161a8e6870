// SPDX-License-Identifier: Apache-2.0
// The data types a port of a prototype accepts, read from the prototype's text.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "graph/types.h"

namespace cann_emulator::engine {

struct TypeList {
  bool any = true;
  std::vector<::ge::DataType> types;

  bool Accepts(::ge::DataType dtype) const;
  std::string Text() const;  // "DT_FLOAT, DT_FLOAT16"
};

// `symbols`: what DATATYPE(symbol, types) declared. Returns false with *error set for a text that is neither
// a list, a named set, a dtype nor a declared symbol.
bool ParseTypeList(const std::string& text, const std::map<std::string, std::string>& symbols, TypeList* list,
                   std::string* error);

}  // namespace cann_emulator::engine
