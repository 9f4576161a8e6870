// SPDX-License-Identifier: Apache-2.0
// What the four steps of z = x + y share: the host fills x and y with small whole numbers, whose sums half
// holds exactly, and compares z bit by bit.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "device.h"

constexpr std::uint64_t kGranule = 256;  // elements: 512 bytes, which GM moves at the full rate

// The bits of a whole number 0..2047 as half.
inline std::uint16_t HalfBits(unsigned number) {
  if (number == 0) return 0;
  unsigned exponent = 0;
  while (number >> (exponent + 1) != 0) ++exponent;
  return static_cast<std::uint16_t>(((exponent + 15) << 10) | ((number << (10 - exponent)) & 0x3FF));
}

// The elements of one block: whole granules, one more for each of the first blocks.
struct Range {
  std::uint64_t begin;
  std::uint64_t count;
};
constexpr Range RangeOfBlock(std::uint64_t count, std::uint64_t block, std::uint64_t blocks) {
  const std::uint64_t granules = count / kGranule;
  const std::uint64_t extra = block < granules % blocks ? block : granules % blocks;
  const std::uint64_t own = granules / blocks + (block < granules % blocks ? 1 : 0);
  return {(block * (granules / blocks) + extra) * kGranule, own * kGranule};
}

// Runs `launch(x, y, z, count, stream)` on as many elements as the first argument says, a multiple of 256.
template <typename Launch>
int RunAddHalf(int argc, char** argv, std::uint64_t default_count, Launch launch) {
  const std::uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : default_count;
  if (count == 0 || count % kGranule != 0) {
    std::fprintf(stderr, "usage: %s [elements, a multiple of %llu]\n", argv[0],
                 static_cast<unsigned long long>(kGranule));
    return 2;
  }
  std::vector<std::uint16_t> x(count), y(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    x[i] = HalfBits(i % 61);
    y[i] = HalfBits(i % 37);
  }
  const Device device;
  const DeviceArray<std::uint16_t> x_device(x), y_device(y), z_device(count);
  launch(x_device.address(), y_device.address(), z_device.address(), count, device.stream());
  device.Wait();
  const std::vector<std::uint16_t> z = z_device.Get();
  for (std::uint64_t i = 0; i < count; ++i) {
    if (z[i] == HalfBits(i % 61 + i % 37)) continue;
    std::fprintf(stderr, "element %llu is 0x%04x, expected 0x%04x\n", static_cast<unsigned long long>(i),
                 z[i], HalfBits(i % 61 + i % 37));
    return 1;
  }
  std::printf("%llu elements are right\n", static_cast<unsigned long long>(count));
  return 0;
}
