// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "ascendc/runtime.h"
#include "ascendc/shape_info.h"

namespace AscendC {

namespace detail {
using namespace ::cann_emulator::ascendc;

// An element index that remembers where it was written.
struct Index {
  std::uint64_t value;
  Site site;

  template <class Integer, class = std::enable_if_t<std::is_convertible_v<Integer, std::uint64_t>>>
  Index(Integer index, Site where = Site::Here()) : value(static_cast<std::uint64_t>(index)), site(where) {}
};

template <typename T, class Operation>
struct TensorExpression;  // tensor_operators.h

// What a tensor remembers of SetShapeInfo.
class GivenShape {
 public:
  void Set(const ShapeInfo& shape, Site site) {
    CheckField("SetShapeInfo", "shapeDim", shape.shapeDim, K_MAX_DIM, site);
    CheckField("SetShapeInfo", "originalShapeDim", shape.originalShapeDim, K_MAX_DIM, site);
    shape_ = shape;
  }
  ShapeInfo Get(Site site) const {
    CheckSame("GetShapeInfo", "dimensions that SetShapeInfo gave", shape_.shapeDim == 0 ? 0 : 1, "at least",
              1, site);
    return shape_;
  }

 private:
  ShapeInfo shape_;
};
}  // namespace detail

// A tensor in UB: an address, a length and a position. Copying it copies the view, not the data.
template <typename T>
class LocalTensor {
 public:
  using PrimType = T;

  LocalTensor() = default;

  // `addr` in bytes from the start of UB, `tileSize` in elements.
  LocalTensor(TPosition pos, std::uint32_t addr, std::uint32_t tileSize,
              detail::Site site = detail::Site::Here())
      : LocalTensor(pos, detail::LocalAtPosition(pos, addr, std::uint64_t{tileSize} * sizeof(T), site)) {}

  // dst = src0 + src1 and the like: of as many elements as this tensor has.
  template <typename U, class Operation>
  void operator=(const detail::TensorExpression<U, Operation>& expression) const {
    Operation::Into(*this, expression);
  }

  // For the language headers.
  LocalTensor(TPosition pos, detail::Local memory) : memory_(memory), position_(pos), extent_(memory.size) {}
  detail::Local Memory() const { return memory_; }

  TPosition GetPosition() const { return position_; }
  // Elements, as of the last operator[]: to the end of the memory the tensor was made of.
  std::uint32_t GetSize() const { return memory_.size / sizeof(T); }
  std::uint32_t GetLength() const { return memory_.size; }
  // As many elements as the memory that the tensor was made of has, or fewer.
  void SetSize(std::uint32_t size, detail::Site site = detail::Site::Here()) {
    detail::CheckField("LocalTensor::SetSize", "size", size, extent_ / sizeof(T), site);
    memory_.size = size * sizeof(T);
  }
  void SetBufferLen(std::uint32_t dataLen, detail::Site site = detail::Site::Here()) {
    SetSize(dataLen, site);
  }
  // From element `offset` of src on.
  template <typename U>
  void SetAddrWithOffset(LocalTensor<U>& src, std::uint32_t offset,
                         detail::Site site = detail::Site::Here()) {
    *this = src[detail::Index{offset, site}].template ReinterpretCast<T>();
  }
  // A shape of the program's own; what operator[] and ReinterpretCast make of the tensor has none.
  void SetShapeInfo(const ShapeInfo& shapeInfo, detail::Site site = detail::Site::Here()) {
    shape_.Set(shapeInfo, site);
  }
  ShapeInfo GetShapeInfo(detail::Site site = detail::Site::Here()) const { return shape_.Get(site); }
  // A number of the program's own.
  void SetUserTag(std::int32_t tag) { tag_ = tag; }
  std::int32_t GetUserTag() const { return tag_; }

  // The tensor from element `offset` on.
  LocalTensor operator[](detail::Index offset) const {
    return LocalTensor(position_, detail::LocalFrom(memory_, offset.value * sizeof(T), offset.site));
  }

  T GetValue(std::uint32_t index, detail::Site site = detail::Site::Here()) const {
    T value;
    std::memcpy(&value, Element("GetValue", index, site, detail::ElementUse::kRead), sizeof(T));
    return value;
  }

  template <typename U>
  void SetValue(std::uint32_t index, U value, detail::Site site = detail::Site::Here()) const {
    const T element = static_cast<T>(value);
    std::memcpy(Element("SetValue", index, site, detail::ElementUse::kWrite), &element, sizeof(T));
  }

  T& operator()(detail::Index index) const {
    return *reinterpret_cast<T*>(Element("LocalTensor::operator()", index.value, index.site));
  }

  template <typename U>
  LocalTensor<U> ReinterpretCast() const {
    return LocalTensor<U>(position_, memory_);
  }

  // Reads and writes through the pointer are the host's: nothing checks them.
  __ubuf__ T* GetPhyAddr() const { return GetPhyAddr(0); }
  __ubuf__ T* GetPhyAddr(std::uint32_t offset) const {
    return reinterpret_cast<T*>(detail::UbPointer(memory_.address)) + offset;
  }

 private:
  std::byte* Element(const char* access, std::uint64_t index, detail::Site site,
                     detail::ElementUse use = detail::ElementUse::kReference) const {
    return detail::LocalBytes(access, memory_, index * sizeof(T), sizeof(T), site, use);
  }

  detail::Local memory_;
  TPosition position_ = TPosition::VECCALC;
  std::uint32_t extent_ = 0;  // bytes from memory_.address on
  std::int32_t tag_ = 0;
  detail::GivenShape shape_;
};

template <>
class LocalTensor<int4b_t>;  // int4.h

}  // namespace AscendC
