// SPDX-License-Identifier: Apache-2.0
// List attributes at run time: the elements follow the header in memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gert {

class ContinuousVector {
 public:
  std::size_t GetCapacity() const { return capacity_; }
  std::size_t GetSize() const { return size_; }
  const void* GetData() const { return elements_; }
  void* MutableData() { return elements_; }

  // Lays a vector out at `memory`, which holds TotalSize(count, element_size) bytes.
  static ContinuousVector* Create(void* memory, std::size_t count) {
    auto* vector = static_cast<ContinuousVector*>(memory);
    vector->capacity_ = count;
    vector->size_ = count;
    return vector;
  }
  static std::size_t TotalSize(std::size_t count, std::size_t element_size);

 protected:
  std::size_t capacity_;
  std::size_t size_;
  std::uint8_t reserved_[40];
  std::uint8_t elements_[8];
};
static_assert(sizeof(ContinuousVector) == 64, "layout of GE's interface");

inline std::size_t ContinuousVector::TotalSize(std::size_t count, std::size_t element_size) {
  return sizeof(ContinuousVector) - sizeof(elements_) + count * element_size;
}

template <typename T>
class TypedContinuousVector : public ContinuousVector {
 public:
  const T* GetData() const { return reinterpret_cast<const T*>(elements_); }
  T* MutableData() { return reinterpret_cast<T*>(elements_); }
};

// A list of lists; every inner list is a ContinuousVector.
class ContinuousVectorVector {
 public:
  std::size_t GetSize() const { return size_; }
  // nullptr when `index` is out of range.
  const ContinuousVector* Get(std::size_t index) const {
    if (index >= size_) {
      return nullptr;
    }
    return reinterpret_cast<const ContinuousVector*>(reinterpret_cast<const std::uint8_t*>(this) +
                                                     offsets_[index]);
  }

  // For the one who builds it: `offsets` counts bytes from the start of this object.
  static ContinuousVectorVector* Create(void* memory, std::size_t count) {
    auto* vector = static_cast<ContinuousVectorVector*>(memory);
    vector->capacity_ = count;
    vector->size_ = count;
    return vector;
  }
  static std::size_t HeaderSize(std::size_t count) {
    return sizeof(ContinuousVectorVector) + (count > 1 ? (count - 1) * sizeof(std::size_t) : 0);
  }
  std::size_t* MutableOffsets() { return offsets_; }

 private:
  std::size_t capacity_;
  std::size_t size_;
  std::uint8_t reserved_[40];
  std::size_t offsets_[1];
};
static_assert(sizeof(ContinuousVectorVector) == 64, "layout of GE's interface");

}  // namespace gert
