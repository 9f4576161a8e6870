// SPDX-License-Identifier: Apache-2.0
// Kernels of elementwise instructions: load, one instruction, store. RunOp structs are named <instruction>Op.
#pragma once

#include "harness.h"
#include "kernel_operator.h"

namespace {

using namespace AscendC;

// Loads both sources and the destination, runs `Op`, stores the destination.
template <class Op, class To, class From>
__global__ __vector__ void elementwise(Request request) {
  LocalMemAllocator<Hardware::UB> allocator;
  LocalTensor<To> destination = allocator.Alloc<To>(request.destination_size / sizeof(To));
  LocalTensor<From> source0 = allocator.Alloc<From>(request.source_size / sizeof(From));
  LocalTensor<From> source1 = allocator.Alloc<From>(request.source_size / sizeof(From));
  const auto load = [](auto& local, std::uint8_t* memory, std::uint64_t size) {
    using T = typename std::decay_t<decltype(local)>::PrimType;
    GlobalTensor<T> global;
    global.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(memory), size / sizeof(T));
    DataCopyPad(local, global, DataCopyExtParams(1, size, 0, 0, 0), DataCopyPadExtParams<T>(false, 0, 0, 0));
    return global;
  };
  GlobalTensor<To> output = load(destination, request.destination, request.destination_size);
  load(source0, request.source[0], request.source_size);
  if (request.source[1] != nullptr) load(source1, request.source[1], request.source_size);
  PipeBarrier<PIPE_ALL>();
  Op::Run(destination, source0, source1, request);
  PipeBarrier<PIPE_ALL>();
  DataCopyPad(output, destination, DataCopyExtParams(1, request.destination_size, 0, 0, 0));
  PipeBarrier<PIPE_ALL>();
}

template <class Op, class To, class From>
void Launch(const Request& request) {
  elementwise<Op, To, From><<<1, nullptr, nullptr>>>(request);
}

inline BinaryRepeatParams BinaryStrides(const Request& r) {
  return BinaryRepeatParams(r.block_stride[0], r.block_stride[1], r.block_stride[2], r.repeat_stride[0],
                            r.repeat_stride[1], r.repeat_stride[2]);
}

inline UnaryRepeatParams UnaryStrides(const Request& r) {
  return UnaryRepeatParams(r.block_stride[0], r.block_stride[1], r.repeat_stride[0], r.repeat_stride[1]);
}

// `name##Op::Run` calls the instruction in the form that the request asks for.
#define BINARY(name)                                                                                     \
  struct name##Op {                                                                                      \
    template <class T>                                                                                   \
    static void Run(LocalTensor<T>& d, LocalTensor<T>& a, LocalTensor<T>& b, const Request& r) {         \
      std::uint64_t mask[2] = {r.mask[0], r.mask[1]};                                                    \
      if (r.form == 0) name(d, a, b, static_cast<std::int32_t>(r.count));                                \
      if (r.form == 1) name(d, a, b, mask, static_cast<std::uint8_t>(r.repeats), BinaryStrides(r));      \
      if (r.form == 2) name(d, a, b, r.mask[0], static_cast<std::uint8_t>(r.repeats), BinaryStrides(r)); \
    }                                                                                                    \
  };
#define UNARY(name)                                                                                  \
  struct name##Op {                                                                                  \
    template <class T>                                                                               \
    static void Run(LocalTensor<T>& d, LocalTensor<T>& a, LocalTensor<T>&, const Request& r) {       \
      std::uint64_t mask[2] = {r.mask[0], r.mask[1]};                                                \
      if (r.form == 0) name(d, a, static_cast<std::int32_t>(r.count));                               \
      if (r.form == 1) name(d, a, mask, static_cast<std::uint8_t>(r.repeats), UnaryStrides(r));      \
      if (r.form == 2) name(d, a, r.mask[0], static_cast<std::uint8_t>(r.repeats), UnaryStrides(r)); \
    }                                                                                                \
  };
#define SCALAR(name)                                                                                         \
  struct name##Op {                                                                                          \
    template <class T, class U>                                                                              \
    static void Run(LocalTensor<T>& d, LocalTensor<U>& a, LocalTensor<U>&, const Request& r) {               \
      const U scalar = static_cast<U>(r.scalar);                                                             \
      std::uint64_t mask[2] = {r.mask[0], r.mask[1]};                                                        \
      if (r.form == 0) name(d, a, scalar, static_cast<std::int32_t>(r.count));                               \
      if (r.form == 1) name(d, a, scalar, mask, static_cast<std::uint8_t>(r.repeats), UnaryStrides(r));      \
      if (r.form == 2) name(d, a, scalar, r.mask[0], static_cast<std::uint8_t>(r.repeats), UnaryStrides(r)); \
    }                                                                                                        \
  };

#define CASE(name, T) const Register k_##name##_##T(#name " " #T, Launch<name##Op, T, T>);
#define CASE2(name, T, U) const Register k_##name##_##T##_##U(#name " " #T " " #U, Launch<name##Op, T, U>);
#define ARITHMETIC(name) CASE(name, half) CASE(name, float) CASE(name, int16_t) CASE(name, int32_t)
#define FLOATING(name) CASE(name, half) CASE(name, float)
#define BITWISE(name) CASE(name, int16_t) CASE(name, uint16_t)

}  // namespace
