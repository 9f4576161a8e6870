// SPDX-License-Identifier: Apache-2.0
// What host launchers need to know of the SoC the process runs on.
#pragma once

#include <cstdint>

namespace ascendc_ops {

struct Soc {
  std::uint32_t vector_cores = 0;
  std::uint64_t ub_bytes = 0;  // of one vector core, as far as a kernel may use it
  std::uint64_t l2_bytes = 0;
};

// Asked of the platform once per process. Zeros when the platform does not answer.
const Soc& CurrentSoc();

}  // namespace ascendc_ops
