// SPDX-License-Identifier: Apache-2.0
// The kernel's host functions for tests through ctypes: tiling without a launch, and a launch on raw
// addresses.
#include <cstring>

#include "add_custom.h"
#include "elementwise_tiling.h"

extern "C" {

void elementwise_tiling(std::uint32_t element_bytes, std::uint32_t ub_bytes_per_element, std::uint64_t count,
                        std::uint32_t vector_cores, std::uint64_t ub_bytes,
                        ascendc_ops::ElementwiseTiling* tiling) {
  *tiling = ascendc_ops::MakeElementwiseTiling({element_bytes, ub_bytes_per_element}, count, vector_cores,
                                               ub_bytes);
}

// Writes why nothing was launched into `problem` (256 bytes); an empty text means that it was.
void add_custom_launch(int dtype, const void* x, const void* y, void* z, std::uint64_t count, void* stream,
                       char* problem) {
  const std::string text =
      ascendc_ops::LaunchAddCustom(static_cast<ascendc_ops::DataType>(dtype), x, y, z, count, stream);
  std::strncpy(problem, text.c_str(), 255);
}

}  // extern "C"
