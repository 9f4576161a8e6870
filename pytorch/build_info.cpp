// SPDX-License-Identifier: Apache-2.0
// What the library was built against, readable from the file without loading it: a library built for another
// torch cannot be loaded to be asked.
#include "build_info.h"

extern "C" __attribute__((visibility("default"), used)) const char ascendc_ops_build_info[] =
    "ascendc_ops build info: {\"torch\": \"" ASCENDC_OPS_TORCH_VERSION
    "\", \"torch_npu\": \"" ASCENDC_OPS_TORCH_NPU_VERSION "\", \"cxx11_abi\": \"" ASCENDC_OPS_CXX11_ABI
    "\", \"architecture\": \"" ASCENDC_OPS_ARCHITECTURE "\"}";
