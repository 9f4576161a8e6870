// SPDX-License-Identifier: Apache-2.0
// Which dimensions a private format adds to the origin shape.
#pragma once

#include <cstdint>

namespace gert {

class ExpandDimsType {
 public:
  using AxisIndex = std::uint64_t;

  bool operator==(const ExpandDimsType& other) const { return size_ == other.size_ && mask_ == other.mask_; }
  AxisIndex GetFullSize() const { return size_; }
  // Marks the next dimension as kept from the origin shape, or as added.
  void Append(bool added) {
    mask_ |= static_cast<std::uint64_t>(added) << size_;
    ++size_;
  }
  bool IsExpandIndex(AxisIndex index) const { return ((mask_ >> index) & 1U) != 0; }

 private:
  std::uint64_t size_ = 0;
  std::uint64_t mask_ = 0;
  std::uint8_t reserved_[32] = {};
};
static_assert(sizeof(ExpandDimsType) == 48, "layout of GE's interface");

}  // namespace gert
