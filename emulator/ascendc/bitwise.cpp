// SPDX-License-Identifier: Apache-2.0
// And, Or, Not on 16-bit lanes, and Duplicate.
#include "ascendc/lane_kernel.h"

namespace cann_emulator::ascendc {

namespace {

using Bits = std::uint16_t;

CANN_EMULATOR_SIMD void And(const Lanes& lanes) {
  auto* destination = static_cast<Bits*>(lanes.destination);
  const auto* a = static_cast<const Bits*>(lanes.source0);
  const auto* b = static_cast<const Bits*>(lanes.source1);
  for (std::size_t i = 0; i < lanes.count; ++i) destination[i] = a[i] & b[i];
}

CANN_EMULATOR_SIMD void Or(const Lanes& lanes) {
  auto* destination = static_cast<Bits*>(lanes.destination);
  const auto* a = static_cast<const Bits*>(lanes.source0);
  const auto* b = static_cast<const Bits*>(lanes.source1);
  for (std::size_t i = 0; i < lanes.count; ++i) destination[i] = a[i] | b[i];
}

CANN_EMULATOR_SIMD void Not(const Lanes& lanes) {
  auto* destination = static_cast<Bits*>(lanes.destination);
  const auto* a = static_cast<const Bits*>(lanes.source0);
  for (std::size_t i = 0; i < lanes.count; ++i) destination[i] = static_cast<Bits>(~a[i]);
}

template <class T>
CANN_EMULATOR_SIMD void Fill(const Lanes& lanes) {
  auto* destination = static_cast<T*>(lanes.destination);
  const auto value = static_cast<T>(lanes.scalar);
  for (std::size_t i = 0; i < lanes.count; ++i) destination[i] = value;
}

}  // namespace

LaneKernel FindBitwiseKernel(Opcode opcode, DataType type) {
  if (DataTypeSize(type) != sizeof(Bits)) return nullptr;
  switch (opcode) {
    case Opcode::kAnd:
      return And;
    case Opcode::kOr:
      return Or;
    case Opcode::kNot:
      return Not;
    default:
      return nullptr;
  }
}

LaneKernel FindDuplicateKernel(DataType type) {
  switch (DataTypeSize(type)) {
    case 2:
      return Fill<std::uint16_t>;
    case 4:
      return Fill<std::uint32_t>;
    default:
      return nullptr;
  }
}

}  // namespace cann_emulator::ascendc
