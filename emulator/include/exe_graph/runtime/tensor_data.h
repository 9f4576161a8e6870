// SPDX-License-Identifier: Apache-2.0
// The memory of a tensor at run time: an address with an optional manager that knows how to share and free
// it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graph/ge_error_codes.h"

namespace gert {

enum TensorPlacement : std::int32_t {
  kOnDeviceHbm = 0,
  kOnHost = 1,
  kFollowing = 2,  // right behind the tensor object
  kOnDeviceP2p = 3,
  kTensorPlacementEnd = 4,
};

enum TensorOperateType : std::int32_t {
  kGetTensorAddress = 0,
  kFreeTensor = 1,
  kPlusShareCount = 2,
  kTensorOperateType = 3,
};

using TensorAddress = void*;
using ConstTensorAddressPtr = const void*;
using TensorAddrManager = ge::graphStatus (*)(TensorAddress address, TensorOperateType operation, void** out);

class TensorData {
 public:
  explicit TensorData(TensorAddress address = nullptr, TensorAddrManager manager = nullptr)
      : TensorData(address, manager, 0, kTensorPlacementEnd) {}
  TensorData(TensorAddress address, TensorAddrManager manager, std::size_t size, TensorPlacement placement)
      : address_(address), manager_(manager), size_(size), placement_(placement) {}
  TensorData(const TensorData&) = delete;
  TensorData& operator=(const TensorData&) = delete;
  TensorData(TensorData&& other) noexcept
      : TensorData(other.address_, other.manager_, other.size_, other.placement_) {
    other.Clear();
  }
  TensorData& operator=(TensorData&& other) noexcept {
    if (this != &other) {
      Free();
      Assign(other);
      other.Clear();
    }
    return *this;
  }
  ~TensorData() { Free(); }

  TensorAddress GetAddr() const {
    if (manager_ == nullptr || address_ == nullptr) {
      return address_;
    }
    void* address = nullptr;
    return manager_(address_, kGetTensorAddress, &address) == ge::GRAPH_SUCCESS ? address : nullptr;
  }
  std::size_t GetSize() const { return size_; }
  void SetSize(std::size_t size) { size_ = size; }
  TensorPlacement GetPlacement() const { return placement_; }
  void SetPlacement(TensorPlacement placement) { placement_ = placement; }

  // Frees the memory held so far, then takes `address`.
  ge::graphStatus SetAddr(ConstTensorAddressPtr address, TensorAddrManager manager) {
    const ge::graphStatus status = Free();
    address_ = const_cast<TensorAddress>(address);
    manager_ = manager;
    return status;
  }
  // Refers to the memory of `other`, which its manager then counts twice.
  ge::graphStatus ShareFrom(const TensorData& other) {
    const ge::graphStatus status = Free();
    Assign(other);
    if (status != ge::GRAPH_SUCCESS || manager_ == nullptr || address_ == nullptr) {
      return status;
    }
    return manager_(address_, kPlusShareCount, nullptr);
  }
  ge::graphStatus Free() {
    ge::graphStatus status = ge::GRAPH_SUCCESS;
    if (manager_ != nullptr && address_ != nullptr) {
      status = manager_(address_, kFreeTensor, nullptr);
    }
    address_ = nullptr;
    manager_ = nullptr;
    return status;
  }
  // Hands address and manager to the caller.
  TensorAddress Release(TensorAddrManager& manager) {
    manager = manager_;
    TensorAddress address = address_;
    Clear();
    return address;
  }

 private:
  void Assign(const TensorData& other) {
    address_ = other.address_;
    manager_ = other.manager_;
    size_ = other.size_;
    placement_ = other.placement_;
  }
  void Clear() {
    address_ = nullptr;
    manager_ = nullptr;
    size_ = 0;
    placement_ = kTensorPlacementEnd;
  }

  TensorAddress address_;
  TensorAddrManager manager_;
  std::size_t size_;
  TensorPlacement placement_;
  std::uint32_t reserved_0_ = 0;
  std::uint8_t reserved_1_[40] = {};
};
static_assert(sizeof(TensorData) == 72, "layout of GE's interface");

}  // namespace gert
