// SPDX-License-Identifier: Apache-2.0
#include "ge/builtin_call.h"

#include "ge/data_type.h"
#include "ge/error.h"
#include "ge/value_capture.h"

namespace cann_emulator::engine {
namespace {

std::string Text(const ValueDesc& desc) { return DataTypeName(desc.dtype) + " " + DimsText(desc.dims); }

struct Outputs {
  const BuiltinCall* call;
  std::string mismatch;
};

void* Place(Outputs* outputs, std::size_t index, const ValueDesc& desc) {
  const auto& planned = outputs->call->outputs;
  if (index >= planned.size() || planned[index].desc.dtype != desc.dtype ||
      planned[index].desc.dims != desc.dims) {
    outputs->mismatch = "output " + std::to_string(index) + " was inferred as " +
                        (index < planned.size() ? Text(planned[index].desc) : "absent") +
                        ", the operator made " + Text(desc);
    return nullptr;
  }
  return planned[index].data;
}

}  // namespace

Status BuiltinCall::Run() const {
  std::string error;
  const OpLibrary* library = LoadOpLibrary(&error);
  if (library == nullptr) {
    return Error(node->Describe() + ": " + error);
  }
  Outputs placed{this, ""};
  Outputs* const target = &placed;  // one captured pointer: the function object needs no memory of its own
  Status status = library->Run(node->instance, inputs, [target](std::size_t index, const ValueDesc& desc) {
    return Place(target, index, desc);
  });
  if (!status.ok()) {
    status.message = node->Describe() + ": " + (placed.mismatch.empty() ? status.message : placed.mismatch);
  } else if (CapturesValues()) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      CaptureValue(*node, i, {outputs[i].desc.dtype, outputs[i].desc.dims}, outputs[i].data);
    }
  }
  return status;
}

}  // namespace cann_emulator::engine
