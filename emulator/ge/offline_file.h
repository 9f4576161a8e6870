// SPDX-License-Identifier: Apache-2.0
// The offline model's file: docs/offline-model.md describes its bytes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ge/custom_compile.h"
#include "graph/types.h"

namespace cann_emulator::engine {

struct OfflineTensor {
  std::string name;
  ::ge::DataType dtype = ::ge::DT_UNDEFINED;
  std::vector<std::int64_t> dims;  // -1: unknown
  bool operator==(const OfflineTensor& other) const { return dtype == other.dtype && dims == other.dims; }
};

struct OfflineFile {
  std::string compiler;  // the emulator's version, for messages
  std::string soc;
  bool is_static = false;
  std::uint64_t weight_size = 0;  // bytes of device memory
  std::uint64_t work_size = 0;
  std::vector<OfflineTensor> inputs;
  std::vector<OfflineTensor> outputs;
  std::map<std::string, std::string> options;                         // of the graph
  std::shared_ptr<const std::string> model;                           // a serialised ge.proto.ModelDef
  std::map<std::string, std::shared_ptr<const std::string>> weights;  // of FileConstant nodes, by node
  OperatorData operators;
};

std::string EncodeOffline(const OfflineFile& file);

// Refuses bytes that are no such file, of another version, damaged or malformed; `name` is what messages call
// them.
Status DecodeOffline(std::string_view bytes, const std::string& name, OfflineFile* file);

}  // namespace cann_emulator::engine
