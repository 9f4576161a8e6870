// SPDX-License-Identifier: Apache-2.0
// And, Or, Not on 16-bit lanes, and Duplicate.
#include "ascendc/lane_kernel.h"
#include "ascendc/simd.h"

namespace cann_emulator::ascendc {

namespace {

using Bits = std::uint16_t;

struct AndLoop {
  static CANN_EMULATOR_LOOP void Run(Bits* destination, const Bits* a, const Bits* b, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) destination[i] = a[i] & b[i];
  }
};
struct OrLoop {
  static CANN_EMULATOR_LOOP void Run(Bits* destination, const Bits* a, const Bits* b, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) destination[i] = a[i] | b[i];
  }
};
struct NotLoop {
  static CANN_EMULATOR_LOOP void Run(Bits* destination, const Bits* a, const Bits*, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) destination[i] = static_cast<Bits>(~a[i]);
  }
};
template <class T>
struct FillLoop {
  static CANN_EMULATOR_LOOP void Run(T* destination, T value, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) destination[i] = value;
  }
};

template <class Loop>
void Bitwise(const Lanes& lanes) {
  RunLoop<Loop>(static_cast<Bits*>(lanes.destination), static_cast<const Bits*>(lanes.source0),
                static_cast<const Bits*>(lanes.source1), lanes.count);
}

template <class T>
void Fill(const Lanes& lanes) {
  RunLoop<FillLoop<T>>(static_cast<T*>(lanes.destination), static_cast<T>(lanes.scalar), lanes.count);
}

}  // namespace

LaneKernel FindBitwiseKernel(Opcode opcode, DataType type) {
  if (DataTypeSize(type) != sizeof(Bits)) return nullptr;
  switch (opcode) {
    case Opcode::kAnd:
      return Bitwise<AndLoop>;
    case Opcode::kOr:
      return Bitwise<OrLoop>;
    case Opcode::kNot:
      return Bitwise<NotLoop>;
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
