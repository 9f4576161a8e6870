// SPDX-License-Identifier: Apache-2.0
// ge::OperatorFactory, OperatorCreatorRegister and GetRegisteredIrDef.
#include "graph/operator_factory.h"

#include <utility>

#include "ge/error.h"
#include "ge/operator_impl.h"
#include "ge/prototype_registry.h"

namespace ge {

using cann_emulator::Arity;
using cann_emulator::engine::FindPrototype;
using cann_emulator::engine::LibraryOf;
using cann_emulator::engine::OperatorPrototype;

namespace {

void ResolveTypes(const char* role, const std::vector<cann_emulator::Prototype::Port>& ports,
                  const std::vector<std::string>& texts, const OperatorImpl& impl,
                  std::vector<cann_emulator::engine::TypeList>* lists, std::string* error) {
  for (std::size_t i = 0; i < ports.size(); ++i) {
    std::string reason;
    auto& list = lists->emplace_back();
    if (!cann_emulator::engine::ParseTypeList(texts[i], impl.type_symbols, &list, &reason) &&
        error->empty()) {
      *error = std::string(role) + " " + ports[i].name + ": " + reason;
    }
  }
}

void Register(const std::string& type, const std::string& library, const Operator& op) {
  if (op.Impl() == nullptr) {
    std::fprintf(stderr,
                 "GE: %s registers operator type \"%s\" with a creator that creates nothing; refused.\n",
                 library.c_str(), type.c_str());
    return;
  }
  auto prototype = std::make_shared<OperatorPrototype>();
  prototype->prototype = op.Impl()->prototype;
  prototype->prototype.type = type;
  prototype->library = library;
  ResolveTypes("input", prototype->prototype.inputs, op.Impl()->input_types, *op.Impl(),
               &prototype->input_types, &prototype->error);
  ResolveTypes("output", prototype->prototype.outputs, op.Impl()->output_types, *op.Impl(),
               &prototype->output_types, &prototype->error);
  for (const auto& attr : prototype->prototype.attrs) {
    if (attr.kind.empty() && prototype->error.empty()) {
      prototype->error = "attribute " + attr.name + " has no kind that GE knows";
    }
  }
  cann_emulator::engine::RegisterPrototype(library, prototype);
}

const char* ArityName(Arity arity) {
  switch (arity) {
    case Arity::kOptional:
      return "optional";
    case Arity::kDynamic:
      return "dynamic";
    case Arity::kRequired:
      break;
  }
  return "required";
}

using NamesAndKinds = std::vector<std::pair<AscendString, AscendString>>;

}  // namespace

OperatorCreatorRegister::OperatorCreatorRegister(const std::string& type, const OpCreator& creator) {
  Register(type, LibraryOf(__builtin_return_address(0)), creator(type));
}

OperatorCreatorRegister::OperatorCreatorRegister(const char* type, const OpCreatorV2& creator) {
  Register(type == nullptr ? "" : type, LibraryOf(__builtin_return_address(0)), creator(AscendString(type)));
}

bool OperatorFactory::IsExistOp(const char* type) {
  std::string error;
  return type != nullptr && FindPrototype(type, &error) != nullptr;
}

Operator OperatorFactory::CreateOperator(const char* name, const char* type) {
  std::string error;
  const auto prototype = type == nullptr ? nullptr : FindPrototype(type, &error);
  if (prototype == nullptr) {
    cann_emulator::engine::Fail("operator type \"" + std::string(type == nullptr ? "" : type) +
                                "\" is not registered" + (error.empty() ? "" : ": " + error));
    return Operator();
  }
  Operator op(name, type);
  OperatorImpl& impl = *op.Impl();
  impl.prototype = prototype->prototype;
  const auto text = [](const cann_emulator::engine::TypeList& list) {
    return list.any ? std::string() : "TensorType({" + list.Text() + "})";
  };
  for (const auto& list : prototype->input_types) {
    impl.input_types.push_back(text(list));
  }
  for (const auto& list : prototype->output_types) {
    impl.output_types.push_back(text(list));
  }
  return op;
}

graphStatus OperatorFactory::GetOpsTypeList(std::vector<AscendString>& types) {
  for (const std::string& type : cann_emulator::engine::PrototypeTypes()) {
    types.emplace_back(type.c_str());
  }
  return GRAPH_SUCCESS;
}

}  // namespace ge

// Looked up by TorchAir: the ports (name -> "required", "optional" or "dynamic") and the attributes (name ->
// kind) of a registered or built-in operator type, in the prototype's order. Non-zero when the type is
// unknown.
extern "C" ge::Status GetRegisteredIrDef(const char* type, ge::NamesAndKinds& inputs,
                                         ge::NamesAndKinds& outputs, ge::NamesAndKinds& attrs) {
  std::string error;
  const auto prototype = type == nullptr ? nullptr : ge::FindPrototype(type, &error);
  if (prototype == nullptr) {
    return cann_emulator::engine::Fail("operator type \"" + std::string(type == nullptr ? "" : type) +
                                       "\" is not registered" + (error.empty() ? "" : ": " + error));
  }
  for (const auto& port : prototype->prototype.inputs) {
    inputs.emplace_back(ge::AscendString(port.name.c_str()), ge::AscendString(ge::ArityName(port.arity)));
  }
  for (const auto& port : prototype->prototype.outputs) {
    outputs.emplace_back(ge::AscendString(port.name.c_str()), ge::AscendString(ge::ArityName(port.arity)));
  }
  for (const auto& attr : prototype->prototype.attrs) {
    attrs.emplace_back(ge::AscendString(attr.name.c_str()), ge::AscendString(attr.kind.c_str()));
  }
  return ge::SUCCESS;
}
