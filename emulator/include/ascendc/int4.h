// SPDX-License-Identifier: Apache-2.0
// int4b_t: integers of 4 bits, -8 to 7, two to a byte, the first in its low half. Cast from and to half is
// the one instruction that has them; what moves the bytes moves them as int8_t.
#pragma once

#include <cstdint>

#include "ascendc/local_tensor.h"

namespace AscendC {

// A view of int4b_t in UB, which ReinterpretCast makes of a tensor of another type. It has no GetValue and
// SetValue: the scalar unit has no type of 4 bits.
template <>
class LocalTensor<int4b_t> {
 public:
  using PrimType = int4b_t;

  LocalTensor() = default;
  // `addr` in bytes from the start of UB, `tileSize` in elements.
  LocalTensor(TPosition pos, std::uint32_t addr, std::uint32_t tileSize,
              detail::Site site = detail::Site::Here())
      : LocalTensor(pos, detail::LocalAtPosition(pos, addr, detail::BytesOf<int4b_t>(tileSize), site)) {}

  // For the language headers.
  LocalTensor(TPosition pos, detail::Local memory) : bytes_(pos, memory) {}
  detail::Local Memory() const { return bytes_.Memory(); }

  TPosition GetPosition() const { return bytes_.GetPosition(); }
  // Elements: two for each byte.
  std::uint32_t GetSize() const { return bytes_.GetSize() * 2; }
  std::uint32_t GetLength() const { return bytes_.GetLength(); }
  void SetSize(std::uint32_t size, detail::Site site = detail::Site::Here()) {
    bytes_.SetSize(static_cast<std::uint32_t>(detail::BytesOf<int4b_t>(size)), site);
  }
  void SetUserTag(std::int32_t tag) { bytes_.SetUserTag(tag); }
  std::int32_t GetUserTag() const { return bytes_.GetUserTag(); }

  // The tensor from element `offset`, which is even, on.
  LocalTensor operator[](detail::Index offset) const {
    detail::CheckEven("LocalTensor<int4b_t>::operator[]", "offset", offset.value, offset.site);
    return LocalTensor(bytes_[detail::Index{offset.value / 2, offset.site}]);
  }

  template <typename U>
  LocalTensor<U> ReinterpretCast() const {
    return bytes_.ReinterpretCast<U>();
  }

  __ubuf__ int4b_t* GetPhyAddr() const { return reinterpret_cast<int4b_t*>(bytes_.GetPhyAddr()); }

 private:
  explicit LocalTensor(const LocalTensor<std::uint8_t>& bytes) : bytes_(bytes) {}

  LocalTensor<std::uint8_t> bytes_;
};

}  // namespace AscendC
