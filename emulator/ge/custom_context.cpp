// SPDX-License-Identifier: Apache-2.0
// The contexts' functions that custom operators call, for the call that a context belongs to.
#include "ge/custom_call.h"

namespace gert {
namespace {

using cann_emulator::engine::ArgsMemory;

cann_emulator::engine::CustomCall* CallOf(const ExtendedKernelContext* context) {
  return context->GetInputValue<cann_emulator::engine::CustomCall*>(context->GetComputeNodeInputNum());
}

}  // namespace

rtStream EagerOpExecutionContext::GetStream() const { return CallOf(this)->Stream(); }

Tensor* EagerOpExecutionContext::MallocOutputTensor(std::size_t index, const StorageShape& shape,
                                                    const StorageFormat& format, ge::DataType dtype) {
  return CallOf(this)->MallocOutput(index, shape, format, dtype);
}

Tensor* EagerOpExecutionContext::MakeOutputRefInput(std::size_t output_index, std::size_t input_index) const {
  return CallOf(this)->RefOutput(output_index, input_index);
}

void* EagerOpExecutionContext::MallocWorkSpace(std::size_t size) {
  return CallOf(this)->MallocWorkspace(size);
}

const KernelArgs* EagerOpExecutionContext::MallocReadOnlyDevArgs(void* host_args, std::size_t size) const {
  return CallOf(this)->MallocArgs(host_args, size);
}

const KernelArgs* UpdateArgsContext::GetKernelArgs(Placement placement, std::size_t index) const {
  return CallOf(this)->FindArgs(placement, index);
}

ge::graphStatus AnnotatedArgsContext::AnnotateInput(std::size_t args, std::size_t slot, std::size_t input) {
  return CallOf(this)->DeclareSlot(args, slot, ArgsMemory::Kind::kInput, input);
}

ge::graphStatus AnnotatedArgsContext::AnnotateOutput(std::size_t args, std::size_t slot, std::size_t output) {
  return CallOf(this)->DeclareSlot(args, slot, ArgsMemory::Kind::kOutput, output);
}

ge::graphStatus AnnotatedArgsContext::AnnotateWorkspace(std::size_t args, std::size_t slot,
                                                        std::size_t workspace) {
  return CallOf(this)->DeclareSlot(args, slot, ArgsMemory::Kind::kWorkspace, workspace);
}

}  // namespace gert
