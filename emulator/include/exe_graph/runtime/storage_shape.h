// SPDX-License-Identifier: Apache-2.0
// The shape as the model sees it (origin) and as it lies in memory (storage).
#pragma once

#include "exe_graph/runtime/shape.h"

namespace gert {

class StorageShape {
 public:
  StorageShape() = default;
  StorageShape(std::initializer_list<std::int64_t> origin, std::initializer_list<std::int64_t> storage)
      : origin_shape_(origin), storage_shape_(storage) {}
  StorageShape(const StorageShape& other)
      : origin_shape_(other.origin_shape_), storage_shape_(other.storage_shape_) {}
  StorageShape& operator=(const StorageShape& other) {
    origin_shape_ = other.origin_shape_;
    storage_shape_ = other.storage_shape_;
    return *this;
  }

  const Shape& GetOriginShape() const { return origin_shape_; }
  const Shape& GetStorageShape() const { return storage_shape_; }
  Shape& MutableOriginShape() { return origin_shape_; }
  Shape& MutableStorageShape() { return storage_shape_; }

  bool operator==(const StorageShape& other) const {
    return origin_shape_ == other.origin_shape_ && storage_shape_ == other.storage_shape_;
  }
  bool operator!=(const StorageShape& other) const { return !(*this == other); }

 private:
  Shape origin_shape_;
  Shape storage_shape_;
  std::uint8_t reserved_[40];
};
static_assert(sizeof(StorageShape) == 536, "layout of GE's interface");

}  // namespace gert
