// SPDX-License-Identifier: Apache-2.0
// The data cache between the scalar unit and device memory, of which the emulator has none: scalar accesses
// reach device memory at once, so that cleaning it has nothing to do. And the barrier for memory accesses.
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

// Nothing starts before the accesses to this memory, or to all, have ended.
template <MemDsbT arg0>
void DataSyncBarrier(detail::Site site = detail::Site::Here()) {
  ::cann_emulator::ascendc::DataBarrier(static_cast<::cann_emulator::ascendc::BarrierScope>(arg0), site);
}

}  // namespace AscendC
