// SPDX-License-Identifier: Apache-2.0
#include "acl/aten_loader.h"

#include <dlfcn.h>
#include <unistd.h>

#include <mutex>

#include "acl/acl_base.h"
#include "acl/settings.h"
#include "acl/sibling.h"

namespace cann_emulator {
namespace {

constexpr char kRegister[] = "cann_emulator_aten_register";

Status Failure(const std::string& path, const std::string& reason) {
  return {ACL_ERROR_INTERNAL_ERROR, "aclInit: " + path + " could not be used: " + reason +
                                        " (CANN_EMULATOR_ATEN=off goes on without it)"};
}

bool HasTorchNpu() {
  void* library = dlopen("libtorch_npu.so", RTLD_LAZY | RTLD_NOLOAD);
  if (library != nullptr) dlclose(library);
  return library != nullptr;
}

Status Load() {
  const std::string path = SiblingPath("libcann_emulator_aten.so");
  if (access(path.c_str(), F_OK) != 0) return {};
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) return Failure(path, dlerror());
  auto* enroll = reinterpret_cast<const char* (*)()>(dlsym(library, kRegister));
  if (enroll == nullptr) return Failure(path, std::string("it has no function ") + kRegister);
  const char* error = enroll();
  return error == nullptr ? Status{} : Failure(path, error);
}

}  // namespace

Status LoadAten() {
  static std::mutex mutex;
  static bool loaded = false;
  if (!GetSettings().load_aten) return {};
  std::unique_lock lock(mutex);
  if (loaded || !HasTorchNpu()) return {};
  Status status = Load();
  loaded = status.ok();
  return status;
}

}  // namespace cann_emulator
