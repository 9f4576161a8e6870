// SPDX-License-Identifier: Apache-2.0
// Sorting in descending order. A sorted list holds pairs of 8 bytes: the value in the lower bytes, its index
// in the upper four. Of equal values the earlier one comes first.
#pragma once

#include <cstdint>

#include "ascendc/runtime_vector.h"
#include "ascendc/vector_shape.h"

namespace AscendC {

template <typename T>
struct MrgSortSrcList {
  MrgSortSrcList() = default;
  MrgSortSrcList(const LocalTensor<T>& src1In, const LocalTensor<T>& src2In, const LocalTensor<T>& src3In,
                 const LocalTensor<T>& src4In)
      : src1(src1In), src2(src2In), src3(src3In), src4(src4In) {}

  LocalTensor<T> src1;
  LocalTensor<T> src2;
  LocalTensor<T> src3;
  LocalTensor<T> src4;
};

struct MrgSort4Info {
  MrgSort4Info() = default;
  MrgSort4Info(const std::uint16_t elementLengthsIn[4], bool ifExhaustedSuspensionIn,
               std::uint16_t validBitIn, std::uint16_t repeatTimesIn)
      : ifExhaustedSuspension(ifExhaustedSuspensionIn), validBit(validBitIn), repeatTimes(repeatTimesIn) {
    for (int i = 0; i < 4; ++i) elementLengths[i] = elementLengthsIn[i];
  }

  std::uint16_t elementLengths[4] = {0, 0, 0, 0};
  bool ifExhaustedSuspension = false;
  std::uint16_t validBit = 0;
  std::uint8_t repeatTimes = 1;
};

namespace detail {

template <typename T>
constexpr void CheckSortType() {
  static_assert(kIsOneOf<T, half, float>, "sorting: the vector unit has it for half and float");
}

template <typename T>
void SortRuns(const char* name, const LocalTensor<T>& destination, const LocalTensor<T>& source,
              const LocalTensor<std::uint32_t>& indices, std::uint32_t repeats, std::uint32_t run,
              Site site) {
  CheckSortType<T>();
  Execute(Sort32Instruction{DataTypeOf<T>(), destination.Memory(), source.Memory(), indices.Memory(), repeats,
                            run, name, site});
}

template <typename T>
void MergeLists(const LocalTensor<T>& destination, const MrgSortSrcList<T>& lists,
                const std::uint16_t lengths[4], std::uint16_t valid, bool stop, std::uint32_t repeats,
                std::uint32_t taken[4], Site site) {
  CheckSortType<T>();
  Execute(MergeSortInstruction{DataTypeOf<T>(),
                               destination.Memory(),
                               {lists.src1.Memory(), lists.src2.Memory(), lists.src3.Memory(),
                                lists.src4.Memory()},
                               {lengths[0], lengths[1], lengths[2], lengths[3]},
                               valid,
                               stop,
                               repeats,
                               site},
          taken);
}

}  // namespace detail

// Each 32 elements of a repeat by themselves.
template <typename T>
void Sort32(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<std::uint32_t>& src1,
            std::int32_t repeatTime, detail::Site site = detail::Site::Here()) {
  detail::SortRuns("Sort32", dst, src0, src1, static_cast<std::uint32_t>(repeatTime), 32, site);
}

// isFullSort: all repeatTime * 32 elements together.
template <typename T, bool isFullSort>
void Sort(const LocalTensor<T>& dst, const LocalTensor<T>& concat, const LocalTensor<std::uint32_t>& index,
          LocalTensor<T>&, std::int32_t repeatTime, detail::Site site = detail::Site::Here()) {
  const auto repeats = static_cast<std::uint32_t>(repeatTime);
  detail::SortRuns("Sort", dst, concat, index, repeats, isFullSort ? repeats * 32 : 32, site);
}

// dav-2201 sorts values as they are: concat becomes src.
template <typename T>
void Concat(LocalTensor<T>& concat, const LocalTensor<T>& src, const LocalTensor<T>&, std::int32_t) {
  detail::CheckSortType<T>();
  concat = src;
}

// 32 pairs a repeat to values and indices.
template <typename T>
void Extract(const LocalTensor<T>& dstValue, const LocalTensor<std::uint32_t>& dstIndex,
             const LocalTensor<T>& sorted, std::int32_t repeatTime,
             detail::Site site = detail::Site::Here()) {
  detail::CheckSortType<T>();
  Execute(detail::ExtractInstruction{detail::DataTypeOf<T>(), dstValue.Memory(), dstIndex.Memory(),
                                     sorted.Memory(), static_cast<std::uint32_t>(repeatTime), site});
}

// Merges the lists whose bit of validBit is 1. isExhaustedSuspension: stops once one of them is used up;
// sortedNum: how many elements each list has given.
template <typename T, bool isExhaustedSuspension = false>
void MrgSort(const LocalTensor<T>& dst, const MrgSortSrcList<T>& sortList,
             const std::uint16_t elementCountList[4], std::uint32_t sortedNum[4], std::uint16_t validBit,
             std::int32_t repeatTime, detail::Site site = detail::Site::Here()) {
  detail::MergeLists(dst, sortList, elementCountList, validBit, isExhaustedSuspension,
                     static_cast<std::uint32_t>(repeatTime), sortedNum, site);
}
template <typename T>
void MrgSort(const LocalTensor<T>& dst, const MrgSortSrcList<T>& src, const MrgSort4Info& params,
             detail::Site site = detail::Site::Here()) {
  std::uint32_t taken[4];
  detail::MergeLists(dst, src, params.elementLengths, params.validBit, params.ifExhaustedSuspension,
                     params.repeatTimes, taken, site);
}
template <typename T>
void MrgSort4(const LocalTensor<T>& dst, const MrgSortSrcList<T>& src, const MrgSort4Info& params,
              detail::Site site = detail::Site::Here()) {
  MrgSort(dst, src, params, site);
}

// How many elements each list gave to the last MrgSort.
inline void GetMrgSortResult(std::uint16_t& mrgSortList1, std::uint16_t& mrgSortList2,
                             std::uint16_t& mrgSortList3, std::uint16_t& mrgSortList4) {
  std::uint32_t taken[4];
  detail::GetMerged(taken);
  mrgSortList1 = static_cast<std::uint16_t>(taken[0]);
  mrgSortList2 = static_cast<std::uint16_t>(taken[1]);
  mrgSortList3 = static_cast<std::uint16_t>(taken[2]);
  mrgSortList4 = static_cast<std::uint16_t>(taken[3]);
}

// Elements of T that so many pairs take.
template <typename T>
constexpr std::uint32_t GetSortLen(std::uint32_t elemCount) {
  return elemCount * (8 / sizeof(T));
}
template <typename T>
constexpr std::uint32_t GetSortOffset(std::uint32_t elemOffset) {
  return elemOffset * (8 / sizeof(T));
}

}  // namespace AscendC
