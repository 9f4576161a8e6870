// SPDX-License-Identifier: Apache-2.0
#include "graph/ascend_string.h"

#include <cstring>

namespace ge {

AscendString::AscendString(const char* name)
    : name_(name == nullptr ? nullptr : std::make_shared<std::string>(name)) {}

AscendString::AscendString(const char* name, std::size_t length)
    : name_(name == nullptr ? nullptr : std::make_shared<std::string>(name, length)) {}

const char* AscendString::GetString() const { return name_ == nullptr ? "" : name_->c_str(); }

std::size_t AscendString::GetLength() const { return name_ == nullptr ? 0 : name_->size(); }

std::size_t AscendString::Hash() const {
  return std::hash<std::string_view>()(std::string_view(GetString(), GetLength()));
}

bool AscendString::operator<(const AscendString& other) const {
  return std::strcmp(GetString(), other.GetString()) < 0;
}
bool AscendString::operator>(const AscendString& other) const { return other < *this; }
bool AscendString::operator<=(const AscendString& other) const { return !(other < *this); }
bool AscendString::operator>=(const AscendString& other) const { return !(*this < other); }
bool AscendString::operator==(const AscendString& other) const {
  return std::strcmp(GetString(), other.GetString()) == 0;
}
bool AscendString::operator!=(const AscendString& other) const { return !(*this == other); }

}  // namespace ge
