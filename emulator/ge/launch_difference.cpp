// SPDX-License-Identifier: Apache-2.0
#include "ge/launch_difference.h"

#include <algorithm>

namespace cann_emulator::engine {

std::string FindByteDifference(const std::string& what, const std::string& first, const std::string& second) {
  if (first.size() != second.size()) {
    return what + " has " + std::to_string(first.size()) + " bytes at first, then " +
           std::to_string(second.size());
  }
  const auto place = std::mismatch(first.begin(), first.end(), second.begin()).first;
  return place == first.end()
             ? ""
             : what + " differs at byte " + std::to_string(std::distance(first.begin(), place));
}

std::string FindLaunchDifference(const std::vector<RecordedTask>& first,
                                 const std::vector<RecordedTask>& second) {
  if (first.size() != second.size()) {
    return "it launches " + std::to_string(first.size()) + " times at first, then " +
           std::to_string(second.size());
  }
  for (std::size_t i = 0; i < first.size(); ++i) {
    const std::string launch = "launch " + std::to_string(i) + ", '" + first[i].name + "',";
    if (first[i].name != second[i].name || first[i].arguments.size() != second[i].arguments.size()) {
      return launch + " is then '" + second[i].name + "'";
    }
    for (std::size_t j = 0; j < first[i].arguments.size(); ++j) {
      const RecordedArgument& argument = first[i].arguments[j];
      const std::string difference =
          FindByteDifference(argument.what + " of " + launch, argument.bytes, second[i].arguments[j].bytes);
      if (!difference.empty()) {
        return difference;
      }
    }
  }
  return "";
}

}  // namespace cann_emulator::engine
