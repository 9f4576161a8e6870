// SPDX-License-Identifier: Apache-2.0
// The Ascend C language for kernels: everything a vector kernel includes.
#pragma once

#include <cassert>
#include <cstdint>
#include <cstdio>

#include "ascendc/allocator.h"
#include "ascendc/atomic.h"
#include "ascendc/block.h"
#include "ascendc/buffer_pool.h"
#include "ascendc/copy.h"
#include "ascendc/copy_shapes.h"
#include "ascendc/core_info.h"
#include "ascendc/cross_core.h"
#include "ascendc/global_tensor.h"
#include "ascendc/intrinsics.h"
#include "ascendc/kernel_type.h"
#include "ascendc/language.h"
#include "ascendc/library_elementwise.h"
#include "ascendc/library_math.h"
#include "ascendc/library_norm.h"
#include "ascendc/library_reduce.h"
#include "ascendc/library_softmax.h"
#include "ascendc/list_tensor.h"
#include "ascendc/local_tensor.h"
#include "ascendc/memory_order.h"
#include "ascendc/pipe.h"
#include "ascendc/position.h"
#include "ascendc/print.h"
#include "ascendc/queue.h"
#include "ascendc/refusals.h"
#include "ascendc/scalar_cast.h"
#include "ascendc/std_traits.h"
#include "ascendc/sync.h"
#include "ascendc/tiling_data.h"
#include "ascendc/types.h"
#include "ascendc/utility.h"
#include "ascendc/vector_binary.h"
#include "ascendc/vector_cast.h"
#include "ascendc/vector_compare.h"
#include "ascendc/vector_compound.h"
#include "ascendc/vector_gather.h"
#include "ascendc/vector_mask.h"
#include "ascendc/vector_reduce.h"
#include "ascendc/vector_reduce_unit.h"
#include "ascendc/vector_scalar.h"
#include "ascendc/vector_scatter.h"
#include "ascendc/vector_sort.h"
#include "ascendc/vector_transpose.h"
#include "ascendc/vector_unary.h"

using GM_ADDR = __gm__ std::uint8_t*;
