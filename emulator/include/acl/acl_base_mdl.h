// SPDX-License-Identifier: Apache-2.0
// Descriptions of tensors and of the memory that holds them.
#ifndef INC_EXTERNAL_ACL_ACL_BASE_MODEL_H_
#define INC_EXTERNAL_ACL_ACL_BASE_MODEL_H_

#include <stddef.h>
#include <stdint.h>

#include "acl_base_rt.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct aclTensorDesc aclTensorDesc;
typedef struct aclDataBuffer aclDataBuffer;
typedef struct aclopHandle aclopHandle;

static const size_t ACL_UNKNOWN_RANK = (size_t)-2;
static const int ACL_TENSOR_SHAPE_RANGE_NUM = 2;
static const int ACL_TENSOR_VALUE_RANGE_NUM = 2;

// A data buffer refers to memory that the caller keeps; `size` is in bytes.
aclDataBuffer* aclCreateDataBuffer(void* data, size_t size);
aclError aclDestroyDataBuffer(const aclDataBuffer* buffer);
aclError aclUpdateDataBuffer(aclDataBuffer* buffer, void* data, size_t size);
void* aclGetDataBufferAddr(const aclDataBuffer* buffer);
uint32_t aclGetDataBufferSize(const aclDataBuffer* buffer);  // 0 when the size exceeds 32 bits: use V2
size_t aclGetDataBufferSizeV2(const aclDataBuffer* buffer);

// Bytes of one element; 0 for types without a whole number of bytes and for ACL_STRING.
size_t aclDataTypeSize(aclDataType type);

// Null with a reported error when a dimension count or pointer is impossible. Dimensions of -1 are unknown.
aclTensorDesc* aclCreateTensorDesc(aclDataType type, int dim_count, const int64_t* dims, aclFormat format);
void aclDestroyTensorDesc(const aclTensorDesc* desc);
aclError aclSetTensorShape(aclTensorDesc* desc, int dim_count, const int64_t* dims);
aclError aclSetTensorFormat(aclTensorDesc* desc, aclFormat format);
aclError aclSetTensorOriginShape(aclTensorDesc* desc, int dim_count, const int64_t* dims);
aclError aclSetTensorOriginFormat(aclTensorDesc* desc, aclFormat format);
aclError aclSetTensorShapeRange(aclTensorDesc* desc, size_t dim_count,
                                int64_t range[][ACL_TENSOR_SHAPE_RANGE_NUM]);
aclError aclSetTensorPlaceMent(aclTensorDesc* desc, aclMemType placement);
aclError aclSetTensorConst(aclTensorDesc* desc, void* data, size_t size);
aclError aclSetTensorDynamicInput(aclTensorDesc* desc, const char* name);
void aclSetTensorDescName(aclTensorDesc* desc, const char* name);

aclDataType aclGetTensorDescType(const aclTensorDesc* desc);
aclFormat aclGetTensorDescFormat(const aclTensorDesc* desc);
size_t aclGetTensorDescNumDims(const aclTensorDesc* desc);
int64_t aclGetTensorDescDim(const aclTensorDesc* desc, size_t index);
aclError aclGetTensorDescDimV2(const aclTensorDesc* desc, size_t index, int64_t* dim);
const char* aclGetTensorDescName(aclTensorDesc* desc);
size_t aclGetTensorDescSize(const aclTensorDesc* desc);          // bytes; 0 when a dimension is unknown
size_t aclGetTensorDescElementCount(const aclTensorDesc* desc);  // 0 when a dimension is unknown

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif  // INC_EXTERNAL_ACL_ACL_BASE_MODEL_H_
