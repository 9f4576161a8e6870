// SPDX-License-Identifier: Apache-2.0
// Where GE nodes come from in the user's model, as the converters note it: GE itself knows only their names.
#pragma once

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace ascendc_ops {

class FxOrigins {
 public:
  static FxOrigins& Instance() {
    static FxOrigins origins;
    return origins;
  }

  void Note(const std::string& node, const std::string& origin) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::vector<std::string>& noted = noted_[node];
    if (noted.size() < kMaxOrigins && std::find(noted.begin(), noted.end(), origin) == noted.end()) {
      noted.push_back(origin);
    }
  }

  // ", from FX node relu (model.py:12: ...)", or nothing. GE numbers the nodes of each graph anew: where
  // several graphs have a node of the name, all that it may be.
  std::string Describe(const std::string& node) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = noted_.find(node);
    std::string text;
    if (found != noted_.end()) {
      for (const std::string& origin : found->second) {
        text += (text.empty() ? ", from FX node " : " or ") + origin;
      }
    }
    return text;
  }

 private:
  static constexpr std::size_t kMaxOrigins = 3;

  mutable std::mutex mutex_;
  std::map<std::string, std::vector<std::string>> noted_;
};

}  // namespace ascendc_ops
