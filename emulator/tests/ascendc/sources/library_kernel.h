// SPDX-License-Identifier: Apache-2.0
// What the tests of library functions share: sources into UB, results out of it, a shape, a case for a
// kernel.
#pragma once

#include "harness.h"
#include "kernel_operator.h"
#include "tiling/tiling_api.h"

using namespace AscendC;

template <class T>
LocalTensor<T> Load(LocalMemAllocator<Hardware::UB>& ub, const Request& r, int i, std::uint64_t offset,
                    std::uint64_t count) {
  LocalTensor<T> local = ub.Alloc<T>((count * sizeof(T) + 31) / 32 * 32 / sizeof(T));
  GlobalTensor<T> global;
  global.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(r.source[i] + offset), count);
  DataCopyPad(local, global, DataCopyExtParams(1, count * sizeof(T), 0, 0, 0),
              DataCopyPadExtParams<T>(false, 0, 0, 0));
  return local;
}

// `count` elements of the local tensor to byte `offset` of the destination.
template <class T>
void Store(const LocalTensor<T>& local, const Request& r, std::uint64_t offset, std::uint64_t count) {
  PipeBarrier<PIPE_ALL>();
  GlobalTensor<T> global;
  global.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(r.destination + offset), count);
  DataCopyPad(global, local, DataCopyExtParams(1, count * sizeof(T), 0, 0, 0));
  PipeBarrier<PIPE_ALL>();
}

// Dimensions in block_stride; count: the data of a row.
struct HostShape {
  std::int64_t dimensions[4];
  std::size_t number;
  std::int64_t GetShapeSize() const {
    std::int64_t size = 1;
    for (std::size_t i = 0; i < number; ++i) size *= dimensions[i];
    return size;
  }
  std::size_t GetDimNum() const { return number; }
  std::int64_t GetDim(std::size_t i) const { return dimensions[i]; }
};

// What is in the destination, for results that leave some of it.
template <class T>
LocalTensor<T> LoadDestination(LocalMemAllocator<Hardware::UB>& ub, const Request& r, std::uint64_t count) {
  Request whole = r;
  whole.source[0] = r.destination;
  return Load<T>(ub, whole, 0, 0, count);
}

#define CASE(name, type)                                                                                \
  void Launch_##name##_##type(const Request& request) { name<type><<<1, nullptr, nullptr>>>(request); } \
  const Register k_##name##_##type(#name " " #type, Launch_##name##_##type);
#define FLOATING_CASE(name) CASE(name, half) CASE(name, float)
