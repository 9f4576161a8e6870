// SPDX-License-Identifier: Apache-2.0
// The memory behind every context: values of inputs and outputs, by pointer or in place.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gert {

// Types of up to 8 bytes are stored in `data` itself, others by pointer.
struct AsyncAnyValue {
  union {
    void* pointer;
    unsigned char inplace[sizeof(void*)];
  } data;
  void (*deleter)(void*);
};
static_assert(sizeof(AsyncAnyValue) == 16, "layout of GE's interface");

// input_size + output_size pointers follow from `values` on, inputs first.
struct KernelRunContext {
  std::size_t input_size;
  std::size_t output_size;
  const void* compute_node_info;
  const void* kernel_extend_info;
  AsyncAnyValue** output_start;
  AsyncAnyValue* values[1];
};
static_assert(sizeof(KernelRunContext) == 48, "layout of GE's interface");

}  // namespace gert
