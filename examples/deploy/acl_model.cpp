// SPDX-License-Identifier: Apache-2.0
#include "acl_model.h"

#include <memory>

namespace {

// The one buffer of a run's inputs or outputs, with the tensor's shape where it is given.
class Dataset {
 public:
  Dataset(void* data, std::size_t size) : buffer_(aclCreateDataBuffer(data, size)) {
    CheckAcl(aclmdlAddDatasetBuffer(dataset_, buffer_), "aclmdlAddDatasetBuffer");
  }
  ~Dataset() {
    aclmdlDestroyDataset(dataset_);
    aclDestroyDataBuffer(buffer_);
  }
  Dataset(const Dataset&) = delete;
  Dataset& operator=(const Dataset&) = delete;

  aclmdlDataset* Get() const { return dataset_; }
  aclDataBuffer* Buffer() const { return buffer_; }

  void Describe(const std::vector<std::int64_t>& dims) {
    const std::unique_ptr<aclTensorDesc, void (*)(aclTensorDesc*)> description(
        aclCreateTensorDesc(ACL_FLOAT, static_cast<int>(dims.size()), dims.data(), ACL_FORMAT_ND),
        [](aclTensorDesc* desc) { aclDestroyTensorDesc(desc); });
    CheckAcl(aclmdlSetDatasetTensorDesc(dataset_, description.get(), 0), "aclmdlSetDatasetTensorDesc");
  }
  // The tensor's shape after a run.
  std::vector<std::int64_t> Dims() const {
    const aclTensorDesc* description = aclmdlGetDatasetTensorDesc(dataset_, 0);
    std::vector<std::int64_t> dims(aclGetTensorDescNumDims(description));
    for (std::size_t i = 0; i < dims.size(); ++i) aclGetTensorDescDimV2(description, i, &dims[i]);
    return dims;
  }

 private:
  aclDataBuffer* buffer_;
  aclmdlDataset* dataset_ = aclmdlCreateDataset();
};

}  // namespace

AclModel::AclModel(const std::string& file) {
  CheckAcl(aclmdlLoadFromFile(file.c_str(), &id_), "aclmdlLoadFromFile");
}

AclModel::~AclModel() { aclmdlUnload(id_); }

Array AclModel::Run(const Array& input, const Stream* stream) const {
  const DeviceMemory memory(input.bytes);
  Dataset inputs(memory.Address(), memory.Size());
  inputs.Describe(input.dims);
  const Dataset outputs(nullptr, 0);  // ACL gives the output its memory: its size may follow from the input's
  if (stream == nullptr) {
    CheckAcl(aclmdlExecute(id_, inputs.Get(), outputs.Get()), "aclmdlExecute");
  } else {
    CheckAcl(aclmdlExecuteAsync(id_, inputs.Get(), outputs.Get(), stream->Get()), "aclmdlExecuteAsync");
    stream->Synchronize();
  }
  const DeviceMemory result(aclGetDataBufferAddr(outputs.Buffer()), aclGetDataBufferSizeV2(outputs.Buffer()));
  return {"<f4", outputs.Dims(), result.CopyToHost()};
}
