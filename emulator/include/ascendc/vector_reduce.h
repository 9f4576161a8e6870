// SPDX-License-Identifier: Apache-2.0
// Reductions of repeats, blocks, pairs and whole tensors. Sums add neighbours first, each sum rounded to the
// type; of equal extremes the first one's index is given.
#pragma once

#include <cstdint>
#include <cstring>

#include "ascendc/runtime_vector.h"
#include "ascendc/vector_shape.h"

namespace AscendC {

enum class ReduceOrder : std::uint8_t {
  ORDER_VALUE_INDEX,
  ORDER_INDEX_VALUE,
  ORDER_ONLY_VALUE,
  ORDER_ONLY_INDEX,
};

namespace detail {

template <typename T>
constexpr void CheckReduceType() {
  static_assert(kIsOneOf<T, half, float>, "reductions: the vector unit has them for half and float");
}

inline VectorShape ReduceShape(Mask mask, std::int32_t repeats, std::int32_t block, std::int32_t repeat) {
  return RepeatShape(mask, repeats, {},
                     {static_cast<std::uint16_t>(block), static_cast<std::uint16_t>(repeat)});
}

// `unit`: bytes of one step of dstRepStride.
template <typename T>
void Reduce(const char* name, ReduceOp op, ReduceGroup group, ReduceResult result,
            const LocalTensor<T>& destination, const LocalTensor<T>& source, std::uint32_t alignment,
            std::uint64_t repeat_bytes, const VectorShape& shape, Site site) {
  CheckReduceType<T>();
  ReduceInstruction instruction;
  instruction.name = name;
  instruction.op = op;
  instruction.group = group;
  instruction.result = result;
  instruction.type = DataTypeOf<T>();
  instruction.destination = destination.Memory();
  instruction.source = source.Memory();
  instruction.destination_alignment = alignment;
  instruction.destination_repeat_bytes = repeat_bytes;
  instruction.shape = shape;
  instruction.site = site;
  Execute(instruction);
}

template <typename T>
constexpr std::uint32_t ResultBytes(ReduceOrder order) {
  if (order == ReduceOrder::ORDER_ONLY_INDEX) return sizeof(std::uint32_t);
  return order == ReduceOrder::ORDER_ONLY_VALUE ? sizeof(T) : 2 * sizeof(T);
}

constexpr ReduceResult ResultOf(ReduceOrder order) {
  switch (order) {
    case ReduceOrder::ORDER_VALUE_INDEX:
      return ReduceResult::kValueIndex;
    case ReduceOrder::ORDER_INDEX_VALUE:
      return ReduceResult::kIndexValue;
    case ReduceOrder::ORDER_ONLY_VALUE:
      return ReduceResult::kValue;
    default:
      return ReduceResult::kIndex;
  }
}

template <typename T>
void ReduceAll(const char* name, ReduceOp op, bool with_index, const LocalTensor<T>& destination,
               const LocalTensor<T>& source, const VectorShape& shape, Site site) {
  CheckReduceType<T>();
  CheckField(name, "repeatTime", shape.repeats, INT32_MAX, site);
  ReduceAllInstruction instruction;
  instruction.name = name;
  instruction.op = op;
  instruction.with_index = with_index;
  instruction.type = DataTypeOf<T>();
  instruction.destination = destination.Memory();
  instruction.source = source.Memory();
  instruction.shape = shape;
  instruction.site = site;
  Execute(instruction);
}

}  // namespace detail

// One sum a repeat. dstRepStride in elements.
template <typename T, bool isSetMask = true>
void WholeReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src, std::int32_t mask,
                    std::int32_t repeatTime, std::int32_t dstRepStride, std::int32_t srcBlkStride,
                    std::int32_t srcRepStride, detail::Site site = detail::Site::Here()) {
  detail::Reduce(
      "WholeReduceSum", detail::ReduceOp::kSum, detail::ReduceGroup::kRepeat, detail::ReduceResult::kValue,
      dst, src, sizeof(T), dstRepStride * sizeof(T),
      detail::ReduceShape(detail::Mask::First(mask, isSetMask), repeatTime, srcBlkStride, srcRepStride),
      site);
}
template <typename T, bool isSetMask = true>
void WholeReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src, const std::uint64_t mask[],
                    std::int32_t repeatTime, std::int32_t dstRepStride, std::int32_t srcBlkStride,
                    std::int32_t srcRepStride, detail::Site site = detail::Site::Here()) {
  detail::Reduce(
      "WholeReduceSum", detail::ReduceOp::kSum, detail::ReduceGroup::kRepeat, detail::ReduceResult::kValue,
      dst, src, sizeof(T), dstRepStride * sizeof(T),
      detail::ReduceShape(detail::Mask::Bits(mask, isSetMask), repeatTime, srcBlkStride, srcRepStride), site);
}

// One extreme a repeat, with its lane as `order` says. dstRepStride in results: of two elements, of one
// (ORDER_ONLY_VALUE), or of 4 bytes (ORDER_ONLY_INDEX). An index is an integer of the element's size.
#define CANN_EMULATOR_WHOLE_REDUCE(name, operation)                                                          \
  template <typename T, bool isSetMask = true>                                                               \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, std::int32_t mask,                         \
            std::int32_t repeatTime, std::int32_t dstRepStride, std::int32_t srcBlkStride,                   \
            std::int32_t srcRepStride, ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX,                   \
            detail::Site site = detail::Site::Here()) {                                                      \
    detail::Reduce(                                                                                          \
        #name, detail::ReduceOp::operation, detail::ReduceGroup::kRepeat, detail::ResultOf(order), dst, src, \
        detail::ResultBytes<T>(order), dstRepStride * detail::ResultBytes<T>(order),                         \
        detail::ReduceShape(detail::Mask::First(mask, isSetMask), repeatTime, srcBlkStride, srcRepStride),   \
        site);                                                                                               \
  }                                                                                                          \
  template <typename T, bool isSetMask = true>                                                               \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const std::uint64_t mask[],                \
            std::int32_t repeatTime, std::int32_t dstRepStride, std::int32_t srcBlkStride,                   \
            std::int32_t srcRepStride, ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX,                   \
            detail::Site site = detail::Site::Here()) {                                                      \
    detail::Reduce(                                                                                          \
        #name, detail::ReduceOp::operation, detail::ReduceGroup::kRepeat, detail::ResultOf(order), dst, src, \
        detail::ResultBytes<T>(order), dstRepStride * detail::ResultBytes<T>(order),                         \
        detail::ReduceShape(detail::Mask::Bits(mask, isSetMask), repeatTime, srcBlkStride, srcRepStride),    \
        site);                                                                                               \
  }
CANN_EMULATOR_WHOLE_REDUCE(WholeReduceMax, kMax)
CANN_EMULATOR_WHOLE_REDUCE(WholeReduceMin, kMin)
#undef CANN_EMULATOR_WHOLE_REDUCE

// Eight results a repeat (one a block), or one for every two lanes. dstRepStride in whole results of a
// repeat: 8 elements, or 128 bytes for PairReduceSum.
#define CANN_EMULATOR_GROUP_REDUCE(name, operation, groups, alignment, unit)                                \
  template <typename T, bool isSetMask = true>                                                              \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, std::int32_t repeatTime,                  \
            std::int32_t mask, std::int32_t dstRepStride, std::int32_t srcBlkStride,                        \
            std::int32_t srcRepStride, detail::Site site = detail::Site::Here()) {                          \
    detail::Reduce(                                                                                         \
        #name, detail::ReduceOp::operation, detail::ReduceGroup::groups, detail::ReduceResult::kValue, dst, \
        src, alignment, dstRepStride * (unit),                                                              \
        detail::ReduceShape(detail::Mask::First(mask, isSetMask), repeatTime, srcBlkStride, srcRepStride),  \
        site);                                                                                              \
  }                                                                                                         \
  template <typename T, bool isSetMask = true>                                                              \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, std::int32_t repeatTime,                  \
            const std::uint64_t mask[], std::int32_t dstRepStride, std::int32_t srcBlkStride,               \
            std::int32_t srcRepStride, detail::Site site = detail::Site::Here()) {                          \
    detail::Reduce(                                                                                         \
        #name, detail::ReduceOp::operation, detail::ReduceGroup::groups, detail::ReduceResult::kValue, dst, \
        src, alignment, dstRepStride * (unit),                                                              \
        detail::ReduceShape(detail::Mask::Bits(mask, isSetMask), repeatTime, srcBlkStride, srcRepStride),   \
        site);                                                                                              \
  }
CANN_EMULATOR_GROUP_REDUCE(BlockReduceSum, kSum, kBlock, 8 * sizeof(T), 8 * sizeof(T))
CANN_EMULATOR_GROUP_REDUCE(BlockReduceMax, kMax, kBlock, 8 * sizeof(T), 8 * sizeof(T))
CANN_EMULATOR_GROUP_REDUCE(BlockReduceMin, kMin, kBlock, 8 * sizeof(T), 8 * sizeof(T))
CANN_EMULATOR_GROUP_REDUCE(PairReduceSum, kSum, kPair, 32, 128)
#undef CANN_EMULATOR_GROUP_REDUCE

// WholeReduceSum with the parameters in another order; dstBlkStride has no effect.
template <typename T, bool isSetMask = true>
void RepeatReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src, std::int32_t repeatTime,
                     std::int32_t mask, std::int32_t, std::int32_t srcBlkStride, std::int32_t dstRepStride,
                     std::int32_t srcRepStride, detail::Site site = detail::Site::Here()) {
  detail::Reduce(
      "RepeatReduceSum", detail::ReduceOp::kSum, detail::ReduceGroup::kRepeat, detail::ReduceResult::kValue,
      dst, src, sizeof(T), dstRepStride * sizeof(T),
      detail::ReduceShape(detail::Mask::First(mask, isSetMask), repeatTime, srcBlkStride, srcRepStride),
      site);
}

// The whole tensor to one element. The emulator needs no room in sharedTmpBuffer and leaves it as it is.
template <typename T, bool isSetMask = true>
void ReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<T>&,
               std::int32_t count, detail::Site site = detail::Site::Here()) {
  detail::ReduceAll("ReduceSum", detail::ReduceOp::kSum, false, dst, src,
                    detail::CountShape(static_cast<std::uint32_t>(count)), site);
}
template <typename T>
void ReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<T>&, std::int32_t mask,
               std::int32_t repeatTime, std::int32_t srcRepStride, detail::Site site = detail::Site::Here()) {
  detail::ReduceAll("ReduceSum", detail::ReduceOp::kSum, false, dst, src,
                    detail::ReduceShape(detail::Mask::First(mask), repeatTime, 1, srcRepStride), site);
}
template <typename T>
void ReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<T>&,
               const std::uint64_t mask[], std::int32_t repeatTime, std::int32_t srcRepStride,
               detail::Site site = detail::Site::Here()) {
  detail::ReduceAll("ReduceSum", detail::ReduceOp::kSum, false, dst, src,
                    detail::ReduceShape(detail::Mask::Bits(mask), repeatTime, 1, srcRepStride), site);
}

// calIndex: the element after the extreme gets its index, as an integer of the element's size.
#define CANN_EMULATOR_REDUCE_EXTREME(name, operation)                                                        \
  template <typename T>                                                                                      \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<T>&, std::int32_t count, \
            bool calIndex = false, detail::Site site = detail::Site::Here()) {                               \
    detail::ReduceAll(#name, detail::ReduceOp::operation, calIndex, dst, src,                                \
                      detail::CountShape(static_cast<std::uint32_t>(count)), site);                          \
  }                                                                                                          \
  template <typename T>                                                                                      \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<T>&, std::int32_t mask,  \
            std::int32_t repeatTime, std::int32_t srcRepStride, bool calIndex = false,                       \
            detail::Site site = detail::Site::Here()) {                                                      \
    detail::ReduceAll(#name, detail::ReduceOp::operation, calIndex, dst, src,                                \
                      detail::ReduceShape(detail::Mask::First(mask), repeatTime, 1, srcRepStride), site);    \
  }                                                                                                          \
  template <typename T>                                                                                      \
  void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<T>&,                     \
            const std::uint64_t mask[], std::int32_t repeatTime, std::int32_t srcRepStride,                  \
            bool calIndex = false, detail::Site site = detail::Site::Here()) {                               \
    detail::ReduceAll(#name, detail::ReduceOp::operation, calIndex, dst, src,                                \
                      detail::ReduceShape(detail::Mask::Bits(mask), repeatTime, 1, srcRepStride), site);     \
  }
CANN_EMULATOR_REDUCE_EXTREME(ReduceMax, kMax)
CANN_EMULATOR_REDUCE_EXTREME(ReduceMin, kMin)
#undef CANN_EMULATOR_REDUCE_EXTREME

namespace detail {

template <typename T>
void ReadExtreme(const char* name, T& value, T& index, Site site) {
  CheckReduceType<T>();
  const Extreme extreme = LastExtreme(name, DataTypeOf<T>(), 1, site);
  std::memcpy(&value, &extreme.bits, sizeof(T));
  std::memcpy(&index, &extreme.index, sizeof(T));
}

}  // namespace detail

// What WholeReduceMax or WholeReduceMin of one repeat has found; the bits of maxMinIndex are the lane's
// number. GetReduceRepeatMaxMinSpr is the newer name.
template <typename T>
void GetReduceMaxMinCount(T& maxMinValue, T& maxMinIndex, detail::Site site = detail::Site::Here()) {
  detail::ReadExtreme("GetReduceMaxMinCount", maxMinValue, maxMinIndex, site);
}
template <typename T>
void GetReduceRepeatMaxMinSpr(T& maxMinValue, T& maxMinIndex, detail::Site site = detail::Site::Here()) {
  detail::ReadExtreme("GetReduceRepeatMaxMinSpr", maxMinValue, maxMinIndex, site);
}

// The result of the last ReduceSum of a number of elements.
template <typename T>
T GetReduceRepeatSumSpr(detail::Site site = detail::Site::Here()) {
  detail::CheckReduceType<T>();
  const std::uint32_t bits = detail::LastSum("GetReduceRepeatSumSpr", detail::DataTypeOf<T>(), site);
  T sum;
  std::memcpy(&sum, &bits, sizeof(T));
  return sum;
}

}  // namespace AscendC
