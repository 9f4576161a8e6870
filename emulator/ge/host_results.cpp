// SPDX-License-Identifier: Apache-2.0
#include "ge/host_results.h"

#include <new>

#include "acl/acl.h"
#include "ge/copies.h"
#include "ge/error.h"

namespace cann_emulator::engine {
namespace {

Status Allocate(const ::ge::Tensor& result, ::ge::Tensor* output) {
  output->SetTensorDesc(result.GetTensorDesc());
  output->SetPlacement(::ge::kPlacementHost);
  auto* memory = new (std::nothrow) std::uint8_t[result.GetSize() + 1];
  if (memory == nullptr) {
    return Error("out of host memory for a result of " + std::to_string(result.GetSize()) + " bytes");
  }
  output->SetData(memory, result.GetSize(), [](std::uint8_t* data) { delete[] data; });
  return {};
}

}  // namespace

Status CopyToHost(const std::vector<::ge::Tensor>& results, std::vector<::ge::Tensor>* outputs) {
  const bool make = outputs->empty();
  if (make) {
    outputs->resize(results.size());
  }
  if (outputs->size() != results.size()) {
    return Error("the graph has " + std::to_string(results.size()) + " outputs, " +
                 std::to_string(outputs->size()) + " are given");
  }
  std::vector<MemoryCopy> copies;
  for (std::size_t i = 0; i < results.size(); ++i) {
    ::ge::Tensor& output = (*outputs)[i];
    if (make || output.GetData() == nullptr) {
      Status status = Allocate(results[i], &output);
      if (!status.ok()) {
        return status;
      }
    } else if (output.GetSize() < results[i].GetSize()) {
      return Error("output " + std::to_string(i) + " of the graph needs " +
                   std::to_string(results[i].GetSize()) + " bytes, " + std::to_string(output.GetSize()) +
                   " are given");
    }
    copies.push_back({output.GetData(), results[i].GetData(), results[i].GetSize()});
  }
  Status status = EnqueueCopies(nullptr, std::move(copies));
  if (!status.ok()) {
    return status;
  }
  const int code = SynchronizeStream(nullptr);
  if (code != ACL_SUCCESS) {
    const char* message = aclGetRecentErrMsg();
    return {code, message == nullptr ? "the graph's stream failed" : message};
  }
  return {};
}

}  // namespace cann_emulator::engine
