// SPDX-License-Identifier: Apache-2.0
// One call of one operator, as ACL's descriptions and buffers give it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ge/op_library.h"

struct aclTensorDesc;
struct aclDataBuffer;

namespace cann_emulator::aclop {

class SingleOp {
 public:
  struct Ports {
    int count = 0;
    const aclTensorDesc* const* descs = nullptr;
    const aclDataBuffer* const* buffers = nullptr;
  };

  // Copies everything it needs: the caller may destroy its objects as soon as the call returns. Inputs on the
  // host and constants are copied with their contents.
  static Status Make(const OpLibrary& library, const char* type, const Ports& inputs, const Ports& outputs,
                     Attributes attrs, SingleOp* op);

  const std::string& type() const { return op_.type; }

  // Computes on the calling thread; the buffers are the outputs' memory.
  Status Run(const OpLibrary& library);

  // The outputs' descriptions, after Run.
  const std::vector<ValueDesc>& results() const { return results_; }

 private:
  struct Output {
    void* data = nullptr;
    std::size_t size = 0;  // bytes
    ::ge::DataType dtype = ::ge::DT_UNDEFINED;
  };

  Status AddInputs(const Prototype& prototype, const Ports& inputs);
  Status AddInput(const std::string& port, const aclTensorDesc& desc, const aclDataBuffer& buffer);
  Status AddOutputs(const Prototype& prototype, const Ports& outputs);

  OpInstance op_;
  std::vector<Value> inputs_;
  std::vector<std::vector<std::byte>> host_copies_;
  std::vector<Output> outputs_;
  std::vector<ValueDesc> results_;
};

}  // namespace cann_emulator::aclop
