// SPDX-License-Identifier: Apache-2.0
// The options of a graph that GE honours. Others are accepted and have no effect (emulator/README.md).
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"

namespace cann_emulator::engine {

struct GraphOptions {
  // Outputs that share memory with an input: (input, output).
  std::vector<std::pair<std::size_t, std::size_t>> reused_inputs;
  bool feature_base_refreshable = false;
};

// False with *error set for a value that has not the option's form.
bool ParseOptions(const std::map<::ge::AscendString, ::ge::AscendString>& options, GraphOptions* parsed,
                  std::string* error);

}  // namespace cann_emulator::engine
