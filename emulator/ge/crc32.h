// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace cann_emulator::engine {

// CRC-32 as zlib, PNG and Ethernet have it (reflected polynomial 0xEDB88320). Finds damage, not malice.
std::uint32_t Crc32(std::string_view bytes);

}  // namespace cann_emulator::engine
