// SPDX-License-Identifier: Apache-2.0
// The C API's reductions. BlockReduce*: one result for each 32 bytes; WholeReduce*: for each repeat, of the
// extremes as the name's end says; PairReduceSum: for each pair.
#pragma once

#include <cstring>
#include <limits>

#include "c_api/operands.h"
#include "c_api/sync/sync.h"

namespace cann_emulator::ascendc {
template <class T>
void ReadLastExtreme(const char* call, T& value, std::uint32_t& index, Site site) {
  const Extreme extreme = LastExtreme(call, DataTypeOf<T>(), std::numeric_limits<std::uint64_t>::max(), site);
  std::memcpy(&value, &extreme.bits, sizeof(T));
  index = extreme.index;
}
}  // namespace cann_emulator::ascendc

// `first`, `second`: the mask, which the register gives, and the repeats; then what ends the call.
#define CANN_EMULATOR_C_REDUCE(name, Function, first, second, ...)                                \
  template <class T>                                                                              \
  void name(__ubuf__ T* dst, __ubuf__ T* src, CANN_EMULATOR_C_FIELD repeat,                       \
            CANN_EMULATOR_C_FIELD dst_repeat_stride, CANN_EMULATOR_C_FIELD src_block_stride,      \
            CANN_EMULATOR_C_FIELD src_repeat_stride, CANN_EMULATOR_C_SITE) {                      \
    AscendC::Function<T, false>(CANN_EMULATOR_C_UB(dst), CANN_EMULATOR_C_UB(src), first, second,  \
                                CANN_EMULATOR_C_FIT(16, dst_repeat_stride),                       \
                                CANN_EMULATOR_C_FIT(16, src_block_stride),                        \
                                CANN_EMULATOR_C_FIT(16, src_repeat_stride), __VA_ARGS__);         \
  }                                                                                               \
  template <class T>                                                                              \
  void name(__ubuf__ T* dst, __ubuf__ T* src, std::uint32_t count, CANN_EMULATOR_C_SITE) {        \
    ::cann_emulator::ascendc::ForCount(count, [&] { name(dst, src, 1, 1, 1, 8, site); });         \
  }                                                                                               \
  template <class T>                                                                              \
  void name##_sync(__ubuf__ T* dst, __ubuf__ T* src, std::uint32_t count, CANN_EMULATOR_C_SITE) { \
    name(dst, src, count, site);                                                                  \
    asc_sync(site);                                                                               \
  }
#define CANN_EMULATOR_C_REPEATS CANN_EMULATOR_C_FIT(8, repeat)
CANN_EMULATOR_C_REDUCE(asc_datablock_reduce_sum, BlockReduceSum, CANN_EMULATOR_C_REPEATS, 0, site)
CANN_EMULATOR_C_REDUCE(asc_datablock_reduce_max, BlockReduceMax, CANN_EMULATOR_C_REPEATS, 0, site)
CANN_EMULATOR_C_REDUCE(asc_datablock_reduce_min, BlockReduceMin, CANN_EMULATOR_C_REPEATS, 0, site)
CANN_EMULATOR_C_REDUCE(asc_pair_reduce_sum, PairReduceSum, CANN_EMULATOR_C_REPEATS, 0, site)
CANN_EMULATOR_C_REDUCE(asc_repeat_reduce_sum, WholeReduceSum, 0, CANN_EMULATOR_C_REPEATS, site)
CANN_EMULATOR_C_REDUCE(asc_repeat_reduce_max_value_index, WholeReduceMax, 0, CANN_EMULATOR_C_REPEATS,
                       AscendC::ReduceOrder::ORDER_VALUE_INDEX, site)
CANN_EMULATOR_C_REDUCE(asc_repeat_reduce_max_index_value, WholeReduceMax, 0, CANN_EMULATOR_C_REPEATS,
                       AscendC::ReduceOrder::ORDER_INDEX_VALUE, site)
CANN_EMULATOR_C_REDUCE(asc_repeat_reduce_max_only_value, WholeReduceMax, 0, CANN_EMULATOR_C_REPEATS,
                       AscendC::ReduceOrder::ORDER_ONLY_VALUE, site)
CANN_EMULATOR_C_REDUCE(asc_repeat_reduce_max_only_index, WholeReduceMax, 0, CANN_EMULATOR_C_REPEATS,
                       AscendC::ReduceOrder::ORDER_ONLY_INDEX, site)
CANN_EMULATOR_C_REDUCE(asc_repeat_reduce_min_value_index, WholeReduceMin, 0, CANN_EMULATOR_C_REPEATS,
                       AscendC::ReduceOrder::ORDER_VALUE_INDEX, site)
CANN_EMULATOR_C_REDUCE(asc_repeat_reduce_min_index_value, WholeReduceMin, 0, CANN_EMULATOR_C_REPEATS,
                       AscendC::ReduceOrder::ORDER_INDEX_VALUE, site)
CANN_EMULATOR_C_REDUCE(asc_repeat_reduce_min_only_value, WholeReduceMin, 0, CANN_EMULATOR_C_REPEATS,
                       AscendC::ReduceOrder::ORDER_ONLY_VALUE, site)
CANN_EMULATOR_C_REDUCE(asc_repeat_reduce_min_only_index, WholeReduceMin, 0, CANN_EMULATOR_C_REPEATS,
                       AscendC::ReduceOrder::ORDER_ONLY_INDEX, site)
#undef CANN_EMULATOR_C_REPEATS
#undef CANN_EMULATOR_C_REDUCE

// The extreme of all repeats of the last asc_repeat_reduce_max_* (_min_*), and its first place among all
// lanes.
template <class T>
void asc_get_reduce_max_cnt(T& val, std::uint32_t& index, CANN_EMULATOR_C_SITE) {
  ::cann_emulator::ascendc::ReadLastExtreme(__func__, val, index, site);
}
template <class T>
void asc_get_reduce_min_cnt(T& val, std::uint32_t& index, CANN_EMULATOR_C_SITE) {
  ::cann_emulator::ascendc::ReadLastExtreme(__func__, val, index, site);
}
