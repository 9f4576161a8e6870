// SPDX-License-Identifier: Apache-2.0
// The data cache between the scalar unit and device memory. The emulator has none: scalar accesses reach
// device memory at once, so that cleaning it and waiting for it have nothing to do.
#pragma once

#include <cstdint>

#include "ascendc/global_tensor.h"
#include "ascendc/local_tensor.h"

namespace AscendC {

enum class CacheLine : std::uint64_t { SINGLE_CACHE_LINE, ENTIRE_DATA_CACHE };
enum class DcciDst : std::uint64_t { CACHELINE_ALL, CACHELINE_UB, CACHELINE_OUT, CACHELINE_ATOMIC };
enum class MemDsbT : std::uint64_t { ALL, DDR, UB, SEQ };

template <typename T, CacheLine entireType, DcciDst dcciDst>
void DataCacheCleanAndInvalid(const GlobalTensor<T>&) {}
template <typename T, CacheLine entireType, DcciDst dcciDst>
void DataCacheCleanAndInvalid(const LocalTensor<T>&) {}
template <typename T, CacheLine entireType>
void DataCacheCleanAndInvalid(const GlobalTensor<T>&) {}

template <MemDsbT arg0>
void DataSyncBarrier() {}

}  // namespace AscendC
