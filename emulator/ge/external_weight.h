// SPDX-License-Identifier: Apache-2.0
// Weights in files of their own (FileConstant).
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "acl/runtime.h"

namespace cann_emulator::engine {

// Reads the `size` bytes of the weight that a model names `path`: that file, or the one of the same name in
// the model's folder, where the folder has moved since the export. Either must lie in `folder` or below it
// (after symbolic links), so that a model from elsewhere reads no other files, and hold exactly `size` bytes.
Status ReadExternalWeight(const std::string& path, const std::filesystem::path& folder, std::size_t size,
                          std::shared_ptr<const std::string>* bytes);

}  // namespace cann_emulator::engine
