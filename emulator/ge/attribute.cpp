// SPDX-License-Identifier: Apache-2.0
#include "ge/attribute.h"

#include <array>
#include <charconv>
#include <type_traits>

#include "ge/data_type.h"

namespace cann_emulator::engine {
namespace {

// In the order of the alternatives of Attribute.
constexpr std::array<const char*, std::variant_size_v<Attribute>> kKinds = {
    "",
    "VT_BOOL",
    "VT_INT",
    "VT_FLOAT",
    "VT_STRING",
    "VT_DATA_TYPE",
    "VT_LIST_BOOL",
    "VT_LIST_INT",
    "VT_LIST_FLOAT",
    "VT_LIST_STRING",
    "VT_LIST_DATA_TYPE",
    "VT_LIST_LIST_INT",
    "VT_LIST_LIST_FLOAT",
};

constexpr std::array<const char*, std::variant_size_v<Attribute>> kIrNames = {
    "",        "Bool",      "Int",        "Float",    "String",      "Type",          "ListBool",
    "ListInt", "ListFloat", "ListString", "ListType", "ListListInt", "ListListFloat",
};

template <std::size_t... Index>
Attribute EmptyOf(std::size_t index, std::index_sequence<Index...>) {
  Attribute value;
  ((index == Index ? (value.emplace<Index>(), true) : false) || ...);
  return value;
}

bool IsEmptyList(const Attribute& value) {
  return std::visit(
      [](const auto& v) {
        if constexpr (std::is_class_v<std::decay_t<decltype(v)>> &&
                      !std::is_same_v<std::decay_t<decltype(v)>, std::monostate> &&
                      !std::is_same_v<std::decay_t<decltype(v)>, std::string>) {
          return v.empty();
        } else {
          return false;
        }
      },
      value);
}

std::string Text(std::monostate) { return "none"; }
std::string Text(bool value) { return value ? "true" : "false"; }
std::string Text(std::int64_t value) { return std::to_string(value); }
std::string Text(float value) {
  std::array<char, 32> buffer;  // the shortest form that reads back to the same value
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return std::string(buffer.data(), end);
}
std::string Text(::ge::DataType value) { return DataTypeName(value); }
std::string Text(const std::string& value) {
  constexpr std::size_t kShown = 120;
  std::string text = "\"";
  for (char c : value.substr(0, kShown)) {
    text += c == '\n' ? ' ' : c;
  }
  return text + (value.size() > kShown ? "...\"" : "\"");
}
template <typename T>
std::string Text(const std::vector<T>& values) {
  std::string text = "[";
  for (std::size_t i = 0; i < values.size(); ++i) {
    text += (i == 0 ? "" : ",") + Text(static_cast<T>(values[i]));
  }
  return text + "]";
}

}  // namespace

std::string AttributeKind(const Attribute& value) { return kKinds[value.index()]; }

std::string AttributeKindFromIrName(const std::string& ir_name) {
  for (std::size_t i = 1; i < kIrNames.size(); ++i) {
    if (ir_name == kIrNames[i]) {
      return kKinds[i];
    }
  }
  return "";
}

bool ConvertAttribute(const std::string& kind, Attribute* value) {
  std::size_t target = 0;
  while (target < kKinds.size() && kind != kKinds[target]) {
    ++target;
  }
  if (target == 0 || target == kKinds.size() || value->index() == target) {
    return true;  // no declared kind, one that GE does not convert, or already right
  }
  if (IsEmptyList(*value) && kind.rfind("VT_LIST_", 0) == 0) {
    *value = EmptyOf(target, std::make_index_sequence<std::variant_size_v<Attribute>>());
    return true;
  }
  if (const auto* number = std::get_if<std::int64_t>(value)) {
    if (kind == "VT_DATA_TYPE") {
      *value = static_cast<::ge::DataType>(*number);
      return true;
    }
    if (kind == "VT_FLOAT") {
      *value = static_cast<float>(*number);
      return true;
    }
    if (kind == "VT_BOOL") {
      *value = *number != 0;
      return true;
    }
  }
  if (const auto* dtype = std::get_if<::ge::DataType>(value); dtype != nullptr && kind == "VT_INT") {
    *value = static_cast<std::int64_t>(*dtype);
    return true;
  }
  if (const auto* flag = std::get_if<bool>(value); flag != nullptr && kind == "VT_INT") {
    *value = static_cast<std::int64_t>(*flag);
    return true;
  }
  if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(value)) {
    if (kind == "VT_LIST_FLOAT") {
      *value = std::vector<float>(numbers->begin(), numbers->end());
      return true;
    }
    if (kind == "VT_LIST_BOOL") {
      *value = std::vector<bool>(numbers->begin(), numbers->end());
      return true;
    }
    if (kind == "VT_LIST_DATA_TYPE") {
      std::vector<::ge::DataType> dtypes;
      for (std::int64_t number : *numbers) {
        dtypes.push_back(static_cast<::ge::DataType>(number));
      }
      *value = std::move(dtypes);
      return true;
    }
  }
  return false;
}

std::string AttributeText(const Attribute& value) {
  return std::visit([](const auto& v) { return Text(v); }, value);
}

}  // namespace cann_emulator::engine
