// SPDX-License-Identifier: Apache-2.0
// The UB of one core. Each pool thread owns one and lends it to the blocks it runs.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cann_emulator::ascendc {

class UbArena {
 public:
  // Every byte of UB that a block has not written: a NaN in every floating type, -1 in every signed integer.
  static constexpr unsigned char kPoison = 0xFF;

  // Bytes before and behind that nothing may touch: raw pointers that leave UB fault.
  static constexpr std::size_t kGuard = std::size_t{1} << 20;

  explicit UbArena(std::uint32_t size);
  ~UbArena();
  UbArena(const UbArena&) = delete;
  UbArena& operator=(const UbArena&) = delete;

  std::byte* data() const { return bytes_; }
  std::uint32_t size() const { return size_; }

  // Notes that bytes below `end` may have been written since the last Poison().
  void Touch(std::uint32_t end) {
    if (end > touched_) touched_ = end;
  }
  // Poisons what has been touched.
  void Poison();

 private:
  std::uint32_t size_;
  std::uint32_t touched_;
  std::byte* bytes_;
};

}  // namespace cann_emulator::ascendc
