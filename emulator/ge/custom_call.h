// SPDX-License-Identifier: Apache-2.0
// One call of a custom operator's Execute: its context and what the context's functions need.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "acl/runtime.h"
#include "exe_graph/runtime/annotated_args_context.h"
#include "exe_graph/runtime/update_args_context.h"
#include "ge/declared_args.h"
#include "ge/device_memory.h"
#include "ge/node_context.h"

namespace cann_emulator::engine {

// Built once for a node and used for call after call; one call at a time.
class CustomCall {
 public:
  // `graph`: its name. `inputs` and `outputs`: what is known at compile time.
  CustomCall(const std::string& graph, const Node& node, const std::vector<ValueInfo>& inputs,
             const std::vector<ValueInfo>& outputs);
  CustomCall(const CustomCall&) = delete;
  CustomCall& operator=(const CustomCall&) = delete;

  // Where an output is to be made. With an address it is planned memory of `size` bytes; else memory is
  // allocated.
  struct Output {
    void* address = nullptr;
    std::size_t size = 0;
    std::shared_ptr<DeviceBuffer> buffer;  // after the call: the memory that was allocated
    std::size_t input = kNoInput;          // after the call: the input whose memory the output is
    bool made = false;                     // after the call
  };
  static constexpr std::size_t kNoInput = static_cast<std::size_t>(-1);

  // Sets shape, dtype and memory (device) of an input.
  Status SetInput(std::size_t index, const ValueInfo& info, void* address, std::size_t size);
  void SetInputAddress(std::size_t index, void* address);
  // Sets what inference says of an output; MallocOutputTensor must agree where it is known.
  Status SetOutput(std::size_t index, const ValueInfo& info);
  void SetOutputMemory(std::size_t index, void* address, std::size_t size);

  // Calls Execute, which puts its work on `stream`. Workspaces come from `allocator`.
  Status Run(void* stream, const std::shared_ptr<::ge::Allocator>& allocator);

  // Calls Execute once more after a Run, with the same tensors. It gets the same workspaces and arguments
  // again; asking for others is an error.
  Status Repeat(void* stream, const std::shared_ptr<::ge::Allocator>& allocator);

  // After a Run whose arguments are kept. Of an AnnotatedArgsOp, the first asks which of them are addresses,
  // once, and the second writes the addresses set; of an ArgsUpdater the second calls UpdateHostArgs.
  Status DeclareArgs();
  Status UpdateArgs();

  // What MallocReadOnlyDevArgs placed.
  struct Args {
    std::string host;  // the host's copy
    std::shared_ptr<DeviceBuffer> device;
    ::gert::KernelArgs host_args, device_args;
  };
  // With `keep`, who runs the launches copies the arguments to the device before them, not the launches.
  void KeepArgs(bool keep) { keeps_args_ = keep; }
  std::deque<Args>& PlacedArgs() { return args_; }

  // After Run: the memory and the description of an output as Execute made it.
  const Output& GetOutput(std::size_t index) const { return outputs_[index]; }
  void* OutputAddress(std::size_t index) const { return output_tensors_[index].GetTensorData().GetAddr(); }
  ValueInfo OutputInfo(std::size_t index) const;
  // After Run: lets go of allocated outputs, workspaces and arguments. Where the work is on a stream, later
  // users of the memory come after it.
  void Release();

  // The functions of gert::EagerOpExecutionContext.
  void* Stream() const { return stream_; }
  ::gert::Tensor* MallocOutput(std::size_t index, const ::gert::StorageShape& shape,
                               const ::gert::StorageFormat& format, ::ge::DataType dtype);
  ::gert::Tensor* RefOutput(std::size_t index, std::size_t input);
  void* MallocWorkspace(std::size_t size);
  const ::gert::KernelArgs* MallocArgs(const void* host_args, std::size_t size);
  // Of gert::UpdateArgsContext.
  const ::gert::KernelArgs* FindArgs(::gert::Placement placement, std::size_t index);
  // Of gert::AnnotatedArgsContext.
  ::ge::graphStatus DeclareSlot(std::size_t args, std::size_t slot, ArgsMemory::Kind kind, std::size_t index);

 private:
  ::gert::Tensor* Refuse(std::size_t index, const std::string& reason);
  Status CheckMade() const;
  Status CallExecute(void* stream, const std::shared_ptr<::ge::Allocator>& allocator);
  Status CallForArgs(const char* function, const std::function<::ge::graphStatus()>& call);
  std::vector<ArgsMemory> Memory() const;
  std::shared_ptr<DeviceBuffer> Allocate(const char* function, std::size_t size);
  void* RepeatedWorkspace(std::size_t size);
  const ::gert::KernelArgs* RepeatedArgs(const std::string& bytes);
  void CopyArgs(void* address, const std::string& bytes);

  const Node& node_;
  std::shared_ptr<const ExecutingNode> executing_;
  NodeInfo info_;
  ContextMemory context_;
  std::vector<::gert::Tensor> input_tensors_;
  std::vector<::gert::Tensor> output_tensors_;
  std::vector<ValueInfo> inferred_;
  std::vector<Output> outputs_;
  std::vector<std::shared_ptr<DeviceBuffer>> workspaces_;
  std::deque<Args> args_;  // the operator keeps pointers into it
  DeclaredArgs declared_;
  bool keeps_args_ = false;
  bool repeats_ = false;  // Execute is called once more: what it asks for is there
  std::size_t repeated_workspaces_ = 0;
  std::size_t repeated_args_ = 0;
  std::shared_ptr<::ge::Allocator> allocator_;
  void* stream_ = nullptr;
  std::string error_;
};

}  // namespace cann_emulator::engine
