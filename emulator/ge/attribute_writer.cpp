// SPDX-License-Identifier: Apache-2.0
#include "ge/attribute_writer.h"

#include "ge/data_type.h"
#include "ge/model_fields.h"
#include "ge/wire_writer.h"

namespace cann_emulator::engine {
namespace {

// A list's member, and the kind that tells which one it is.
struct ListField {
  std::uint32_t field;
  std::uint64_t kind;
};
constexpr ListField kStrings = {fields::list::kStrings, fields::list_kind::kString};
constexpr ListField kInts = {fields::list::kInts, fields::list_kind::kInt};
constexpr ListField kFloats = {fields::list::kFloats, fields::list_kind::kFloat};
constexpr ListField kBools = {fields::list::kBools, fields::list_kind::kBool};
constexpr ListField kDataTypes = {fields::list::kDataTypes, fields::list_kind::kDataType};

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
  inner.Varint(fields::list::kKind, list.kind);
  writer->Bytes(fields::attribute::kList, inner.Take());
}

template <typename T>
void PutLists(WireWriter* writer, std::uint32_t field, const std::vector<std::vector<T>>& lists) {
  WireWriter outer;
  for (const std::vector<T>& list : lists) {
    WireWriter inner;
    for (const T& value : list) {
      Put(&inner, fields::list_list::kElements, value);
    }
    outer.Bytes(fields::list_list::kLists, inner.Take());
  }
  writer->Bytes(field, outer.Take());
}

struct PutValue {
  WireWriter* writer;
  void operator()(std::monostate) const {}
  void operator()(bool value) const { Put(writer, fields::attribute::kBool, value); }
  void operator()(std::int64_t value) const { Put(writer, fields::attribute::kInt, value); }
  void operator()(float value) const { Put(writer, fields::attribute::kFloat, value); }
  void operator()(const std::string& value) const { Put(writer, fields::attribute::kString, value); }
  void operator()(::ge::DataType value) const { Put(writer, fields::attribute::kDataType, value); }
  void operator()(const std::vector<bool>& values) const { PutList(writer, kBools, values); }
  void operator()(const std::vector<std::int64_t>& values) const { PutList(writer, kInts, values); }
  void operator()(const std::vector<float>& values) const { PutList(writer, kFloats, values); }
  void operator()(const std::vector<std::string>& values) const { PutList(writer, kStrings, values); }
  void operator()(const std::vector<::ge::DataType>& values) const { PutList(writer, kDataTypes, values); }
  void operator()(const std::vector<std::vector<std::int64_t>>& values) const {
    PutLists(writer, fields::attribute::kListListInt, values);
  }
  void operator()(const std::vector<std::vector<float>>& values) const {
    PutLists(writer, fields::attribute::kListListFloat, values);
  }
};

std::string Entry(const std::string& name, const std::string& value) {
  WireWriter entry;
  entry.Bytes(fields::entry::kKey, name);
  entry.Bytes(fields::entry::kValue, value);
  return entry.Take();
}

std::string DimsMessage(const std::vector<std::int64_t>& dims) {
  WireWriter shape;
  for (const std::int64_t dim : dims) {
    Put(&shape, fields::shape::kDim, dim);
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
  tensor.Bytes(fields::tensor::kDesc, TensorDescriptionMessage("", &desc));
  tensor.Bytes(fields::tensor::kData, {reinterpret_cast<const char*>(value.GetData()), value.GetSize()});
  WireWriter writer;
  writer.Bytes(fields::attribute::kTensor, tensor.Take());
  return Entry(name, writer.Take());
}

std::string TensorDescriptionMessage(const std::string& name, const ::ge::TensorDesc* desc) {
  WireWriter writer;
  writer.Bytes(fields::tensor_desc::kName, name);
  if (desc != nullptr) {
    if (const auto number = DataTypeToModel(desc->GetDataType())) {
      writer.Varint(fields::tensor_desc::kDataType, static_cast<std::uint64_t>(*number));
    }
    writer.Bytes(fields::tensor_desc::kShape, DimsMessage(desc->GetShape().GetDims()));
  }
  return writer.Take();
}

std::string UnknownTensorMessage(const std::string& name) {
  WireWriter writer;
  writer.Bytes(fields::tensor_desc::kName, name);
  writer.Bytes(fields::tensor_desc::kShape, DimsMessage({::ge::UNKNOWN_DIM_NUM}));
  return writer.Take();
}

}  // namespace cann_emulator::engine
