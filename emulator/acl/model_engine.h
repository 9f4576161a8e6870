// SPDX-License-Identifier: Apache-2.0
// The seam between ACL's model interface (libascendcl.so) and GE (libge_runner.so, loaded when the first
// model is).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "acl/acl_base.h"
#include "acl/runtime.h"

namespace cann_emulator {

struct ModelTensor {
  std::string name;
  aclDataType type = ACL_DT_UNDEFINED;
  std::vector<std::int64_t> dims;  // -1: unknown
  std::size_t size = 0;            // bytes; 0 when a dimension is unknown
};

struct ModelInfo {
  std::vector<ModelTensor> inputs;
  std::vector<ModelTensor> outputs;
  std::size_t work_size = 0;  // bytes of device memory: of intermediate values
  std::size_t weight_size = 0;
};

// Device memory of the caller's; null: the model takes its own.
struct ModelMemory {
  void* work = nullptr;
  std::size_t work_size = 0;
  void* weight = nullptr;
  std::size_t weight_size = 0;
};

// An input or an output of a run. An output without memory gets some, allocated with aclrtMalloc, and is the
// caller's.
struct ModelBuffer {
  void* data = nullptr;
  std::size_t size = 0;
  std::vector<std::int64_t> dims;  // of an input; of an output, after the call
};

class LoadedModel {
 public:
  virtual ~LoadedModel() = default;
  virtual const ModelInfo& Info() const = 0;
  // Puts the work on the stream (null: the default stream). Thread-safe.
  virtual Status Run(void* stream, const std::vector<ModelBuffer>& inputs,
                     std::vector<ModelBuffer>* outputs) = 0;
};

class ModelEngine {
 public:
  virtual ~ModelEngine() = default;
  // What an offline model says of itself, without its operators. `name` is what messages call it.
  virtual Status Describe(std::string_view bytes, const std::string& name, ModelInfo* info) const = 0;
  virtual Status Load(std::string_view bytes, const std::string& name, const ModelMemory& memory,
                      std::shared_ptr<LoadedModel>* model) const = 0;
  virtual Status ReadModelFile(const std::string& path, std::string* bytes) const = 0;
};

// Defined by libge_runner.so, looked up with dlsym.
extern "C" CANN_EMULATOR_API const ModelEngine* cann_emulator_model_engine();

}  // namespace cann_emulator
