// SPDX-License-Identifier: Apache-2.0
// The string type of GE's interfaces: independent of the C++ library's string ABI.
#ifndef INC_EXTERNAL_GRAPH_ASCEND_STRING_H_
#define INC_EXTERNAL_GRAPH_ASCEND_STRING_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace ge {

class AscendString {
 public:
  AscendString() = default;
  AscendString(const char* name);  // NOLINT(google-explicit-constructor): part of GE's interface
  AscendString(const char* name, std::size_t length);

  // Never null: the text, or "" for a string made from nothing.
  const char* GetString() const;
  std::size_t GetLength() const;
  std::size_t Hash() const;

  bool operator<(const AscendString& other) const;
  bool operator>(const AscendString& other) const;
  bool operator<=(const AscendString& other) const;
  bool operator>=(const AscendString& other) const;
  bool operator==(const AscendString& other) const;
  bool operator!=(const AscendString& other) const;

 private:
  std::shared_ptr<std::string> name_;
};
static_assert(sizeof(AscendString) == 16, "layout of GE's interface");

}  // namespace ge

template <>
struct std::hash<ge::AscendString> {
  std::size_t operator()(const ge::AscendString& name) const { return name.Hash(); }
};

#endif  // INC_EXTERNAL_GRAPH_ASCEND_STRING_H_
