// SPDX-License-Identifier: Apache-2.0
// A list of tensors behind one kernel argument. In device memory, as 64-bit words: the byte offset of the
// addresses, then for each tensor its number of dimensions (low half) and index (high half) with the
// dimensions after it, then one address for each tensor.
#pragma once

#include <cstdint>

#include "ascendc/global_tensor.h"

namespace AscendC {

// One tensor of the list. SetShapeAddr gives GetDesc the room for the dimensions.
template <typename T>
class TensorDesc {
 public:
  void SetShapeAddr(std::uint64_t* shapePtr) { shape_ = shapePtr; }
  std::uint64_t GetDim() const { return dimensions_; }
  std::uint64_t GetIndex() const { return index_; }
  std::uint64_t GetShape(std::uint32_t offset) const { return shape_[offset]; }
  __gm__ T* GetDataPtr() const { return data_; }
  // `T` elements in one piece: the product of the dimensions.
  GlobalTensor<T> GetDataObj() const {
    std::uint64_t size = 1;
    for (std::uint64_t i = 0; i < dimensions_; ++i) size *= shape_[i];
    GlobalTensor<T> tensor;
    tensor.SetGlobalBuffer(data_, size);
    return tensor;
  }

 private:
  friend class ListTensorDesc;
  std::uint64_t* shape_ = nullptr;
  std::uint64_t dimensions_ = 0;
  std::uint64_t index_ = 0;
  T* data_ = nullptr;
};

class ListTensorDesc {
 public:
  ListTensorDesc() = default;
  // The list says itself how long it is: the length and the number of dimensions are not needed.
  explicit ListTensorDesc(__gm__ void* data, std::uint32_t = kUnknown, std::uint32_t = kUnknown) {
    Init(data);
  }

  void Init(__gm__ void* data, std::uint32_t = kUnknown, std::uint32_t = kUnknown,
            detail::Site site = detail::Site::Here()) {
    words_.SetGlobalBuffer(static_cast<std::uint64_t*>(data));
    first_address_ = words_.GetValue(0, site) / sizeof(std::uint64_t);
    size_ = 0;
    for (std::uint64_t at = 1; at < first_address_; ++size_) at += 1 + DimensionsAt(at, site);
  }

  std::uint32_t GetSize() const { return size_; }

  template <class T>
  __gm__ T* GetDataPtr(std::uint32_t index, detail::Site site = detail::Site::Here()) const {
    detail::CheckField("ListTensorDesc::GetDataPtr", "index + 1", std::uint64_t{index} + 1, size_, site);
    return reinterpret_cast<T*>(words_.GetValue(first_address_ + index, site));
  }

  template <class T>
  void GetDesc(TensorDesc<T>& desc, std::uint32_t index, detail::Site site = detail::Site::Here()) const {
    desc.data_ = GetDataPtr<T>(index, site);
    std::uint64_t at = 1;
    for (std::uint32_t i = 0; i < index; ++i) at += 1 + DimensionsAt(at, site);
    desc.dimensions_ = DimensionsAt(at, site);
    desc.index_ = words_.GetValue(at, site) >> 32;
    if (desc.shape_ == nullptr) return;
    for (std::uint64_t i = 0; i < desc.dimensions_; ++i) desc.shape_[i] = words_.GetValue(at + 1 + i, site);
  }

 private:
  static constexpr std::uint32_t kUnknown = 0xffffffff;

  std::uint64_t DimensionsAt(std::uint64_t word, detail::Site site) const {
    return words_.GetValue(word, site) & 0xffffffff;
  }

  GlobalTensor<std::uint64_t> words_;
  std::uint64_t first_address_ = 0;
  std::uint32_t size_ = 0;
};

}  // namespace AscendC
