// SPDX-License-Identifier: Apache-2.0
#include "ops/schema.h"

#include <cctype>
#include <stdexcept>

#include "ops/dtype.h"

namespace cann_emulator::ops {
namespace {

struct Kind {
  const char* name;
  const char* ge_name;
  Attribute empty;  // alternative of the variant that holds this kind
};

const Kind kKinds[] = {
    {"bool", "VT_BOOL", false},
    {"int", "VT_INT", std::int64_t{0}},
    {"float", "VT_FLOAT", 0.0F},
    {"string", "VT_STRING", std::string()},
    {"type", "VT_DATA_TYPE", ::ge::DT_UNDEFINED},
    {"bools", "VT_LIST_BOOL", std::vector<bool>()},
    {"ints", "VT_LIST_INT", std::vector<std::int64_t>()},
    {"floats", "VT_LIST_FLOAT", std::vector<float>()},
    {"strings", "VT_LIST_STRING", std::vector<std::string>()},
    {"intss", "VT_LIST_LIST_INT", std::vector<std::vector<std::int64_t>>()},
};

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Prototype Parse() {
    Prototype prototype;
    prototype.type = Word();
    Expect("(");
    if (!Accept(")")) {
      do prototype.inputs.push_back(Port());
      while (Accept(","));
      Expect(")");
    }
    if (Accept("{")) {
      do prototype.attrs.push_back(Attr());
      while (Accept(","));
      Expect("}");
    }
    Expect("->");
    if (Accept("()")) {
      // no outputs
    } else {
      do prototype.outputs.push_back(Port());
      while (Accept(","));
    }
    if (Skip(); position_ != text_.size()) Fail("end of text");
    return prototype;
  }

 private:
  [[noreturn]] void Fail(const std::string& expected) const {
    throw std::invalid_argument("operator prototype '" + std::string(text_) + "': expected " + expected +
                                " at '" + std::string(text_.substr(position_)) + "'");
  }

  void Skip() {
    while (position_ < text_.size() && text_[position_] == ' ') ++position_;
  }

  bool Accept(std::string_view token) {
    Skip();
    if (text_.substr(position_, token.size()) != token) return false;
    position_ += token.size();
    return true;
  }

  void Expect(std::string_view token) {
    if (!Accept(token)) Fail("'" + std::string(token) + "'");
  }

  template <typename Predicate>
  std::string Take(Predicate predicate, const char* expected) {
    Skip();
    const std::size_t begin = position_;
    while (position_ < text_.size() && predicate(text_[position_])) ++position_;
    if (position_ == begin) Fail(expected);
    return std::string(text_.substr(begin, position_ - begin));
  }

  std::string Word() {
    return Take([](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; }, "a name");
  }

  std::string Number() {
    return Take([](unsigned char c) { return std::isdigit(c) != 0 || c == '-' || c == '.' || c == 'e'; },
                "a number");
  }

  Prototype::Port Port() {
    Prototype::Port port{Word(), Arity::kRequired};
    if (Accept("?")) port.arity = Arity::kOptional;
    if (Accept("*")) port.arity = Arity::kDynamic;
    return port;
  }

  Prototype::Attr Attr() {
    Prototype::Attr attr;
    attr.name = Word();
    Expect(":");
    const std::string kind_name = Word();
    const Kind* kind = nullptr;
    for (const Kind& candidate : kKinds) {
      if (candidate.name == kind_name) kind = &candidate;
    }
    if (kind == nullptr) Fail("a kind of attribute instead of '" + kind_name + "'");
    attr.kind = kind->ge_name;
    attr.required = !Accept("=");
    if (!attr.required) attr.default_value = Default(kind->empty);
    return attr;
  }

  Attribute Default(const Attribute& kind) {
    return std::visit([this](const auto& empty) -> Attribute { return Read(empty); }, kind);
  }

  std::monostate Read(std::monostate) { Fail("a kind with a default"); }
  bool Read(bool) {
    if (Accept("true")) return true;
    Expect("false");
    return false;
  }
  std::int64_t Read(std::int64_t) {
    Skip();
    if (text_.substr(position_, 3) == "DT_") return static_cast<std::int64_t>(Read(::ge::DT_UNDEFINED));
    return std::stoll(Number());
  }
  float Read(float) { return std::stof(Number()); }
  std::string Read(const std::string&) {
    Expect("\"");
    if (Accept("\"")) return "";
    std::string value = Take([](char c) { return c != '"'; }, "text");
    Expect("\"");
    return value;
  }
  ::ge::DataType Read(::ge::DataType) {
    const std::optional<::ge::DataType> dtype = DataTypeFromName(Word());
    if (!dtype) Fail("a data type");
    return *dtype;
  }
  template <typename T>
  std::vector<T> Read(const std::vector<T>&) {
    std::vector<T> values;
    Expect("[");
    if (Accept("]")) return values;
    do values.push_back(Read(T()));
    while (Accept(","));
    Expect("]");
    return values;
  }

  std::string_view text_;
  std::size_t position_ = 0;
};

}  // namespace

Prototype ParsePrototype(std::string_view text) { return Parser(text).Parse(); }

}  // namespace cann_emulator::ops
