// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

#include "ascendc/local_tensor.h"
#include "ascendc/runtime.h"

namespace AscendC {

// A tensor in device memory.
template <typename T>
class GlobalTensor {
  static_assert(!std::is_same_v<T, int4b_t>,
                "GlobalTensor: device memory has no elements of 4 bits; make it a GlobalTensor<int8_t>, two "
                "int4b_t to an element, and ReinterpretCast the LocalTensor that it is copied to");

 public:
  using PrimType = T;

  // `bufferSize` in elements.
  void SetGlobalBuffer(__gm__ T* buffer, std::uint64_t bufferSize) { Place(buffer, bufferSize * sizeof(T)); }
  // Without a size, accesses are checked against the device allocation alone.
  void SetGlobalBuffer(__gm__ T* buffer) { Place(buffer, detail::kUnboundedSize); }

  // For the language headers.
  detail::Global Memory() const { return memory_; }

  // Elements; 0 where SetGlobalBuffer was given no size.
  std::uint64_t GetSize() const {
    return memory_.size == detail::kUnboundedSize ? 0 : memory_.size / sizeof(T);
  }

  const __gm__ T* GetPhyAddr() const { return reinterpret_cast<const T*>(memory_.address); }
  __gm__ T* GetPhyAddr(std::uint64_t offset) const { return reinterpret_cast<T*>(memory_.address) + offset; }

  // The tensor from element `offset` on.
  GlobalTensor operator[](detail::Index offset) const {
    GlobalTensor part;
    part.memory_ = detail::GlobalFrom(memory_, offset.value * sizeof(T), offset.site);
    return part;
  }

  T GetValue(std::uint64_t offset, detail::Site site = detail::Site::Here()) const {
    T value;
    std::memcpy(&value, Element("GetValue", offset, site, detail::ElementUse::kRead), sizeof(T));
    return value;
  }

  void SetValue(std::uint64_t offset, T value, detail::Site site = detail::Site::Here()) {
    std::memcpy(Element("SetValue", offset, site, detail::ElementUse::kWrite), &value, sizeof(T));
  }

  T& operator()(detail::Index offset) const {
    return *reinterpret_cast<T*>(Element("GlobalTensor::operator()", offset.value, offset.site));
  }

  // As LocalTensor's.
  void SetShapeInfo(const ShapeInfo& shapeInfo, detail::Site site = detail::Site::Here()) {
    shape_.Set(shapeInfo, site);
  }
  ShapeInfo GetShapeInfo(detail::Site site = detail::Site::Here()) const { return shape_.Get(site); }

  // CACHE_MODE_DISABLE: these accesses go around L2. Only the modelled time depends on it.
  template <CacheRwMode rwMode = CacheRwMode::RW>
  void SetL2CacheHint(CacheMode mode) {
    constexpr auto kBits = static_cast<std::uint8_t>(rwMode);
    const bool bypasses = mode == CacheMode::CACHE_MODE_DISABLE;
    memory_.bypasses_l2 = static_cast<std::uint8_t>((memory_.bypasses_l2 & ~kBits) | (bypasses ? kBits : 0));
  }

 private:
  std::byte* Element(const char* access, std::uint64_t offset, detail::Site site,
                     detail::ElementUse use = detail::ElementUse::kReference) const {
    return detail::GlobalBytes(access, memory_, offset * sizeof(T), sizeof(T), site, use);
  }

  void Place(__gm__ T* buffer, std::uint64_t bytes) {
    memory_.address = reinterpret_cast<std::byte*>(buffer);
    memory_.size = bytes;
  }

  detail::Global memory_;
  detail::GivenShape shape_;
};

}  // namespace AscendC
