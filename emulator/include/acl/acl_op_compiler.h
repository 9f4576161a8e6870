// SPDX-License-Identifier: Apache-2.0
// Running one operator by its GE type (libacl_op_compiler.so).
#ifndef INC_EXTERNAL_ACL_ACL_OP_COMPILER_H_
#define INC_EXTERNAL_ACL_ACL_OP_COMPILER_H_

#include "acl_base.h"
#include "acl_op.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef enum aclCompileType { ACL_COMPILE_SYS = 0, ACL_COMPILE_UNREGISTERED = 1 } aclopCompileType;

typedef enum aclCompileFlag { ACL_OP_COMPILE_DEFAULT = 0, ACL_OP_COMPILE_FUZZ = 1 } aclOpCompileFlag;

typedef struct aclGraphDumpOption aclGraphDumpOption;

typedef enum {
  ACL_PRECISION_MODE = 0,
  ACL_AICORE_NUM = 1,
  ACL_AUTO_TUNE_MODE = 2,
  ACL_OP_SELECT_IMPL_MODE = 3,
  ACL_OPTYPELIST_FOR_IMPLMODE = 4,
  ACL_OP_DEBUG_LEVEL = 5,
  ACL_DEBUG_DIR = 6,
  ACL_OP_COMPILER_CACHE_MODE = 7,
  ACL_OP_COMPILER_CACHE_DIR = 8,
  ACL_OP_PERFORMANCE_MODE = 9,
  ACL_OP_JIT_COMPILE = 10,
  ACL_OP_DETERMINISTIC = 11,
  ACL_CUSTOMIZE_DTYPES = 12,
  ACL_OP_PRECISION_MODE = 13,
  ACL_ALLOW_HF32 = 14,
  ACL_PRECISION_MODE_V2 = 15,
  ACL_OP_DEBUG_OPTION = 16,
} aclCompileOpt;

// Queues the operator on `stream`. Input and output memory must stay valid until the stream has run it.
aclError aclopCompileAndExecute(const char* op_type, int input_count,
                                const aclTensorDesc* const input_descs[], const aclDataBuffer* const inputs[],
                                int output_count, const aclTensorDesc* const output_descs[],
                                aclDataBuffer* const outputs[], const aclopAttr* attr, aclopEngineType engine,
                                aclopCompileType compile_type, const char* op_path, aclrtStream stream);

// The same for outputs whose size depends on data: waits, and writes the real shapes into the output descs.
aclError aclopCompileAndExecuteV2(const char* op_type, int input_count, aclTensorDesc* input_descs[],
                                  aclDataBuffer* inputs[], int output_count, aclTensorDesc* output_descs[],
                                  aclDataBuffer* outputs[], aclopAttr* attr, aclopEngineType engine,
                                  aclopCompileType compile_type, const char* op_path, aclrtStream stream);

// Options are text; `size` counts the terminating zero.
aclError aclSetCompileopt(aclCompileOpt option, const char* value);
size_t aclGetCompileoptSize(aclCompileOpt option);
aclError aclGetCompileopt(aclCompileOpt option, char* value, size_t size);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif  // INC_EXTERNAL_ACL_ACL_OP_COMPILER_H_
