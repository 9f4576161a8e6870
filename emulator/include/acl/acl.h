// SPDX-License-Identifier: Apache-2.0
// The whole of the ACL interface that the emulator offers, except profiling, TDT and the operator compiler.
#ifndef INC_EXTERNAL_ACL_ACL_H_
#define INC_EXTERNAL_ACL_ACL_H_

#include "acl_mdl.h"
#include "acl_op.h"
#include "acl_rt.h"

#define ACL_MAJOR_VERSION 1
#define ACL_MINOR_VERSION 17
#define ACL_PATCH_VERSION 0

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// `config_path` may be null; a file that is named must be readable. Its content is not used.
aclError aclInit(const char* config_path);
aclError aclFinalize(void);

// The text of the calling thread's last error, or null; a second call returns null until the next error.
// The pointer is valid until the thread's next ACL call.
const char* aclGetRecentErrMsg(void);

aclError aclrtGetVersion(int32_t* major, int32_t* minor, int32_t* patch);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif  // INC_EXTERNAL_ACL_ACL_H_
