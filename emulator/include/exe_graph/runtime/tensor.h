// SPDX-License-Identifier: Apache-2.0
// A tensor at run time: shape, format, dtype and memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "exe_graph/runtime/storage_format.h"
#include "exe_graph/runtime/storage_shape.h"
#include "exe_graph/runtime/tensor_data.h"
#include "graph/types.h"

namespace gert {

class Tensor {
 public:
  Tensor() = default;
  Tensor(const StorageShape& shape, const StorageFormat& format, TensorPlacement placement,
         ge::DataType dtype, TensorAddress address)
      : shape_(shape), format_(format), dtype_(dtype), data_(address, nullptr, 0, placement) {}
  Tensor(const StorageShape& shape, const StorageFormat& format, ge::DataType dtype)
      : shape_(shape), format_(format), dtype_(dtype) {}

  const StorageShape& GetShape() const { return shape_; }
  StorageShape& GetShape() { return shape_; }
  const Shape& GetOriginShape() const { return shape_.GetOriginShape(); }
  const Shape& GetStorageShape() const { return shape_.GetStorageShape(); }
  Shape& MutableOriginShape() { return shape_.MutableOriginShape(); }
  Shape& MutableStorageShape() { return shape_.MutableStorageShape(); }
  // Number of elements in storage.
  std::int64_t GetShapeSize() const { return shape_.GetStorageShape().GetShapeSize(); }

  const StorageFormat& GetFormat() const { return format_; }
  StorageFormat& MutableFormat() { return format_; }
  ge::Format GetOriginFormat() const { return format_.GetOriginFormat(); }
  ge::Format GetStorageFormat() const { return format_.GetStorageFormat(); }
  void SetOriginFormat(ge::Format format) { format_.SetOriginFormat(format); }
  void SetStorageFormat(ge::Format format) { format_.SetStorageFormat(format); }
  ExpandDimsType GetExpandDimsType() const { return format_.GetExpandDimsType(); }

  ge::DataType GetDataType() const { return dtype_; }
  void SetDataType(ge::DataType dtype) { dtype_ = dtype; }

  const void* GetAddr() const { return Address(); }
  void* GetAddr() { return Address(); }
  template <typename T>
  const T* GetData() const {
    return static_cast<const T*>(Address());
  }
  template <typename T>
  T* GetData() {
    return static_cast<T*>(Address());
  }
  std::size_t GetSize() const { return data_.GetSize(); }
  void SetSize(std::size_t size) { data_.SetSize(size); }
  TensorPlacement GetPlacement() const { return data_.GetPlacement(); }
  void SetPlacement(TensorPlacement placement) { data_.SetPlacement(placement); }
  const TensorData& GetTensorData() const { return data_; }
  TensorData& MutableTensorData() { return data_; }
  void SetData(TensorData&& data) { data_ = static_cast<TensorData&&>(data); }
  std::uint8_t GetVersion() const { return version_; }

 private:
  void* Address() const {
    if (data_.GetPlacement() == kFollowing) {
      return const_cast<Tensor*>(this) + 1;
    }
    return data_.GetAddr();
  }

  StorageShape shape_;
  StorageFormat format_;
  std::uint8_t version_ = 0;
  std::uint8_t reserved_0_[3] = {};
  ge::DataType dtype_ = ge::DT_FLOAT;
  TensorData data_;
  std::uint8_t reserved_1_[40] = {};
};
static_assert(sizeof(Tensor) == 752, "layout of GE's interface");

}  // namespace gert
