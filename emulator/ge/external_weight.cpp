// SPDX-License-Identifier: Apache-2.0
#include "ge/external_weight.h"

#include <algorithm>

#include "ge/error.h"
#include "ge/file_io.h"

namespace cann_emulator::engine {
namespace {

namespace fs = std::filesystem;

bool IsBelow(const fs::path& file, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end();
}

}  // namespace

Status ReadExternalWeight(const std::string& path, const fs::path& folder, std::size_t size,
                          std::shared_ptr<const std::string>* bytes) {
  std::error_code failed;
  const fs::path root = fs::canonical(folder.empty() ? "." : folder, failed);
  if (path.empty() || path.find('\0') != std::string::npos || failed) {
    return Error("the attribute file_path \"" + path + "\" names no file");
  }
  bool outside = false;
  for (const fs::path& candidate : {fs::path(path), root / fs::path(path).filename()}) {
    const fs::path file = fs::canonical(candidate, failed);
    if (failed || !fs::is_regular_file(file, failed)) {
      continue;
    }
    if (!IsBelow(file, root)) {
      outside = true;
      continue;
    }
    const std::uintmax_t found = fs::file_size(file, failed);
    if (failed || found != size) {
      return Error("the file of weights \"" + file.string() + "\" holds " + std::to_string(found) +
                   " bytes, its shape and dtype need " + std::to_string(size));
    }
    auto content = std::make_shared<std::string>();
    Status status = ReadFile(file, content.get());
    if (status.ok() && content->size() != size) {
      status = Error("the file of weights \"" + file.string() + "\" changed while it was read");
    }
    *bytes = std::move(content);
    return status;
  }
  return Error("the file of weights \"" + path + "\" " +
               (outside ? "lies outside the model's folder \""
                        : "does not exist, nor is it in the model's folder \"") +
               root.string() + "\". Keep the files of weights beside the model");
}

}  // namespace cann_emulator::engine
