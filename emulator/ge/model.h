// SPDX-License-Identifier: Apache-2.0
// A deserialised model: what ge.proto.ModelDef says, checked for form but not yet for meaning.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ge/op_library.h"
#include "graph/types.h"

namespace cann_emulator::engine {

// A tensor attribute. The data lies in the model's own bytes.
struct TensorValue {
  ::ge::DataType dtype = ::ge::DT_UNDEFINED;
  std::vector<std::int64_t> dims;
  std::string_view data;
};

struct TensorDescription {
  std::string name;
  ::ge::DataType dtype = ::ge::DT_UNDEFINED;
  std::vector<std::int64_t> dims;
  bool on_host = false;
  Attributes attrs;
};

struct OpDefinition {
  std::string name;
  std::string type;
  std::vector<std::string> inputs;  // "node:output", "node:-1" (control edge) or "" (absent optional input)
  std::vector<TensorDescription> input_descs;
  std::vector<TensorDescription> output_descs;
  Attributes attrs;
  std::map<std::string, TensorValue> tensors;  // attributes that are tensors
};

struct Model {
  std::shared_ptr<const std::string> bytes;  // the serialised form
  bool in_process = false;  // made by this process: device addresses in it (ConstPlaceHolder) are its own
  bool is_offline = false;  // compiled before: custom operators have what their Compile made
  std::filesystem::path folder;  // in which, or below which, files of weights must lie
  // Weights of FileConstant nodes by the node's name, where they are known without their files (an offline
  // model).
  std::map<std::string, std::shared_ptr<const std::string>> weights;
  std::string graph_name;
  std::vector<OpDefinition> ops;
  Attributes attrs;
};

// Parses a serialised ge.proto.ModelDef with exactly one graph into the parts of a model that come from it.
Status ParseModel(std::shared_ptr<const std::string> bytes, Model* model);

}  // namespace cann_emulator::engine
