// SPDX-License-Identifier: Apache-2.0
// A built-in call whose output shapes depend on values on the device (Reshape by a computed shape, NonZero).
// The stream's thread infers and computes into host memory while the host waits.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ge/graph_ir.h"

namespace cann_emulator::engine {

class SizedByData {
 public:
  explicit SizedByData(const Node& node) : node_(node), results_(std::make_shared<Results>()) {}

  void AddInput(Value value) { inputs_.push_back(std::move(value)); }

  // Waits for all work of the stream so far and for the call.
  Status Run(void* stream);

  ValueInfo Info(std::size_t output) const {
    return {results_->outputs[output].desc.dtype, results_->outputs[output].desc.dims};
  }
  const void* Data(std::size_t output) const { return results_->outputs[output].bytes.data(); }
  std::size_t Size(std::size_t output) const { return results_->outputs[output].bytes.size(); }
  // Keeps Data() alive.
  std::shared_ptr<const void> Storage() const { return results_; }

 private:
  struct Result {
    ValueDesc desc;
    std::string bytes;
  };
  struct Results {
    std::vector<Result> outputs;
  };

  static Status Compute(const Node& node, const std::vector<Value>& inputs, Results* results);

  const Node& node_;
  std::vector<Value> inputs_;
  std::shared_ptr<Results> results_;
};

}  // namespace cann_emulator::engine
