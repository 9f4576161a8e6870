// SPDX-License-Identifier: Apache-2.0
#include "ascendc/atomic_store.h"

#include <cstring>
#include <mutex>

#include "ascendc/fault_trap.h"
#include "ascendc/lane_math.h"

namespace cann_emulator::ascendc {

namespace {

template <class T>
T Combine(AtomicMode mode, T a, T b) {
  switch (mode) {
    case AtomicMode::kAdd:
      return AddLane::Apply(a, b);
    case AtomicMode::kMax:
      return MaxLane::Apply(a, b);
    default:
      return MinLane::Apply(a, b);
  }
}

// half and bfloat16_t are combined in float and rounded once.
template <class T, class Compute>
void CombineAll(AtomicMode mode, std::byte* destination, const std::byte* source, std::size_t bytes) {
  for (std::size_t at = 0; at + sizeof(T) <= bytes; at += sizeof(T)) {
    T old;
    T added;
    std::memcpy(&old, destination + at, sizeof(T));
    std::memcpy(&added, source + at, sizeof(T));
    const T result = static_cast<T>(Combine(mode, static_cast<Compute>(old), static_cast<Compute>(added)));
    std::memcpy(destination + at, &result, sizeof(T));
  }
}

}  // namespace

void StoreAtomically(AtomicMode mode, DataType type, std::byte* destination, const std::byte* source,
                     std::size_t bytes) {
  static std::mutex mutex;
  const LockGivenUpByFaults lock(mutex);
  switch (type) {
    case DataType::kInt8:
      return CombineAll<std::int8_t, std::int8_t>(mode, destination, source, bytes);
    case DataType::kInt16:
      return CombineAll<std::int16_t, std::int16_t>(mode, destination, source, bytes);
    case DataType::kInt32:
      return CombineAll<std::int32_t, std::int32_t>(mode, destination, source, bytes);
    case DataType::kHalf:
      return CombineAll<half, float>(mode, destination, source, bytes);
    case DataType::kBFloat16:
      return CombineAll<bfloat16_t, float>(mode, destination, source, bytes);
    default:
      return CombineAll<float, float>(mode, destination, source, bytes);
  }
}

}  // namespace cann_emulator::ascendc
