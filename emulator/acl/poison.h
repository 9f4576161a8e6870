// SPDX-License-Identifier: Apache-2.0
// Memory whose bytes are recognisable garbage until they are written.
//
// Every 16-bit word of poisoned memory is 0xFFF5: NaN as float16, bfloat16, float and double, a large
// negative number as int32 and int64, true as bool. With checks on, pages are copy-on-write mappings of one
// small poisoned file, so that poisoning gigabytes costs neither time nor memory until a page is written.
// With checks off they are zero pages, as the operating system gives them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cann_emulator {

constexpr std::uint16_t kPoisonWord = 0xFFF5;

// Sizes and addresses below are multiples of kPageSize.
constexpr std::size_t kPageSize = 4096;

void* MapPoisoned(std::size_t size);                   // null when the address space is exhausted
bool MapPoisonedAt(void* address, std::size_t size);   // replaces what is mapped there
void RepoisonPages(void* address, std::size_t size);   // drops what was written; gives the memory back
void PoisonBytes(void* address, std::size_t size);     // writes the pattern; any size and address
void* ReserveAddresses(std::size_t size, void* hint);  // inaccessible; null when exhausted
bool ReserveAddressesAt(void* address, std::size_t size);
void UnmapPages(void* address, std::size_t size);

}  // namespace cann_emulator
