// SPDX-License-Identifier: Apache-2.0
// A shape at run time: up to 25 dimensions in place. At compile time an unknown dimension is -1, an unknown
// rank is the single dimension -2.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>

namespace gert {

class Shape {
 public:
  static constexpr std::size_t kMaxDimNum = 25;
  static constexpr std::int64_t kInvalidDimValue = std::numeric_limits<std::int64_t>::min();

  Shape() = default;
  Shape(std::initializer_list<std::int64_t> dims) {
    for (std::int64_t dim : dims) {
      AppendDim(dim);
    }
  }
  // Dimensions beyond the rank are not copied.
  Shape(const Shape& other) { *this = other; }
  Shape& operator=(const Shape& other) {
    dim_num_ = other.dim_num_;
    for (std::size_t i = 0; i < dim_num_; ++i) {
      dims_[i] = other.dims_[i];
    }
    return *this;
  }

  bool operator==(const Shape& other) const {
    if (dim_num_ != other.dim_num_) {
      return false;
    }
    for (std::size_t i = 0; i < dim_num_; ++i) {
      if (dims_[i] != other.dims_[i]) {
        return false;
      }
    }
    return true;
  }
  bool operator!=(const Shape& other) const { return !(*this == other); }

  // Number of elements, 1 for a scalar; -1 when it does not fit 64 bits.
  std::int64_t GetShapeSize() const {
    std::int64_t size = 1;
    for (std::size_t i = 0; i < dim_num_; ++i) {
      if (__builtin_mul_overflow(size, dims_[i], &size)) {
        return -1;
      }
    }
    return size;
  }

  bool IsScalar() const { return dim_num_ == 0; }
  void SetScalar() { dim_num_ = 0; }

  std::size_t GetDimNum() const { return dim_num_; }
  void SetDimNum(std::size_t count) { dim_num_ = count; }

  // kInvalidDimValue beyond kMaxDimNum.
  std::int64_t GetDim(std::size_t index) const {
    return index < kMaxDimNum ? dims_[index] : kInvalidDimValue;
  }
  // As in GE, an index beyond the rank raises the rank to the index, not past it: call SetDimNum first.
  void SetDim(std::size_t index, std::int64_t value) {
    if (index >= kMaxDimNum) {
      return;
    }
    dims_[index] = value;
    dim_num_ = dim_num_ < index ? index : dim_num_;
  }
  Shape& AppendDim(std::int64_t value) {
    if (dim_num_ < kMaxDimNum) {
      dims_[dim_num_++] = value;
    }
    return *this;
  }

  const std::int64_t& operator[](std::size_t index) const { return dims_[index]; }
  std::int64_t& operator[](std::size_t index) { return dims_[index]; }

 private:
  std::size_t dim_num_ = 0;
  std::int64_t dims_[kMaxDimNum];
  std::uint8_t reserved_[40];
};
static_assert(sizeof(Shape) == 248, "layout of GE's interface");

}  // namespace gert
