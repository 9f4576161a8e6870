// SPDX-License-Identifier: Apache-2.0
#include "acl/model_loader.h"

#include <dlfcn.h>

#include <map>
#include <mutex>

#include "acl/error.h"
#include "acl/sibling.h"

namespace cann_emulator {
namespace {

struct Models {
  std::mutex mutex;
  std::uint32_t next = 1;
  std::map<std::uint32_t, std::shared_ptr<LoadedModel>> models;
};

// Never destroyed: models that are still loaded when the process ends must not run their streams' code then.
Models& TheModels() {
  static auto* models = new Models();
  return *models;
}

std::shared_ptr<LoadedModel> Unknown(const char* function, std::uint32_t id) {
  ReportError(ACL_ERROR_INVALID_MODEL_ID,
              std::string(function) + ": no model with the number " + std::to_string(id) + " is loaded");
  return nullptr;
}

}  // namespace

const ModelEngine* LoadModelEngine(const char* function) {
  // libge_runner.so needs this library, so this one cannot need it.
  static void* const kLibrary = dlopen(SiblingPath("libge_runner.so").c_str(), RTLD_NOW | RTLD_GLOBAL);
  auto* entry =
      kLibrary == nullptr
          ? nullptr
          : reinterpret_cast<const ModelEngine* (*)()>(dlsym(kLibrary, "cann_emulator_model_engine"));
  if (entry == nullptr) {
    ReportError(ACL_ERROR_INTERNAL_ERROR,
                std::string(function) +
                    ": models run in libge_runner.so, which cannot be loaded from the folder of "
                    "libascendcl.so");
    return nullptr;
  }
  return entry();
}

std::uint32_t AddModel(std::shared_ptr<LoadedModel> model) {
  Models& models = TheModels();
  const std::lock_guard lock(models.mutex);
  models.models[models.next] = std::move(model);
  return models.next++;
}

std::shared_ptr<LoadedModel> FindModel(const char* function, std::uint32_t id) {
  Models& models = TheModels();
  const std::lock_guard lock(models.mutex);
  const auto found = models.models.find(id);
  return found == models.models.end() ? Unknown(function, id) : found->second;
}

std::shared_ptr<LoadedModel> RemoveModel(const char* function, std::uint32_t id) {
  Models& models = TheModels();
  const std::lock_guard lock(models.mutex);
  const auto found = models.models.find(id);
  if (found == models.models.end()) return Unknown(function, id);
  std::shared_ptr<LoadedModel> model = std::move(found->second);
  models.models.erase(found);
  return model;
}

}  // namespace cann_emulator
