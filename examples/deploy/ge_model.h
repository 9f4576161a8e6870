// SPDX-License-Identifier: Apache-2.0
// A graph in a session of GE, with tensors as arrays. Failures throw std::runtime_error with GE's message.
#pragma once

#include <ge/ge_api.h>

#include <cstdint>
#include <string>
#include <vector>

#include "device.h"
#include "npy.h"

// GE initialised, with the operator packages of ASCEND_CUSTOM_OPP_PATH, until destroyed.
class GeRuntime {
 public:
  GeRuntime();
  ~GeRuntime();
  GeRuntime(const GeRuntime&) = delete;
  GeRuntime& operator=(const GeRuntime&) = delete;
};

// Throws when a call of GE has failed; `what` says which.
void CheckGe(ge::Status status, const std::string& what);

// The graph of an .air file.
ge::Graph LoadGraph(const std::string& air_file);

class GeModel {
 public:
  // Compiles `graph` in a session of its own.
  explicit GeModel(const ge::Graph& graph);

  // Runs with host tensors and waits. GE makes the outputs.
  std::vector<Array> Run(const std::vector<Array>& inputs);

  // Runs on `stream` with device memory of the caller's and waits: `outputs` are as large as the graph's
  // outputs, which must be of known shapes. Memory of intermediate values is the caller's as well.
  void RunOnStream(const Stream& stream, const std::vector<Array>& inputs,
                   const std::vector<DeviceMemory>& device_inputs, std::vector<DeviceMemory>* outputs);

  // Whether all shapes are known.
  bool IsStatic() const { return is_static_; }
  // The outputs as arrays without content: dtypes and shapes, -1 where unknown.
  const std::vector<Array>& Outputs() const { return outputs_; }

 private:
  ge::Session session_;
  bool is_static_ = false;
  std::vector<Array> outputs_;
  std::vector<DeviceMemory> feature_memory_;
};
