// SPDX-License-Identifier: Apache-2.0
// Writes messages in the protobuf wire format.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cann_emulator::engine {

class WireWriter {
 public:
  void Varint(std::uint32_t field, std::uint64_t value) {
    Append(std::uint64_t{field} << 3U);
    Append(value);
  }
  void Bytes(std::uint32_t field, std::string_view value) {
    Append(std::uint64_t{field} << 3U | 2U);
    Append(value.size());
    message_ += value;
  }
  void Float(std::uint32_t field, float value) {
    Append(std::uint64_t{field} << 3U | 5U);
    message_.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
  std::string Take() { return std::move(message_); }

 private:
  void Append(std::uint64_t value) {
    for (; value >= 0x80U; value >>= 7U) {
      message_ += static_cast<char>(value | 0x80U);
    }
    message_ += static_cast<char>(value);
  }

  std::string message_;
};

}  // namespace cann_emulator::engine
