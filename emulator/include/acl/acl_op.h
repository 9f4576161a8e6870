// SPDX-License-Identifier: Apache-2.0
// Attributes of a single operator (libacl_op_compiler.so).
#ifndef INC_EXTERNAL_ACL_ACL_OP_H_
#define INC_EXTERNAL_ACL_ACL_OP_H_

#include "acl_base.h"
#include "acl_rt.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct aclopAttr aclopAttr;

typedef enum aclEngineType {
  ACL_ENGINE_SYS = 0,
  ACL_ENGINE_AICORE = 1,
  ACL_ENGINE_VECTOR = 2
} aclopEngineType;

aclopAttr* aclopCreateAttr(void);
void aclopDestroyAttr(const aclopAttr* attr);
aclError aclopSetAttrBool(aclopAttr* attr, const char* name, uint8_t value);
aclError aclopSetAttrInt(aclopAttr* attr, const char* name, int64_t value);
aclError aclopSetAttrFloat(aclopAttr* attr, const char* name, float value);
aclError aclopSetAttrString(aclopAttr* attr, const char* name, const char* value);
aclError aclopSetAttrDataType(aclopAttr* attr, const char* name, aclDataType value);
aclError aclopSetAttrListBool(aclopAttr* attr, const char* name, int count, const uint8_t* values);
aclError aclopSetAttrListInt(aclopAttr* attr, const char* name, int count, const int64_t* values);
aclError aclopSetAttrListFloat(aclopAttr* attr, const char* name, int count, const float* values);
aclError aclopSetAttrListString(aclopAttr* attr, const char* name, int count, const char** values);
aclError aclopSetAttrListDataType(aclopAttr* attr, const char* name, int count, const aclDataType values[]);
aclError aclopSetAttrListListInt(aclopAttr* attr, const char* name, int count, const int* counts,
                                 const int64_t* const values[]);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif  // INC_EXTERNAL_ACL_ACL_OP_H_
