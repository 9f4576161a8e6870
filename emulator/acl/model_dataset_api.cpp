// SPDX-License-Identifier: Apache-2.0
// The inputs or the outputs of a model's run.
#include "acl/acl_mdl.h"
#include "acl/error.h"
#include "acl/model_dataset.h"

using namespace cann_emulator;

aclmdlDataset* aclmdlCreateDataset(void) { return new aclmdlDataset(); }

aclError aclmdlDestroyDataset(const aclmdlDataset* dataset) {
  if (dataset == nullptr) return ReportNull("aclmdlDestroyDataset", "dataset");
  delete dataset;
  return ACL_SUCCESS;
}

aclError aclmdlAddDatasetBuffer(aclmdlDataset* dataset, aclDataBuffer* buffer) {
  if (dataset == nullptr) return ReportNull("aclmdlAddDatasetBuffer", "dataset");
  if (buffer == nullptr) return ReportNull("aclmdlAddDatasetBuffer", "dataBuffer");
  dataset->entries.push_back({buffer, std::nullopt});
  return ACL_SUCCESS;
}

size_t aclmdlGetDatasetNumBuffers(const aclmdlDataset* dataset) {
  return dataset == nullptr ? 0 : dataset->entries.size();
}

aclDataBuffer* aclmdlGetDatasetBuffer(const aclmdlDataset* dataset, size_t index) {
  return index < aclmdlGetDatasetNumBuffers(dataset) ? dataset->entries[index].buffer : nullptr;
}

aclError aclmdlSetDatasetTensorDesc(aclmdlDataset* dataset, aclTensorDesc* desc, size_t index) {
  if (dataset == nullptr) return ReportNull("aclmdlSetDatasetTensorDesc", "dataset");
  if (index >= dataset->entries.size()) {
    return ReportError(ACL_ERROR_INVALID_PARAM, "aclmdlSetDatasetTensorDesc: index " + std::to_string(index) +
                                                    ", the dataset has " +
                                                    std::to_string(dataset->entries.size()) + " buffers");
  }
  auto& own = dataset->entries[index].desc;
  own = desc == nullptr ? std::nullopt : std::optional<aclTensorDesc>(*desc);
  return ACL_SUCCESS;
}

aclTensorDesc* aclmdlGetDatasetTensorDesc(const aclmdlDataset* dataset, size_t index) {
  if (index >= aclmdlGetDatasetNumBuffers(dataset)) return nullptr;
  const auto& own = dataset->entries[index].desc;
  return own.has_value() ? const_cast<aclTensorDesc*>(&*own) : nullptr;
}
