// SPDX-License-Identifier: Apache-2.0
#include "ge/custom_op_registry.h"

#include <cstdio>
#include <map>
#include <memory>
#include <mutex>

#include "ge/prototype_registry.h"

namespace cann_emulator::engine {
namespace {

struct Entry {
  ::ge::BaseOpCreator creator;
  std::string library;
  bool from_package = false;
  bool created = false;
  std::unique_ptr<::ge::BaseCustomOp> object;
  CustomOp op;
};

// Never destroyed: plugins register from static constructors, and an object's code may be gone at exit.
struct Registry {
  std::mutex mutex;
  std::map<std::string, Entry> entries;
};

thread_local bool loading_packages = false;

Registry& TheRegistry() {
  static auto* registry = new Registry();
  return *registry;
}

void Register(const ::ge::AscendString& type, ::ge::BaseOpCreator creator, const std::string& library) {
  Registry& registry = TheRegistry();
  const std::lock_guard<std::mutex> lock(registry.mutex);
  const auto [entry, inserted] = registry.entries.try_emplace(type.GetString());
  if (!inserted) {
    if (loading_packages && !entry->second.from_package) {
      return;
    }
    std::fprintf(
        stderr,
        "GE: operator type \"%s\" is registered twice: the implementation of %s is kept, the one of %s is "
        "refused. Load one of the two libraries only, or rename the type.\n",
        type.GetString(), entry->second.library.c_str(), library.c_str());
    return;
  }
  entry->second.creator = std::move(creator);
  entry->second.library = library;
  entry->second.from_package = loading_packages;
}

}  // namespace

PackageLoading::PackageLoading() { loading_packages = true; }
PackageLoading::~PackageLoading() { loading_packages = false; }

const CustomOp* FindCustomOp(const std::string& type) {
  Registry& registry = TheRegistry();
  const std::lock_guard<std::mutex> lock(registry.mutex);
  const auto found = registry.entries.find(type);
  if (found == registry.entries.end()) {
    return nullptr;
  }
  Entry& entry = found->second;
  if (!entry.created) {
    entry.created = true;
    entry.object = entry.creator ? entry.creator() : nullptr;
    entry.op.execute = dynamic_cast<::ge::EagerExecuteOp*>(entry.object.get());
    entry.op.infer_shape = dynamic_cast<::ge::ShapeInferOp*>(entry.object.get());
    entry.op.compile = dynamic_cast<::ge::CompilableOp*>(entry.object.get());
    entry.op.portable = dynamic_cast<::ge::PortableOp*>(entry.object.get());
    entry.op.update_args = dynamic_cast<::ge::ArgsUpdater*>(entry.object.get());
    entry.op.declare_args = dynamic_cast<::ge::AnnotatedArgsOp*>(entry.object.get());
  }
  return entry.object == nullptr ? nullptr : &entry.op;
}

}  // namespace cann_emulator::engine

namespace ge {

CustomOpCreatorRegister::CustomOpCreatorRegister(const AscendString& type, const BaseOpCreator& creator) {
  cann_emulator::engine::Register(type, creator,
                                  cann_emulator::engine::LibraryOf(__builtin_return_address(0)));
}

CustomOpCreatorRegister::CustomOpCreatorRegister(const AscendString& type, const CustomOpCreateFunc creator) {
  BaseOpCreator owned;
  if (creator != nullptr) {
    owned = [creator] { return std::unique_ptr<BaseCustomOp>(creator()); };
  }
  cann_emulator::engine::Register(type, std::move(owned),
                                  cann_emulator::engine::LibraryOf(__builtin_return_address(0)));
}

}  // namespace ge
