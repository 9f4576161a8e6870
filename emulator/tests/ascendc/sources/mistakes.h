// SPDX-License-Identifier: Apache-2.0
// One mistake a kernel. The comment before it is what its check must report: 0x# stands for any address,
// FILE:LINE for any place.
#pragma once

#include "harness.h"
#include "kernel_operator.h"

template <typename T = float>
AscendC::GlobalTensor<T> Global(const std::uint8_t* memory, std::uint64_t count) {
  AscendC::GlobalTensor<T> tensor;
  tensor.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(const_cast<std::uint8_t*>(memory)), count);
  return tensor;
}

// MISTAKE(name) { body of a kernel that gets the request as `r` }
#define MISTAKE(name)                                                                   \
  __global__ __vector__ void name(Request r);                                           \
  const Register k_##name(#name, [](const Request& r) { name<<<1, 0, nullptr>>>(r); }); \
  __global__ __vector__ void name([[maybe_unused]] Request r)
