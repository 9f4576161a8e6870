// SPDX-License-Identifier: Apache-2.0
// ge::Operator.
#include "graph/operator.h"

#include <algorithm>

#include "ge/attribute.h"
#include "ge/data_type.h"
#include "ge/error.h"
#include "ge/operator_impl.h"
#include "ge/type_list.h"

namespace ge {

using cann_emulator::Arity;
using cann_emulator::Attribute;
using cann_emulator::Prototype;
using cann_emulator::engine::Fail;

namespace {

std::string Text(const char* text) { return text == nullptr ? "" : text; }

// Declares a port once: an operator object can be set up by more than one call for the same port.
void AddPort(const char* name, Arity arity, const char* types, std::vector<Prototype::Port>* ports,
             std::vector<std::string>* port_types) {
  const std::string port_name = Text(name);
  const auto same = [&](const Prototype::Port& port) { return port.name == port_name; };
  if (std::none_of(ports->begin(), ports->end(), same)) {
    ports->push_back({port_name, arity});
    port_types->push_back(Text(types));
  }
}

void AddAttr(const char* name, Attribute default_value, OperatorImpl* impl) {
  const std::string kind = cann_emulator::engine::AttributeKind(default_value);
  impl->prototype.attrs.push_back({Text(name), kind, false, std::move(default_value)});
}

}  // namespace

Operator::Operator(const char* type) : Operator(type, type) {}
Operator::Operator(const char* name, const char* type) : Operator(AscendString(name), AscendString(type)) {}
Operator::Operator(const AscendString& name, const AscendString& type)
    : impl_(std::make_shared<OperatorImpl>()) {
  impl_->name = name.GetString();
  impl_->prototype.type = type.GetString();
}

graphStatus Operator::GetName(AscendString& name) const {
  name = AscendString(impl_ == nullptr ? "" : impl_->name.c_str());
  return impl_ == nullptr ? GRAPH_FAILED : GRAPH_SUCCESS;
}

graphStatus Operator::GetOpType(AscendString& type) const {
  type = AscendString(impl_ == nullptr ? "" : impl_->prototype.type.c_str());
  return impl_ == nullptr ? GRAPH_FAILED : GRAPH_SUCCESS;
}

std::size_t Operator::GetInputsSize() const { return impl_ == nullptr ? 0 : impl_->prototype.inputs.size(); }
std::size_t Operator::GetOutputsSize() const {
  return impl_ == nullptr ? 0 : impl_->prototype.outputs.size();
}

graphStatus Operator::GetAllIrAttrNamesAndTypes(std::map<AscendString, AscendString>& attr_name_types) const {
  if (impl_ == nullptr) {
    return Fail("the operator has no prototype: its type is not registered");
  }
  for (const auto& attr : impl_->prototype.attrs) {
    attr_name_types[AscendString(attr.name.c_str())] = AscendString(attr.kind.c_str());
  }
  return GRAPH_SUCCESS;
}

graphStatus Operator::UpdateInputDesc(const char* name, const TensorDesc& desc) {
  if (impl_ == nullptr) {
    return Fail("the operator has no prototype: its type is not registered");
  }
  const auto& inputs = impl_->prototype.inputs;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].name != Text(name)) {
      continue;
    }
    cann_emulator::engine::TypeList types;
    std::string error;
    if (!cann_emulator::engine::ParseTypeList(impl_->input_types[i], impl_->type_symbols, &types, &error)) {
      return Fail(impl_->prototype.type + ": " + error);
    }
    if (!types.Accepts(desc.GetDataType())) {
      return Fail(impl_->prototype.type + ": input " + inputs[i].name + " accepts " + types.Text() +
                  ", not " + cann_emulator::engine::DataTypeName(desc.GetDataType()));
    }
    return GRAPH_SUCCESS;
  }
  return Fail(impl_->prototype.type + " has no input \"" + Text(name) + "\"");
}

void Operator::InputRegister(const char* name) { InputRegister(name, ""); }
void Operator::InputRegister(const char* name, const char* types) {
  AddPort(name, Arity::kRequired, types, &impl_->prototype.inputs, &impl_->input_types);
}
void Operator::OptionalInputRegister(const char* name) { OptionalInputRegister(name, ""); }
void Operator::OptionalInputRegister(const char* name, const char* types) {
  AddPort(name, Arity::kOptional, types, &impl_->prototype.inputs, &impl_->input_types);
}
void Operator::DynamicInputRegister(const char* name, std::uint32_t count, bool push_back) {
  DynamicInputRegister(name, count, "", push_back);
}
void Operator::DynamicInputRegister(const char* name, std::uint32_t /*count*/, const char* types,
                                    bool /*push_back*/) {
  AddPort(name, Arity::kDynamic, types, &impl_->prototype.inputs, &impl_->input_types);
}
void Operator::DynamicInputRegisterByIndex(const char* name, std::uint32_t count, std::size_t /*index*/) {
  DynamicInputRegister(name, count, "", true);
}
void Operator::OutputRegister(const char* name) { OutputRegister(name, ""); }
void Operator::OutputRegister(const char* name, const char* types) {
  AddPort(name, Arity::kRequired, types, &impl_->prototype.outputs, &impl_->output_types);
}
void Operator::DynamicOutputRegister(const char* name, std::uint32_t count, bool push_back) {
  DynamicOutputRegister(name, count, "", push_back);
}
void Operator::DynamicOutputRegister(const char* name, std::uint32_t /*count*/, const char* types,
                                     bool /*push_back*/) {
  AddPort(name, Arity::kDynamic, types, &impl_->prototype.outputs, &impl_->output_types);
}
void Operator::DataTypeRegister(const char* symbol, const char* types) {
  impl_->type_symbols[Text(symbol)] = Text(types);
}

void Operator::RequiredAttrRegister(const char* name) { RequiredAttrWithTypeRegister(name, ""); }
void Operator::RequiredAttrWithTypeRegister(const char* name, const char* type) {
  impl_->prototype.attrs.push_back(
      {Text(name), cann_emulator::engine::AttributeKindFromIrName(Text(type)), true, {}});
}
void Operator::AttrRegister(const char* name, bool value) { AddAttr(name, value, impl_.get()); }
void Operator::AttrRegister(const char* name, std::int64_t value) { AddAttr(name, value, impl_.get()); }
void Operator::AttrRegister(const char* name, float value) { AddAttr(name, value, impl_.get()); }
void Operator::AttrRegister(const char* name, const char* value) { AddAttr(name, Text(value), impl_.get()); }
void Operator::AttrRegister(const char* name, const AscendString& value) {
  AddAttr(name, std::string(value.GetString()), impl_.get());
}
void Operator::AttrRegister(const char* name, const DataType& value) { AddAttr(name, value, impl_.get()); }
void Operator::AttrRegister(const char* name, const std::vector<bool>& value) {
  AddAttr(name, value, impl_.get());
}
void Operator::AttrRegister(const char* name, const std::vector<std::int64_t>& value) {
  AddAttr(name, value, impl_.get());
}
void Operator::AttrRegister(const char* name, const std::vector<float>& value) {
  AddAttr(name, value, impl_.get());
}
void Operator::AttrRegister(const char* name, const std::vector<AscendString>& value) {
  std::vector<std::string> strings;
  for (const AscendString& text : value) {
    strings.emplace_back(text.GetString());
  }
  AddAttr(name, std::move(strings), impl_.get());
}
void Operator::AttrRegister(const char* name, const std::vector<DataType>& value) {
  AddAttr(name, value, impl_.get());
}
void Operator::AttrRegister(const char* name, const std::vector<std::vector<std::int64_t>>& value) {
  AddAttr(name, value, impl_.get());
}
void Operator::AttrRegister(const char* name, const std::vector<std::vector<float>>& value) {
  AddAttr(name, value, impl_.get());
}

}  // namespace ge
