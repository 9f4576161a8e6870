// SPDX-License-Identifier: Apache-2.0
#include "ge/prototype_registry.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <mutex>
#include <tuple>

namespace cann_emulator::engine {
namespace {

// Plugins register from their static constructors, so the registry must outlive every other static.
struct Registry {
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<const OperatorPrototype>> prototypes;
};

Registry& TheRegistry() {
  static auto* registry = new Registry();
  return *registry;
}

bool SamePorts(const std::vector<Prototype::Port>& a, const std::vector<TypeList>& a_types,
               const std::vector<Prototype::Port>& b, const std::vector<TypeList>& b_types) {
  const auto same_port = [](const Prototype::Port& m, const Prototype::Port& n) {
    return std::tie(m.name, m.arity) == std::tie(n.name, n.arity);
  };
  const auto same_types = [](const TypeList& m, const TypeList& n) {
    return std::tie(m.any, m.types) == std::tie(n.any, n.types);
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_port) &&
         std::equal(a_types.begin(), a_types.end(), b_types.begin(), b_types.end(), same_types);
}

bool Same(const OperatorPrototype& a, const OperatorPrototype& b) {
  const auto same_attr = [](const Prototype::Attr& m, const Prototype::Attr& n) {
    return std::tie(m.name, m.kind, m.required, m.default_value) ==
           std::tie(n.name, n.kind, n.required, n.default_value);
  };
  const Prototype& p = a.prototype;
  const Prototype& q = b.prototype;
  return SamePorts(p.inputs, a.input_types, q.inputs, b.input_types) &&
         SamePorts(p.outputs, a.output_types, q.outputs, b.output_types) &&
         std::equal(p.attrs.begin(), p.attrs.end(), q.attrs.begin(), q.attrs.end(), same_attr);
}

// What graphs begin with: GE's own, not operators that compute.
const std::vector<Prototype>& GraphPrototypes() {
  static const std::vector<Prototype> kPrototypes = {
      {"Data", {}, {{"y", Arity::kRequired}}, {{"index", "VT_INT", false, std::int64_t{0}}}},
      {"Const", {}, {{"y", Arity::kRequired}}, {{"value", "VT_TENSOR", true, {}}}},
  };
  return kPrototypes;
}

std::shared_ptr<const OperatorPrototype> FromLibrary(const Prototype& prototype) {
  auto result = std::make_shared<OperatorPrototype>();
  result->prototype = prototype;
  result->input_types.resize(prototype.inputs.size());
  result->output_types.resize(prototype.outputs.size());
  return result;
}

}  // namespace

std::shared_ptr<const OperatorPrototype> FindPrototype(const std::string& type, std::string* error) {
  {
    Registry& registry = TheRegistry();
    const std::lock_guard<std::mutex> lock(registry.mutex);
    const auto found = registry.prototypes.find(type);
    if (found != registry.prototypes.end()) {
      return found->second;
    }
  }
  for (const Prototype& own : GraphPrototypes()) {
    if (own.type == type) {
      return FromLibrary(own);
    }
  }
  const OpLibrary* library = LoadOpLibrary(error);
  const Prototype* prototype = library == nullptr ? nullptr : library->Find(type);
  return prototype == nullptr ? nullptr : FromLibrary(*prototype);
}

std::vector<std::string> PrototypeTypes() {
  std::vector<std::string> types;
  std::string error;
  if (const OpLibrary* library = LoadOpLibrary(&error)) {
    types = library->Types();
  }
  {
    Registry& registry = TheRegistry();
    const std::lock_guard<std::mutex> lock(registry.mutex);
    for (const auto& entry : registry.prototypes) {
      types.push_back(entry.first);
    }
  }
  std::sort(types.begin(), types.end());
  types.erase(std::unique(types.begin(), types.end()), types.end());
  return types;
}

void RegisterPrototype(const std::string& library,
                       const std::shared_ptr<const OperatorPrototype>& prototype) {
  Registry& registry = TheRegistry();
  const std::lock_guard<std::mutex> lock(registry.mutex);
  const std::string type = prototype->prototype.type;
  const auto [entry, inserted] = registry.prototypes.emplace(type, prototype);
  if (!inserted && !Same(*entry->second, *prototype)) {
    std::fprintf(
        stderr,
        "GE: the prototype of operator type \"%s\" is registered twice: %s is kept, the one of %s is "
        "refused. Load one of the two libraries only, or rename the type.\n",
        type.c_str(), entry->second->library.c_str(), library.c_str());
  }
}

std::string LibraryOf(const void* address) {
  Dl_info info;
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) {
    return "an unknown library";
  }
  return info.dli_fname;
}

}  // namespace cann_emulator::engine
