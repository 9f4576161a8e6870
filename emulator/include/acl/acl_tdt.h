// SPDX-License-Identifier: Apache-2.0
// Channels that carry tensors between host and device (libacl_tdt_channel.so).
#ifndef INC_EXTERNAL_ACL_ACL_TDT_H_
#define INC_EXTERNAL_ACL_ACL_TDT_H_

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef enum acltdtTensorType {
  ACL_TENSOR_DATA_UNDEFINED = -1,
  ACL_TENSOR_DATA_TENSOR = 0,
  ACL_TENSOR_DATA_END_OF_SEQUENCE = 1,
  ACL_TENSOR_DATA_ABNORMAL = 2,
  ACL_TENSOR_DATA_SLICE_TENSOR = 3,
  ACL_TENSOR_DATA_END_TENSOR = 4,
} acltdtTensorType;

typedef struct acltdtDataItem acltdtDataItem;
typedef struct acltdtDataset acltdtDataset;
typedef struct acltdtChannelHandle acltdtChannelHandle;

// A channel is known by device and name. Two handles with the same device and name are the two ends of one
// channel; `capacity` tensors wait in it at most.
acltdtChannelHandle* acltdtCreateChannel(uint32_t device, const char* name);
acltdtChannelHandle* acltdtCreateChannelWithCapacity(uint32_t device, const char* name, size_t capacity);
aclError acltdtDestroyChannel(acltdtChannelHandle* handle);
// Time-outs are in milliseconds, -1 waits for ever; ACL_ERROR_RT_QUEUE_EMPTY or _FULL when they pass.
aclError acltdtSendTensor(const acltdtChannelHandle* handle, const acltdtDataset* dataset, int32_t timeout);
aclError acltdtReceiveTensor(const acltdtChannelHandle* handle, acltdtDataset* dataset, int32_t timeout);

// An item refers to memory that the caller keeps; items that were received own theirs.
acltdtDataItem* acltdtCreateDataItem(acltdtTensorType type, const int64_t* dims, size_t dim_count,
                                     aclDataType data_type, void* data, size_t size);
aclError acltdtDestroyDataItem(acltdtDataItem* item);
acltdtTensorType acltdtGetTensorTypeFromItem(const acltdtDataItem* item);
aclDataType acltdtGetDataTypeFromItem(const acltdtDataItem* item);
void* acltdtGetDataAddrFromItem(const acltdtDataItem* item);
size_t acltdtGetDataSizeFromItem(const acltdtDataItem* item);  // bytes
size_t acltdtGetDimNumFromItem(const acltdtDataItem* item);
aclError acltdtGetDimsFromItem(const acltdtDataItem* item, int64_t* dims, size_t dim_count);

acltdtDataset* acltdtCreateDataset(void);
aclError acltdtDestroyDataset(acltdtDataset* dataset);
aclError acltdtAddDataItem(acltdtDataset* dataset, acltdtDataItem* item);
acltdtDataItem* acltdtGetDataItem(const acltdtDataset* dataset, size_t index);
size_t acltdtGetDatasetSize(const acltdtDataset* dataset);
const char* acltdtGetDatasetName(const acltdtDataset* dataset);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif  // INC_EXTERNAL_ACL_ACL_TDT_H_
