// SPDX-License-Identifier: Apache-2.0
#include "stubs/tdt_dataset.h"

#include <algorithm>

#include "acl/runtime.h"

using cann_emulator::ReportError;

namespace {

int ReportNull(const char* function, const char* argument) {
  return ReportError(ACL_ERROR_INVALID_PARAM,
                     std::string(function) + ": argument '" + argument + "' must not be null");
}

}  // namespace

namespace cann_emulator {

void ClearDataset(acltdtDataset* dataset) {
  if (dataset->owns_items) {
    for (acltdtDataItem* item : dataset->items) delete item;
  }
  dataset->items.clear();
}

}  // namespace cann_emulator

acltdtDataItem* acltdtCreateDataItem(acltdtTensorType type, const int64_t* dims, size_t dim_count,
                                     aclDataType data_type, void* data, size_t size) {
  if ((dim_count != 0 && dims == nullptr) || (size != 0 && data == nullptr)) {
    ReportNull("acltdtCreateDataItem", size != 0 && data == nullptr ? "data" : "dims");
    return nullptr;
  }
  auto* item = new acltdtDataItem;
  item->type = type;
  item->data_type = data_type;
  item->dims.assign(dims, dims + dim_count);
  item->data = data;
  item->size = size;
  return item;
}

aclError acltdtDestroyDataItem(acltdtDataItem* item) {
  if (item == nullptr) return ReportNull("acltdtDestroyDataItem", "item");
  delete item;
  return ACL_SUCCESS;
}

acltdtTensorType acltdtGetTensorTypeFromItem(const acltdtDataItem* item) {
  return item == nullptr ? ACL_TENSOR_DATA_UNDEFINED : item->type;
}

aclDataType acltdtGetDataTypeFromItem(const acltdtDataItem* item) {
  return item == nullptr ? ACL_DT_UNDEFINED : item->data_type;
}

void* acltdtGetDataAddrFromItem(const acltdtDataItem* item) { return item == nullptr ? nullptr : item->data; }

size_t acltdtGetDataSizeFromItem(const acltdtDataItem* item) { return item == nullptr ? 0 : item->size; }

size_t acltdtGetDimNumFromItem(const acltdtDataItem* item) { return item == nullptr ? 0 : item->dims.size(); }

aclError acltdtGetDimsFromItem(const acltdtDataItem* item, int64_t* dims, size_t dim_count) {
  if (item == nullptr) return ReportNull("acltdtGetDimsFromItem", "item");
  if (dims == nullptr && !item->dims.empty()) return ReportNull("acltdtGetDimsFromItem", "dims");
  if (dim_count < item->dims.size()) {
    return ReportError(ACL_ERROR_INVALID_PARAM,
                       "acltdtGetDimsFromItem: room for " + std::to_string(dim_count) +
                           " dimensions, the tensor has " + std::to_string(item->dims.size()));
  }
  std::copy(item->dims.begin(), item->dims.end(), dims);
  return ACL_SUCCESS;
}

acltdtDataset* acltdtCreateDataset(void) { return new acltdtDataset; }

aclError acltdtDestroyDataset(acltdtDataset* dataset) {
  if (dataset == nullptr) return ReportNull("acltdtDestroyDataset", "dataset");
  cann_emulator::ClearDataset(dataset);
  delete dataset;
  return ACL_SUCCESS;
}

aclError acltdtAddDataItem(acltdtDataset* dataset, acltdtDataItem* item) {
  if (dataset == nullptr) return ReportNull("acltdtAddDataItem", "dataset");
  if (item == nullptr) return ReportNull("acltdtAddDataItem", "item");
  if (dataset->owns_items) {
    return ReportError(ACL_ERROR_INVALID_PARAM,
                       "acltdtAddDataItem: the dataset holds what was received; create another one");
  }
  dataset->items.push_back(item);
  return ACL_SUCCESS;
}

acltdtDataItem* acltdtGetDataItem(const acltdtDataset* dataset, size_t index) {
  return dataset == nullptr || index >= dataset->items.size() ? nullptr : dataset->items[index];
}

size_t acltdtGetDatasetSize(const acltdtDataset* dataset) {
  return dataset == nullptr ? 0 : dataset->items.size();
}

const char* acltdtGetDatasetName(const acltdtDataset* dataset) {
  return dataset == nullptr ? "" : dataset->name.c_str();
}
