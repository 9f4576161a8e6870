// SPDX-License-Identifier: Apache-2.0
#include <acl/acl.h>

#include "shared.h"

int main() {
  aclInit(nullptr);
  aclrtSetDevice(0);
  RunMixed();
  aclrtSynchronizeStream(nullptr);
  RunKernels();
  return aclrtSynchronizeStream(nullptr) == ACL_SUCCESS ? 0 : 1;
}
