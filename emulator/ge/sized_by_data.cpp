// SPDX-License-Identifier: Apache-2.0
#include "ge/sized_by_data.h"

#include "acl/acl.h"
#include "acl/runtime.h"
#include "ge/data_type.h"
#include "ge/error.h"
#include "ge/run_io.h"

namespace cann_emulator::engine {

Status SizedByData::Compute(const Node& node, const std::vector<Value>& inputs, Results* results) {
  std::string error;
  const OpLibrary* library = LoadOpLibrary(&error);
  if (library == nullptr) {
    return Error(node.Describe() + ": " + error);
  }
  results->outputs.resize(node.output_count);
  Status status =
      library->Run(node.instance, inputs, [results](std::size_t index, const ValueDesc& desc) -> void* {
        const auto size = TensorSize(desc.dtype, desc.dims);
        if (index >= results->outputs.size() || !size) {
          return nullptr;
        }
        results->outputs[index].desc = desc;
        results->outputs[index].bytes.resize(*size);
        return results->outputs[index].bytes.data();
      });
  if (!status.ok()) {
    status.message = node.Describe() + ": " + status.message;
  }
  return status;
}

Status SizedByData::Run(void* stream) {
  const std::string name = "GE built-in operator " + node_.name;
  Status status = Launched(EnqueueTask(stream, name,
                                       [&node = node_, inputs = inputs_, results = results_] {
                                         return Compute(node, inputs, results.get());
                                       }),
                           name);
  if (!status.ok()) {
    return status;
  }
  const int code = SynchronizeStream(stream);
  if (code != ACL_SUCCESS) {
    const char* message = aclGetRecentErrMsg();
    return {code, message == nullptr ? node_.Describe() + ": the stream failed" : message};
  }
  if (results_->outputs.size() != node_.output_count) {
    return Error(node_.Describe() + ": the stream has stopped before the operator ran");
  }
  return {};
}

}  // namespace cann_emulator::engine
