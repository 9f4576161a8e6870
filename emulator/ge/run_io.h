// SPDX-License-Identifier: Apache-2.0
// The ends of a run: inputs and outputs as the caller gives them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ge/executor.h"

namespace cann_emulator::engine {

// The inputs' memory on the device. Host inputs are copied: the caller may change them when Run has returned.
class RunInputs {
 public:
  Status Prepare(const CompiledGraph& graph, const RunRequest& request);

  void* Address(std::size_t index) const { return addresses_[index]; }
  std::size_t Size(std::size_t index) const { return (*tensors_)[index].GetSize(); }
  // The value of a host input; null for a device input.
  const void* HostData(std::size_t index) const {
    return copies_[index] == nullptr ? nullptr : copies_[index]->data();
  }

 private:
  Status CopyToDevice(const RunRequest& request, std::size_t index);

  const std::vector<::ge::Tensor>* tensors_ = nullptr;
  std::vector<void*> addresses_;
  std::vector<std::shared_ptr<const std::string>> copies_;
  std::vector<std::shared_ptr<DeviceBuffer>> buffers_;
};

// Gives `tensor` description and memory of a result; the tensor's last user gives the memory back.
void SetResult(const ValueInfo& info, std::shared_ptr<DeviceBuffer> buffer, std::size_t size,
               ::ge::Tensor* tensor);
void SetDescription(const ValueInfo& info, ::ge::Tensor* tensor);

// Loads the constants to `base`.
void LoadConstants(const std::shared_ptr<const CompiledGraph>& graph, void* stream, void* base);

Status Launched(int code, const std::string& what);

}  // namespace cann_emulator::engine
