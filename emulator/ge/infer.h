// SPDX-License-Identifier: Apache-2.0
// Shapes and dtypes of one node's outputs.
#pragma once

#include <memory>
#include <vector>

#include "ge/graph_ir.h"
#include "ge/node_context.h"

namespace cann_emulator::engine {

// One input of a node for inference.
struct InferInput {
  ValueInfo info;
  const void* data = nullptr;  // host-readable value where it is known
};

// `outputs` gets one entry for each output of the node; what cannot be known from the inputs is unknown.
// `depends_on_value` is set when a built-in operator with known shapes needs a value that is not given.
Status InferBuiltin(const Node& node, const std::vector<InferInput>& inputs, std::vector<ValueInfo>* outputs,
                    bool* depends_on_value);

// Tensors that describe the inputs, in the context; they have data where it is known. They must live as long
// as the context is used.
Status SetInputTensors(const Node& node, const std::vector<InferInput>& inputs,
                       std::vector<::gert::Tensor>* tensors, ContextMemory* context);

// A custom operator. One without ShapeInferOp has unknown outputs.
Status InferCustom(const Node& node, const std::vector<InferInput>& inputs, std::vector<ValueInfo>* outputs);

// The dtypes of the inputs against the prototype's lists.
Status CheckInputTypes(const Node& node, const std::vector<InferInput>& inputs);

}  // namespace cann_emulator::engine
