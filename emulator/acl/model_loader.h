// SPDX-License-Identifier: Apache-2.0
// Models in use, by their number.
#pragma once

#include <memory>
#include <string>

#include "acl/model_engine.h"

// What the opaque aclmdlDesc holds.
struct aclmdlDesc {
  bool filled = false;
  cann_emulator::ModelInfo info;
};

namespace cann_emulator {

// GE's part of ACL's models; null with an error reported when libge_runner.so cannot be loaded.
const ModelEngine* LoadModelEngine(const char* function);

std::uint32_t AddModel(std::shared_ptr<LoadedModel> model);
// Null, with an error reported, for a number that is not in use.
std::shared_ptr<LoadedModel> FindModel(const char* function, std::uint32_t id);
std::shared_ptr<LoadedModel> RemoveModel(const char* function, std::uint32_t id);

}  // namespace cann_emulator
