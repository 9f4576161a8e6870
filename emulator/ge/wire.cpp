// SPDX-License-Identifier: Apache-2.0
#include "ge/wire.h"

#include <cstring>

namespace cann_emulator::engine {

bool WireReader::Fail() {
  failed_ = true;
  return false;
}

bool WireReader::ReadVarint(std::uint64_t* value) {
  *value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (position_ >= bytes_.size()) {
      return Fail();
    }
    const auto byte = static_cast<unsigned char>(bytes_[position_++]);
    *value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
    if ((byte & 0x80U) == 0) {
      return true;
    }
  }
  return Fail();
}

bool WireReader::Next() {
  if (failed_ || position_ == bytes_.size()) {
    return false;
  }
  std::uint64_t key = 0;
  if (!ReadVarint(&key)) {
    return false;
  }
  field_ = static_cast<std::uint32_t>(key >> 3U);
  type_ = static_cast<WireType>(key & 7U);
  if (field_ == 0 || (key >> 3U) > 0x1FFFFFFF) {
    return Fail();
  }
  std::uint64_t size = 0;
  switch (type_) {
    case kVarint:
      return ReadVarint(&scalar_);
    case kFixed64:
      size = 8;
      break;
    case kFixed32:
      size = 4;
      break;
    case kLengthDelimited:
      if (!ReadVarint(&size)) {
        return false;
      }
      break;
    default:  // groups: no message of GE has them
      return Fail();
  }
  if (size > bytes_.size() - position_) {
    return Fail();
  }
  payload_ = bytes_.substr(position_, size);
  position_ += size;
  return true;
}

std::uint64_t WireReader::Varint() {
  if (type_ != kVarint) {
    Fail();
    return 0;
  }
  return scalar_;
}

float WireReader::Float() {
  float value = 0;
  if (type_ != kFixed32) {
    Fail();
    return value;
  }
  std::memcpy(&value, payload_.data(), sizeof(value));
  return value;
}

std::string_view WireReader::Bytes() {
  if (type_ != kLengthDelimited) {
    Fail();
    return {};
  }
  return payload_;
}

void WireReader::AppendVarints(std::vector<std::int64_t>* values) {
  if (type_ == kVarint) {
    values->push_back(static_cast<std::int64_t>(scalar_));
    return;
  }
  WireReader packed(Bytes());
  while (!failed_ && packed.position_ < packed.bytes_.size()) {
    std::uint64_t value = 0;
    if (!packed.ReadVarint(&value)) {
      Fail();
      return;
    }
    values->push_back(static_cast<std::int64_t>(value));
  }
}

void WireReader::AppendFloats(std::vector<float>* values) {
  if (type_ == kFixed32) {
    values->push_back(Float());
    return;
  }
  const std::string_view packed = Bytes();
  if (packed.size() % sizeof(float) != 0) {
    Fail();
    return;
  }
  const std::size_t count = packed.size() / sizeof(float);
  for (std::size_t i = 0; i < count; ++i) {
    float value = 0;
    std::memcpy(&value, packed.data() + i * sizeof(float), sizeof(value));
    values->push_back(value);
  }
}

}  // namespace cann_emulator::engine
