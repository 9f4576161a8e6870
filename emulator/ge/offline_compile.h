// SPDX-License-Identifier: Apache-2.0
// From an exported graph to an offline model: what atc does.
#pragma once

#include <map>
#include <string>

#include "acl/runtime.h"
#include "graph/ascend_string.h"

namespace cann_emulator {

// Loads the operator packages of ASCEND_CUSTOM_OPP_PATH, compiles the graph of an .air file for the SoC in
// use and writes the offline model. `options` are those of the graph.
CANN_EMULATOR_API Status CompileOffline(const std::string& air_file, const std::string& offline_file,
                                        const std::map<::ge::AscendString, ::ge::AscendString>& options);

}  // namespace cann_emulator
