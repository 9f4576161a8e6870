// SPDX-License-Identifier: Apache-2.0
#include "ge/options.h"

#include <cstdio>

namespace cann_emulator::engine {
namespace {

constexpr const char* kReusedInputs = "ge.exec.outputReuseInputMemIndexes";
constexpr const char* kRefreshable = "ge.featureBaseRefreshable";

std::string Value(const std::map<::ge::AscendString, ::ge::AscendString>& options, const char* name) {
  const auto found = options.find(::ge::AscendString(name));
  return found == options.end() ? "" : found->second.GetString();
}

// "0,1|2,0": pairs of an input's and an output's number
bool ParsePairs(const std::string& text, std::vector<std::pair<std::size_t, std::size_t>>* pairs) {
  std::size_t start = 0;
  while (start < text.size()) {
    const std::size_t end = std::min(text.find('|', start), text.size());
    unsigned input = 0;
    unsigned output = 0;
    char rest = 0;
    if (std::sscanf(text.substr(start, end - start).c_str(), "%u,%u%c", &input, &output, &rest) != 2) {
      return false;
    }
    pairs->emplace_back(input, output);
    start = end + 1;
  }
  return true;
}

}  // namespace

bool ParseOptions(const std::map<::ge::AscendString, ::ge::AscendString>& options, GraphOptions* parsed,
                  std::string* error) {
  const std::string pairs = Value(options, kReusedInputs);
  if (!ParsePairs(pairs, &parsed->reused_inputs)) {
    *error = std::string("option ") + kReusedInputs + " is \"" + pairs +
             "\", expected \"input,output|input,output...\"";
    return false;
  }
  parsed->feature_base_refreshable = Value(options, kRefreshable) == "1";
  return true;
}

}  // namespace cann_emulator::engine
