// SPDX-License-Identifier: Apache-2.0
#include "ops/four_bit.h"

namespace cann_emulator::ops {

bool IsFourBit(::ge::DataType dtype) {
  return dtype == ::ge::DT_INT4 || dtype == ::ge::DT_FLOAT4_E2M1 || dtype == ::ge::DT_FLOAT4_E1M2;
}

std::vector<std::int64_t> FourBitBytes(std::vector<std::int64_t> sizes) {
  TORCH_CHECK(!sizes.empty() && (sizes.back() == -1 || sizes.back() % 2 == 0),
              "expected an even last dimension for 4-bit numbers, two of which share a byte, got shape ",
              at::IntArrayRef(sizes));
  if (sizes.back() != -1) sizes.back() /= 2;
  return sizes;
}

at::Tensor PackFourBits(const at::Tensor& elements) {
  std::vector<std::int64_t> pairs = FourBitBytes(elements.sizes().vec());
  pairs.push_back(2);
  const at::Tensor halves = at::bitwise_and(elements, 0xF).to(at::kByte).reshape(pairs);
  return at::bitwise_or(halves.select(-1, 0), at::bitwise_left_shift(halves.select(-1, 1), 4));
}

}  // namespace cann_emulator::ops
