// SPDX-License-Identifier: Apache-2.0
// Running offline models.
#include "acl/acl_mdl.h"
#include "acl/error.h"
#include "acl/model_dataset.h"
#include "acl/model_loader.h"

using namespace cann_emulator;

namespace {

// The call that runs, for messages.
struct Call {
  const char* function;
  int Refuse(int code, const std::string& reason) const {
    return ReportError(code, std::string(function) + ": " + reason);
  }
};

// Memory must be the device's and as large as its buffer says: a wrong one would be read or written by the
// kernels.
int CheckMemory(const Call& call, const std::string& which, const aclDataBuffer& buffer) {
  const auto allocation = FindAllocation(buffer.data);
  if (!allocation || allocation->kind != Allocation::Kind::kDevice) {
    return call.Refuse(ACL_ERROR_INVALID_PARAM, "the buffer of " + which + " at " + Hex(buffer.data) +
                                                    " is no device memory; allocate it with aclrtMalloc");
  }
  const std::size_t offset =
      static_cast<std::size_t>(static_cast<const std::byte*>(buffer.data) - allocation->base);
  if (buffer.size > allocation->size - offset) {
    return call.Refuse(ACL_ERROR_INVALID_PARAM, "the buffer of " + which + " says it has " +
                                                    std::to_string(buffer.size) + " bytes, its memory has " +
                                                    std::to_string(allocation->size - offset));
  }
  return ACL_SUCCESS;
}

int ReadInput(const Call& call, const ModelTensor& expected, const aclmdlDataset::Entry& entry, size_t index,
              ModelBuffer* input) {
  const std::string which = "input " + std::to_string(index) + " (\"" + expected.name + "\")";
  *input = {entry.buffer->data, entry.buffer->size, entry.desc ? entry.desc->dims : expected.dims};
  if (entry.desc && entry.desc->type != expected.type) {
    return call.Refuse(ACL_ERROR_MODEL_INPUT_NOT_MATCH,
                       which + " has dtype " + std::to_string(entry.desc->type) + ", the model needs " +
                           std::to_string(expected.type));
  }
  std::size_t size = aclDataTypeSize(expected.type);
  bool fits = input->dims.size() == expected.dims.size();
  for (size_t i = 0; i < input->dims.size() && fits; ++i) {
    const std::int64_t dim = input->dims[i];
    if (dim < 0) {
      return call.Refuse(
          ACL_ERROR_MODEL_INPUT_NOT_MATCH,
          which + " has no fixed shape: set it with aclmdlSetDatasetTensorDesc before each run");
    }
    fits = (expected.dims[i] < 0 || expected.dims[i] == dim) &&
           !__builtin_mul_overflow(size, static_cast<std::size_t>(dim), &size);
  }
  if (!fits || input->size < size) {
    return call.Refuse(ACL_ERROR_MODEL_INPUT_NOT_MATCH,
                       which + (fits ? " holds " + std::to_string(input->size) + " bytes, its shape needs " +
                                           std::to_string(size)
                                     : " has another shape than the model's"));
  }
  return size == 0 ? ACL_SUCCESS : CheckMemory(call, which, *entry.buffer);
}

int CheckOutput(const Call& call, const ModelTensor& expected, const aclmdlDataset::Entry& entry,
                size_t index) {
  if (entry.buffer->data == nullptr) return ACL_SUCCESS;
  const std::string which = "output " + std::to_string(index) + " (\"" + expected.name + "\")";
  if (entry.buffer->size < expected.size) {
    return call.Refuse(ACL_ERROR_MODEL_OUTPUT_NOT_MATCH,
                       which + " has a buffer of " + std::to_string(entry.buffer->size) +
                           " bytes and needs " + std::to_string(expected.size));
  }
  return CheckMemory(call, which, *entry.buffer);
}

int CheckCount(const Call& call, const aclmdlDataset* dataset, size_t expected, const char* what, int code) {
  if (dataset == nullptr) return ReportNull(call.function, what);
  if (dataset->entries.size() == expected) return ACL_SUCCESS;
  return call.Refuse(code, std::string(what) + " has " + std::to_string(dataset->entries.size()) +
                               " buffers, the model needs " + std::to_string(expected));
}

int Run(const Call& call, uint32_t id, const aclmdlDataset* input, aclmdlDataset* output,
        aclrtStream stream) {
  const auto model = FindModel(call.function, id);
  if (model == nullptr) return ACL_ERROR_INVALID_MODEL_ID;
  const ModelInfo& info = model->Info();
  if (int code = CheckCount(call, input, info.inputs.size(), "input", ACL_ERROR_MODEL_INPUT_NOT_MATCH))
    return code;
  if (int code = CheckCount(call, output, info.outputs.size(), "output", ACL_ERROR_MODEL_OUTPUT_NOT_MATCH)) {
    return code;
  }
  std::vector<ModelBuffer> inputs(info.inputs.size());
  std::vector<ModelBuffer> outputs;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (int code = ReadInput(call, info.inputs[i], input->entries[i], i, &inputs[i])) return code;
  }
  for (size_t i = 0; i < info.outputs.size(); ++i) {
    if (int code = CheckOutput(call, info.outputs[i], output->entries[i], i)) return code;
    outputs.push_back({output->entries[i].buffer->data, output->entries[i].buffer->size, {}});
  }
  const Status status = model->Run(stream, inputs, &outputs);
  if (!status.ok()) return call.Refuse(status.code, status.message);
  for (size_t i = 0; i < outputs.size(); ++i) {
    aclmdlDataset::Entry& entry = output->entries[i];
    *entry.buffer = {outputs[i].data, outputs[i].size};
    entry.desc = aclTensorDesc();
    entry.desc->type = info.outputs[i].type;
    entry.desc->format = entry.desc->storage_format = ACL_FORMAT_ND;
    entry.desc->dims = entry.desc->storage_dims = outputs[i].dims;
    entry.desc->name = info.outputs[i].name;
  }
  return ACL_SUCCESS;
}

}  // namespace

aclError aclmdlExecuteAsync(uint32_t id, const aclmdlDataset* input, aclmdlDataset* output,
                            aclrtStream stream) {
  return Run({"aclmdlExecuteAsync"}, id, input, output, stream);
}

aclError aclmdlExecute(uint32_t id, const aclmdlDataset* input, aclmdlDataset* output) {
  if (int code = Run({"aclmdlExecute"}, id, input, output, nullptr)) return code;
  return SynchronizeStream(nullptr);
}
