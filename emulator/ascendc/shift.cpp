// SPDX-License-Identifier: Apache-2.0
// ShiftLeft and ShiftRight: logical for unsigned types; for signed types right shifts are arithmetic.
#include <cstring>
#include <type_traits>

#include "ascendc/lane_kernel.h"
#include "ascendc/simd.h"

namespace cann_emulator::ascendc {

namespace {

template <class T>
struct LeftLoop {
  static CANN_EMULATOR_LOOP void Run(T* destination, const T* source, std::uint32_t bits, std::size_t count) {
    using Unsigned = std::make_unsigned_t<T>;
    for (std::size_t i = 0; i < count; ++i) {
      destination[i] = static_cast<T>(static_cast<std::uint64_t>(static_cast<Unsigned>(source[i])) << bits);
    }
  }
};
template <class T>
struct RightLoop {
  static CANN_EMULATOR_LOOP void Run(T* destination, const T* source, std::uint32_t bits, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      destination[i] = static_cast<T>(static_cast<std::int64_t>(source[i]) >> bits);
    }
  }
};
// Adds the last bit that is shifted out.
template <class T>
struct RoundedLoop {
  static CANN_EMULATOR_LOOP void Run(T* destination, const T* source, std::uint32_t bits, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const auto value = static_cast<std::int64_t>(source[i]);
      destination[i] = static_cast<T>((value >> bits) + (bits == 0 ? 0 : (value >> (bits - 1)) & 1));
    }
  }
};

template <template <class> class Loop, class T>
void Shift(const Lanes& lanes) {
  T bits;
  std::memcpy(&bits, &lanes.scalar, sizeof(bits));
  // A shift by the type's width or more clears the value (or leaves its sign): 63 does the same in 64 bits.
  const auto amount = static_cast<std::uint64_t>(bits);
  RunLoop<Loop<T>>(static_cast<T*>(lanes.destination), static_cast<const T*>(lanes.source0),
                   static_cast<std::uint32_t>(amount > 63 ? 63 : amount), lanes.count);
}

template <template <class> class Loop>
LaneKernel ForType(DataType type) {
  switch (type) {
    case DataType::kInt16:
      return Shift<Loop, std::int16_t>;
    case DataType::kUInt16:
      return Shift<Loop, std::uint16_t>;
    case DataType::kInt32:
      return Shift<Loop, std::int32_t>;
    case DataType::kUInt32:
      return Shift<Loop, std::uint32_t>;
    default:
      return nullptr;
  }
}

}  // namespace

LaneKernel FindShiftKernel(Opcode opcode, DataType type) {
  switch (opcode) {
    case Opcode::kShiftLeft:
      return ForType<LeftLoop>(type);
    case Opcode::kShiftRight:
      return ForType<RightLoop>(type);
    default:
      return ForType<RoundedLoop>(type);
  }
}

}  // namespace cann_emulator::ascendc
