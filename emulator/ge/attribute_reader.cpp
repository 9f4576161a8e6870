// SPDX-License-Identifier: Apache-2.0
#include "ge/attribute_reader.h"

#include "ge/data_type.h"
#include "ge/model_fields.h"
#include "ge/wire.h"

namespace cann_emulator::engine {
namespace {

// Attributes nest (a tensor's description has attributes); a malformed model must not exhaust the stack.
class NestingGuard {
 public:
  NestingGuard() { ++depth_; }
  ~NestingGuard() { --depth_; }
  NestingGuard(const NestingGuard&) = delete;
  NestingGuard& operator=(const NestingGuard&) = delete;
  bool TooDeep() const { return depth_ > kLimit; }

 private:
  static constexpr int kLimit = 32;
  static thread_local int depth_;
};
thread_local int NestingGuard::depth_ = 0;

struct List {
  std::uint64_t kind = fields::list_kind::kNone;
  std::vector<std::string> strings;
  std::vector<std::int64_t> ints;
  std::vector<float> floats;
  std::vector<std::int64_t> bools;
  std::vector<std::int64_t> dtypes;
};

std::vector<bool> Bools(const std::vector<std::int64_t>& values) { return {values.begin(), values.end()}; }

std::vector<::ge::DataType> DataTypes(const std::vector<std::int64_t>& values) {
  std::vector<::ge::DataType> dtypes;
  for (std::int64_t value : values) {
    dtypes.push_back(static_cast<::ge::DataType>(value));
  }
  return dtypes;
}

// Writers do not always set the list's kind; the member in use tells then.
Attribute ListAttribute(List&& list) {
  if (list.kind == fields::list_kind::kString || !list.strings.empty()) {
    return std::move(list.strings);
  }
  if (list.kind == fields::list_kind::kFloat || !list.floats.empty()) {
    return std::move(list.floats);
  }
  if (list.kind == fields::list_kind::kBool || !list.bools.empty()) {
    return Bools(list.bools);
  }
  if (list.kind == fields::list_kind::kDataType || !list.dtypes.empty()) {
    return DataTypes(list.dtypes);
  }
  return std::move(list.ints);
}

bool ParseList(std::string_view bytes, Attribute* attribute) {
  WireReader reader(bytes);
  List list;
  while (reader.Next()) {
    switch (reader.Field()) {
      case fields::list::kStrings:
        list.strings.emplace_back(reader.Bytes());
        break;
      case fields::list::kInts:
        reader.AppendVarints(&list.ints);
        break;
      case fields::list::kFloats:
        reader.AppendFloats(&list.floats);
        break;
      case fields::list::kBools:
        reader.AppendVarints(&list.bools);
        break;
      case fields::list::kDataTypes:
        reader.AppendVarints(&list.dtypes);
        break;
      case fields::list::kKind:
        list.kind = reader.Varint();
        break;
      default:
        break;
    }
  }
  *attribute = ListAttribute(std::move(list));
  return !reader.Failed();
}

void Append(WireReader* reader, std::vector<std::int64_t>* values) { reader->AppendVarints(values); }
void Append(WireReader* reader, std::vector<float>* values) { reader->AppendFloats(values); }

// ListListInt and ListListFloat: message { repeated message { repeated T = 1 } = 1 }
template <typename T>
bool ParseListList(std::string_view bytes, Attribute* attribute) {
  WireReader outer(bytes);
  std::vector<std::vector<T>> lists;
  while (outer.Next()) {
    if (outer.Field() != fields::list_list::kLists) {
      continue;
    }
    auto& list = lists.emplace_back();
    WireReader inner(outer.Bytes());
    while (inner.Next()) {
      if (inner.Field() == fields::list_list::kElements) {
        Append(&inner, &list);
      }
    }
    if (inner.Failed()) {
      return false;
    }
  }
  *attribute = std::move(lists);
  return !outer.Failed();
}

bool ParseTensor(std::string_view bytes, TensorValue* tensor) {
  WireReader reader(bytes);
  TensorDescription description;
  while (reader.Next()) {
    if (reader.Field() == fields::tensor::kDesc) {
      if (!ParseTensorDescription(reader.Bytes(), &description)) {
        return false;
      }
    } else if (reader.Field() == fields::tensor::kData) {
      tensor->data = reader.Bytes();
    }
  }
  tensor->dtype = description.dtype;
  tensor->dims = std::move(description.dims);
  return !reader.Failed();
}

bool ParseAttribute(std::string_view bytes, Attribute* attribute, TensorValue* tensor, bool* is_tensor) {
  WireReader reader(bytes);
  while (reader.Next()) {
    bool ok = true;
    switch (reader.Field()) {
      case fields::attribute::kList:
        ok = ParseList(reader.Bytes(), attribute);
        break;
      case fields::attribute::kString:
        *attribute = std::string(reader.Bytes());
        break;
      case fields::attribute::kInt:
        *attribute = static_cast<std::int64_t>(reader.Varint());
        break;
      case fields::attribute::kFloat:
        *attribute = reader.Float();
        break;
      case fields::attribute::kBool:
        *attribute = reader.Varint() != 0;
        break;
      case fields::attribute::kTensor:
        *is_tensor = true;
        ok = ParseTensor(reader.Bytes(), tensor);
        break;
      case fields::attribute::kListListInt:
        ok = ParseListList<std::int64_t>(reader.Bytes(), attribute);
        break;
      case fields::attribute::kDataType:
        *attribute = static_cast<::ge::DataType>(reader.Varint());
        break;
      case fields::attribute::kListListFloat:
        ok = ParseListList<float>(reader.Bytes(), attribute);
        break;
      default:
        break;
    }
    if (!ok) {
      return false;
    }
  }
  return !reader.Failed();
}

}  // namespace

bool ParseAttributeEntry(std::string_view bytes, Attributes* attrs,
                         std::map<std::string, TensorValue>* tensors) {
  const NestingGuard guard;
  if (guard.TooDeep()) {
    return false;
  }
  WireReader reader(bytes);
  std::string key;
  Attribute attribute;
  TensorValue tensor;
  bool is_tensor = false;
  while (reader.Next()) {
    if (reader.Field() == fields::entry::kKey) {
      key = std::string(reader.Bytes());
    } else if (reader.Field() == fields::entry::kValue &&
               !ParseAttribute(reader.Bytes(), &attribute, &tensor, &is_tensor)) {
      return false;
    }
  }
  if (reader.Failed()) {
    return false;
  }
  if (is_tensor) {
    if (tensors != nullptr) {
      (*tensors)[key] = std::move(tensor);
    }
  } else if (!std::holds_alternative<std::monostate>(attribute)) {
    (*attrs)[key] = std::move(attribute);
  }
  return true;
}

bool ParseTensorDescription(std::string_view bytes, TensorDescription* description) {
  WireReader reader(bytes);
  while (reader.Next()) {
    switch (reader.Field()) {
      case fields::tensor_desc::kName:
        description->name = std::string(reader.Bytes());
        break;
      case fields::tensor_desc::kDataType: {
        const auto dtype = DataTypeFromModel(static_cast<std::int64_t>(reader.Varint()));
        description->dtype = dtype.value_or(::ge::DT_MAX);
        break;
      }
      case fields::tensor_desc::kShape: {
        WireReader shape(reader.Bytes());
        while (shape.Next()) {
          if (shape.Field() == fields::shape::kDim) {
            shape.AppendVarints(&description->dims);
          }
        }
        if (shape.Failed()) {
          return false;
        }
        break;
      }
      case fields::tensor_desc::kAttribute:
        if (!ParseAttributeEntry(reader.Bytes(), &description->attrs, nullptr)) {
          return false;
        }
        break;
      case fields::tensor_desc::kDevice:
        description->on_host = reader.Bytes() == "CPU";
        break;
      default:
        break;
    }
  }
  return !reader.Failed();
}

}  // namespace cann_emulator::engine
