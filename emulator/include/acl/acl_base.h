// SPDX-License-Identifier: Apache-2.0
#ifndef INC_EXTERNAL_ACL_ACL_BASE_H_
#define INC_EXTERNAL_ACL_ACL_BASE_H_

#include "acl_base_mdl.h"
#include "acl_base_rt.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// Writes a printf-style message to stderr when `level` is at least the one that CANN_EMULATOR_LOG names
// (debug, info, warning, error; default off: errors reach the program as codes and aclGetRecentErrMsg()).
void aclAppLog(aclLogLevel level, const char* function, const char* file, uint32_t line, const char* format,
               ...) __attribute__((format(printf, 5, 6)));

aclFloat16 aclFloatToFloat16(float value);
float aclFloat16ToFloat(aclFloat16 value);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#define ACL_APP_LOG(level, format, ...) \
  aclAppLog(level, __FUNCTION__, __FILE__, __LINE__, format, ##__VA_ARGS__)

#endif  // INC_EXTERNAL_ACL_ACL_BASE_H_
