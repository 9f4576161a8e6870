// SPDX-License-Identifier: Apache-2.0
#include "ge/attribute_writer.h"

#include "ge/data_type.h"
#include "ge/wire_writer.h"

namespace cann_emulator::engine {
namespace {

// Fields of AttrDef, and of its ListValue with the kind that field 20 names.
enum AttributeField : std::uint32_t {
  kList = 1,
  kString = 2,
  kInt = 3,
  kFloat = 4,
  kBool = 5,
  kTensor = 12,
  kListListInt = 14,
  kDataType = 15,
  kListListFloat = 16,
};
struct ListField {
  std::uint32_t field;
  std::uint64_t kind;
};
constexpr ListField kStrings = {2, 1};
constexpr ListField kInts = {3, 2};
constexpr ListField kFloats = {4, 3};
constexpr ListField kBools = {5, 4};
constexpr ListField kDataTypes = {12, 10};
constexpr std::uint32_t kListKind = 20;

void Put(WireWriter* writer, std::uint32_t field, std::int64_t value) {
  writer->Varint(field, static_cast<std::uint64_t>(value));
}
void Put(WireWriter* writer, std::uint32_t field, bool value) { writer->Varint(field, value ? 1 : 0); }
void Put(WireWriter* writer, std::uint32_t field, ::ge::DataType value) {
  writer->Varint(field, static_cast<std::uint64_t>(value));
}
void Put(WireWriter* writer, std::uint32_t field, float value) { writer->Float(field, value); }
void Put(WireWriter* writer, std::uint32_t field, const std::string& value) { writer->Bytes(field, value); }

template <typename T>
void PutList(WireWriter* writer, ListField list, const std::vector<T>& values) {
  WireWriter inner;
  for (const auto& value : values) {
    Put(&inner, list.field, static_cast<T>(value));
  }
  inner.Varint(kListKind, list.kind);
  writer->Bytes(kList, inner.Take());
}

template <typename T>
void PutLists(WireWriter* writer, std::uint32_t field, const std::vector<std::vector<T>>& lists) {
  WireWriter outer;
  for (const std::vector<T>& list : lists) {
    WireWriter inner;
    for (const T& value : list) {
      Put(&inner, 1, value);
    }
    outer.Bytes(1, inner.Take());
  }
  writer->Bytes(field, outer.Take());
}

struct PutValue {
  WireWriter* writer;
  void operator()(std::monostate) const {}
  void operator()(bool value) const { Put(writer, kBool, value); }
  void operator()(std::int64_t value) const { Put(writer, kInt, value); }
  void operator()(float value) const { Put(writer, kFloat, value); }
  void operator()(const std::string& value) const { Put(writer, kString, value); }
  void operator()(::ge::DataType value) const { Put(writer, kDataType, value); }
  void operator()(const std::vector<bool>& values) const { PutList(writer, kBools, values); }
  void operator()(const std::vector<std::int64_t>& values) const { PutList(writer, kInts, values); }
  void operator()(const std::vector<float>& values) const { PutList(writer, kFloats, values); }
  void operator()(const std::vector<std::string>& values) const { PutList(writer, kStrings, values); }
  void operator()(const std::vector<::ge::DataType>& values) const { PutList(writer, kDataTypes, values); }
  void operator()(const std::vector<std::vector<std::int64_t>>& values) const {
    PutLists(writer, kListListInt, values);
  }
  void operator()(const std::vector<std::vector<float>>& values) const {
    PutLists(writer, kListListFloat, values);
  }
};

std::string Entry(const std::string& name, const std::string& value) {
  WireWriter entry;
  entry.Bytes(1, name);
  entry.Bytes(2, value);
  return entry.Take();
}

std::string DimsMessage(const std::vector<std::int64_t>& dims) {
  WireWriter shape;
  for (const std::int64_t dim : dims) {
    Put(&shape, 1, dim);
  }
  return shape.Take();
}

}  // namespace

std::string AttributeMessage(const std::string& name, const Attribute& value) {
  WireWriter writer;
  std::visit(PutValue{&writer}, value);
  return Entry(name, writer.Take());
}

std::string TensorAttributeMessage(const std::string& name, const ::ge::Tensor& value) {
  const ::ge::TensorDesc desc = value.GetTensorDesc();
  WireWriter tensor;
  tensor.Bytes(1, TensorDescriptionMessage("", &desc));
  tensor.Bytes(2, {reinterpret_cast<const char*>(value.GetData()), value.GetSize()});
  WireWriter writer;
  writer.Bytes(kTensor, tensor.Take());
  return Entry(name, writer.Take());
}

std::string TensorDescriptionMessage(const std::string& name, const ::ge::TensorDesc* desc) {
  WireWriter writer;
  writer.Bytes(1, name);
  if (desc != nullptr) {
    if (const auto number = DataTypeToModel(desc->GetDataType())) {
      writer.Varint(2, static_cast<std::uint64_t>(*number));
    }
    writer.Bytes(3, DimsMessage(desc->GetShape().GetDims()));
  }
  return writer.Take();
}

std::string UnknownTensorMessage(const std::string& name) {
  WireWriter writer;
  writer.Bytes(1, name);
  writer.Bytes(3, DimsMessage({::ge::UNKNOWN_DIM_NUM}));
  return writer.Take();
}

}  // namespace cann_emulator::engine
