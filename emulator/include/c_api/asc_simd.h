// SPDX-License-Identifier: Apache-2.0
// The C API of vector kernels, whole: pointers into UB (`__ubuf__ half x[128];`) and device memory in the
// place of tensors. A function stands for the one of the C++ language that its comment names. The forms:
// `count` elements; repeats with block and repeat strides in blocks of 32 bytes, under the mask of
// asc_set_vector_mask; <name>_sync, which waits. Each family can be included by itself.
#pragma once

#include "c_api/atomic/atomic.h"
#include "c_api/cache_ctrl/cache_ctrl.h"
#include "c_api/refusals.h"
#include "c_api/scalar_compute/scalar_compute.h"
#include "c_api/sync/sync.h"
#include "c_api/sys_var/sys_var.h"
#include "c_api/vector_compute/vector_compute.h"
#include "c_api/vector_datamove/vector_datamove.h"
