// SPDX-License-Identifier: Apache-2.0
#include "ge/type_list.h"

#include <algorithm>
#include <cctype>

#include "ge/data_type.h"

namespace cann_emulator::engine {
namespace {

using namespace ::ge;  // NOLINT(google-build-using-namespace): the tables below are long

// The sets that prototypes name as TensorType::<name>(), and those of the prototypes that TorchAir generates,
// which name them as <name>().
const std::map<std::string, std::vector<DataType>>& NamedSets() {
  static const std::vector<DataType> integers = {DT_INT16,  DT_INT32,  DT_INT64,  DT_INT8,
                                                 DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8};
  static const std::map<std::string, std::vector<DataType>> sets = {
      {"QuantifiedType", {DT_QINT16, DT_QINT32, DT_QINT8, DT_QUINT16, DT_QUINT8}},
      {"OrdinaryType",
       {DT_BOOL, DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64,
        DT_INT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8, DT_BF16}},
      {"BasicType", {DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT,  DT_FLOAT16, DT_INT16,    DT_INT32,
                     DT_INT64,      DT_INT8,      DT_QINT16, DT_QINT32, DT_QINT8,   DT_QUINT16,  DT_QUINT8,
                     DT_UINT16,     DT_UINT32,    DT_UINT64, DT_UINT8,  DT_BF16,    DT_COMPLEX32}},
      {"NumberType",
       {DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64, DT_INT8,
        DT_QINT32, DT_QINT8, DT_QUINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8, DT_BF16}},
      {"RealNumberType",
       {DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64, DT_INT8, DT_UINT16, DT_UINT32,
        DT_UINT64, DT_UINT8, DT_BF16}},
      {"ComplexDataType", {DT_COMPLEX128, DT_COMPLEX64}},
      {"IntegerDataType", integers},
      {"SignedDataType", {DT_INT16, DT_INT32, DT_INT64, DT_INT8}},
      {"UnsignedDataType", {DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8}},
      {"FloatingDataType", {DT_DOUBLE, DT_FLOAT, DT_FLOAT16}},
      {"IndexNumberType", {DT_INT32, DT_INT64}},
      {"UnaryDataType", {DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_BF16}},
      {"FLOAT", {DT_FLOAT, DT_FLOAT16, DT_BF16}},
      {"IntTensorType", integers},
      {"FloatTensorType", {DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}},
      {"BoolTensorType", {DT_BOOL}},
      {"StringTensorType", {DT_STRING}},
  };
  return sets;
}

std::string WithoutSpacesAndQuotes(const std::string& text) {
  std::string result;
  for (char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0 && c != '"') {
      result += c;
    }
  }
  return result;
}

bool StripPrefix(std::string* text, const std::string& prefix) {
  if (text->compare(0, prefix.size(), prefix) != 0) {
    return false;
  }
  text->erase(0, prefix.size());
  return true;
}

bool StripPair(std::string* text, char open, char close) {
  if (text->size() < 2 || text->front() != open || text->back() != close) {
    return false;
  }
  *text = text->substr(1, text->size() - 2);
  return true;
}

// "DT_FLOAT,ge::DT_BF16"
bool ParseNames(const std::string& text, TypeList* list) {
  std::size_t start = 0;
  while (start < text.size()) {
    std::size_t end = std::min(text.find(',', start), text.size());
    std::string name = text.substr(start, end - start);
    StripPrefix(&name, "::");
    StripPrefix(&name, "ge::");
    const auto dtype = DataTypeFromName(name);
    if (!dtype) {
      return false;
    }
    list->types.push_back(*dtype);
    start = end + 1;
  }
  return !list->types.empty();
}

}  // namespace

bool TypeList::Accepts(::ge::DataType dtype) const {
  return any || std::find(types.begin(), types.end(), dtype) != types.end();
}

std::string TypeList::Text() const {
  std::string text;
  for (::ge::DataType dtype : types) {
    text += (text.empty() ? "" : ", ") + DataTypeName(dtype);
  }
  return any ? "any" : text;
}

bool ParseTypeList(const std::string& text, const std::map<std::string, std::string>& symbols, TypeList* list,
                   std::string* error) {
  std::string body = WithoutSpacesAndQuotes(text);
  *list = TypeList();
  if (body.empty()) {
    return true;
  }
  if (const auto symbol = symbols.find(body); symbol != symbols.end() && symbol->second != text) {
    return ParseTypeList(symbol->second, {}, list, error);
  }
  StripPrefix(&body, "::");
  StripPrefix(&body, "ge::");
  StripPrefix(&body, "List");
  StripPrefix(&body, "TensorType::");
  if (body.size() > 2 && body.substr(body.size() - 2) == "()") {
    body.resize(body.size() - 2);
    if (body == "ALL") {
      return true;
    }
    const auto set = NamedSets().find(body);
    if (set != NamedSets().end()) {
      list->any = false;
      list->types = set->second;
      return true;
    }
  } else {
    StripPrefix(&body, "TensorType");
    while (StripPair(&body, '(', ')') || StripPair(&body, '{', '}')) {
    }
    list->any = false;
    if (ParseNames(body, list)) {
      return true;
    }
  }
  *error = "the types \"" + text +
           "\" are neither a list of DT_ names, a named set nor a symbol that DATATYPE declares";
  return false;
}

}  // namespace cann_emulator::engine
